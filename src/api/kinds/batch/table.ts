import type { KindBehaviour } from '../../kind'
import { cronJob } from './cron-job'
import { job } from './job'

/** Work that ends. */
export const BATCH_KINDS: readonly KindBehaviour[] = [cronJob, job]
