import type { KindBehaviour } from '../../../kind'
import { AGE, tableOf } from '../../meta/table-columns'

/** Groups of pods that belong together. */
export const workload: KindBehaviour = {
  group: 'scheduling.orch.io',
  resource: 'workloads',
  kind: 'Workload',
  ...tableOf((object) => object, AGE),
}
