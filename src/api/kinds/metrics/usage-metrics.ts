import type { ApiObject } from '../../../machinery/object'
import { addQuantities, formatQuantity, parseQuantity } from '../../../machinery/quantity'
import type { KindBehaviour } from '../../kind'
import { tableOf } from '../meta/table-columns'

type Amounts = Readonly<Record<string, string>>

const sum = (all: readonly Amounts[], resource: string): string =>
  formatQuantity(all.map((usage) => parseQuantity(usage[resource] ?? '0')).reduce(addQuantities, parseQuantity('0')))

const usageTable = (usagesOf: (object: ApiObject) => readonly Amounts[]) =>
  tableOf(
    usagesOf,
    ['CPU', 'string', (all) => sum(all, 'cpu')],
    ['Memory', 'string', (all) => sum(all, 'memory')],
    ['Window', 'string', (_, object) => object['window']],
  )

/** Resource usage of a node's pods. Objects are not stored but created on demand. */
export const nodeMetrics: KindBehaviour = {
  group: 'metrics.orch.io',
  resource: 'nodes',
  kind: 'NodeMetrics',
  ...usageTable((object) => [object['usage'] as Amounts]),
}

/** Resource usage of a pod's containers. Objects are not stored but created on demand. */
export const podMetrics: KindBehaviour = {
  group: 'metrics.orch.io',
  resource: 'pods',
  kind: 'PodMetrics',
  ...usageTable((object) => ((object['containers'] ?? []) as { usage: Amounts }[]).map(({ usage }) => usage)),
}
