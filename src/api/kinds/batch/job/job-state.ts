import type * as batch from 'kt126/batch/v1'
import type { ApiObject } from '../../../../machinery/object'
import type { Draft } from '../../meta/draft'
import type { JobSpec } from '../job-fields'

/** A job for validation and tables, including fields of later releases. */
export type JobView = Omit<Draft<batch.Job>, 'spec'> & { spec?: JobSpec }

/** Whether a job has a condition with status True. */
export const holds = ({ status = {} }: JobView, type: string): boolean =>
  (status.conditions ?? []).some((condition) => condition.type === type && condition.status === 'True')

/** One word for a job's state: the first that applies. */
export function jobState(job: JobView, { metadata }: ApiObject): string {
  if (holds(job, 'Complete')) return 'Complete'
  if (holds(job, 'Failed')) return 'Failed'
  if (metadata.deletionTimestamp) return 'Terminating'
  return ['Suspended', 'FailureTarget', 'SuccessCriteriaMet'].find((type) => holds(job, type)) ?? 'Running'
}
