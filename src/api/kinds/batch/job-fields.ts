import type * as batch from 'kt126/batch/v1'
import type { Draft } from '../meta/draft'

/** Fields since release 1.28, which the typed packages do not have. */
interface LaterJobSpec {
  backoffLimitPerIndex?: number
  maxFailedIndexes?: number
  podReplacementPolicy?: string
  managedBy?: string
  successPolicy?: { rules?: { succeededIndexes?: string; succeededCount?: number }[] }
}

/** What a job asks for, at any release. */
export type JobSpec = Draft<batch.JobSpec> & LaterJobSpec
