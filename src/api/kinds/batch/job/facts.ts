import { namespaced, status } from '../../../releases/rows'
import { ALL } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const jobFacts: KindFacts = {
  rows: [namespaced('batch', 'jobs', 'Job', { v1: { since: 2 } }, { categories: ALL, subresources: [status] })],
  gatedFields: {
    IndexedJob: ['batch.v1.JobSpec completionMode'],
    JobPodFailurePolicy: ['batch.v1.JobSpec podFailurePolicy'],
    SuspendJob: ['batch.v1.JobSpec suspend'],
    // Cron jobs keep it in their templates.
    TTLAfterFinished: ['batch.v1.Job>batch.v1.JobSpec ttlSecondsAfterFinished'],
  },
  addedFields: {
    21: ['batch.v1.JobStatus completedIndexes'],
    22: ['batch.v1.JobStatus uncountedTerminatedPods'],
    23: ['batch.v1.JobStatus ready'],
  },
  roles: [
    { part: 'edit', group: 'batch', resources: ['jobs'] },
    { part: 'view', group: 'batch', resources: ['jobs', 'jobs/status'] },
  ],
  references: { refers: true },
}
