import type { ApiObject } from '../../../machinery/object'
import { addQuantities, formatQuantity, parseQuantity } from '../../../machinery/quantity'
import type { KindBehaviour } from '../../kind'
import { columns } from '../meta/columns'

type Amounts = Readonly<Record<string, string>>
const COLUMNS = columns('CPU', 'Memory', 'Window')

const sum = (all: readonly Amounts[], resource: string): string =>
  formatQuantity(all.map((usage) => parseQuantity(usage[resource] ?? '0')).reduce(addQuantities, parseQuantity('0')))

const cellsOf = (all: readonly Amounts[], object: ApiObject) => [sum(all, 'cpu'), sum(all, 'memory'), object['window']]

/** What the pods on a node use. Nothing is stored: objects are made when somebody asks. */
export const nodeMetrics: KindBehaviour = {
  group: 'metrics.orch.io',
  resource: 'nodes',
  kind: 'NodeMetrics',
  columns: COLUMNS,
  cells: (object) => cellsOf([object['usage'] as Amounts], object),
}

/** What the containers of a pod use. Nothing is stored: objects are made when somebody asks. */
export const podMetrics: KindBehaviour = {
  group: 'metrics.orch.io',
  resource: 'pods',
  kind: 'PodMetrics',
  columns: COLUMNS,
  cells: (object) =>
    cellsOf(
      ((object['containers'] ?? []) as { usage: Amounts }[]).map(({ usage }) => usage),
      object,
    ),
}
