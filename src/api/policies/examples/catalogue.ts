import { ACCESS_EXAMPLES } from './access'
import { CLUSTER_EXAMPLES } from './cluster'
import type { PolicyExample } from './example'
import { MUTATING_EXAMPLES } from './mutating'
import { POD_EXAMPLES } from './pods'
import { WORKLOAD_EXAMPLES } from './workloads'

/** All example policies; their cases run as tests. */
export const POLICY_EXAMPLES: readonly PolicyExample[] = [
  ...WORKLOAD_EXAMPLES,
  ...POD_EXAMPLES,
  ...CLUSTER_EXAMPLES,
  ...ACCESS_EXAMPLES,
  ...MUTATING_EXAMPLES,
]
