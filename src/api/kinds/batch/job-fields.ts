import type * as batch from 'kt126/batch/v1'
import type { Draft } from '../meta/draft'

/** Fields added in 1.28, which the typed packages lack. */
interface LaterJobSpec {
  backoffLimitPerIndex?: number
  maxFailedIndexes?: number
  podReplacementPolicy?: string
  managedBy?: string
  successPolicy?: { rules?: { succeededIndexes?: string; succeededCount?: number }[] }
}

/** A job spec of any release. */
export type JobSpec = Draft<batch.JobSpec> & LaterJobSpec
