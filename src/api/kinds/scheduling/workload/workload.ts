import type { KindBehaviour } from '../../../kind'
import { AGE, tableOf } from '../../meta/table-columns'

/** What belongs together of several groups of pods. */
export const workload: KindBehaviour = {
  group: 'scheduling.orch.io',
  resource: 'workloads',
  kind: 'Workload',
  ...tableOf((object) => object, AGE),
}
