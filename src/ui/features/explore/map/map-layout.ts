import type { MapModel } from './map-model'
import type { MapNode } from './map-graph'

export interface Placed {
  readonly node: MapNode
  readonly x: number
  readonly y: number
}
export interface NamespaceFrame {
  readonly namespace: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const COLUMN = 256
const ROW = 60
const BOX = { width: 192, height: 46 } as const
const PAD = { side: 20, top: 36, bottom: 20 } as const
const BETWEEN = 40
const SWEEPS = 4

/** Columns of kinds: entry points for traffic on the left, what pods use on the right. */
const COLUMNS: readonly (readonly string[])[] = [
  ['Ingress'],
  ['Service', 'HorizontalPodAutoscaler', 'PodDisruptionBudget', 'NetworkPolicy'],
  ['Deployment', 'StatefulSet', 'DaemonSet', 'CronJob', 'ReplicationController'],
  ['ReplicaSet', 'Job'],
  ['Pod'],
  ['ConfigMap', 'Secret', 'PersistentVolumeClaim', 'ServiceAccount'],
  ['PersistentVolume', 'Node', 'RoleBinding', 'ClusterRoleBinding', 'PriorityClass', 'IngressClass'],
  ['StorageClass', 'Role', 'ClusterRole'],
]
const PLACE = new Map(COLUMNS.flatMap((kinds, i) => kinds.map((kind) => [kind, i] as const)))
const ELSEWHERE = 2

/** Splits nodes into columns, each ordered so that connected nodes are close. */
function columnsOf(nodes: readonly MapNode[], neighbours: ReadonlyMap<string, readonly string[]>): MapNode[][] {
  const columns = COLUMNS.map((_, i) =>
    nodes
      .filter(({ kind }) => (PLACE.get(kind) ?? ELSEWHERE) === i)
      .sort((a, b) => (`${a.kind} ${a.name}` < `${b.kind} ${b.name}` ? -1 : 1)),
  ).filter((column) => column.length > 0)
  const height = new Map<string, number>()
  const measure = (column: readonly MapNode[]): void =>
    column.forEach(({ id }, i) => height.set(id, i - (column.length - 1) / 2))
  columns.forEach(measure)
  const middle = ({ id }: MapNode): number => {
    const near = (neighbours.get(id) ?? []).flatMap((other) => height.get(other) ?? [])
    return near.length ? near.reduce((sum, each) => sum + each, 0) / near.length : (height.get(id) ?? 0)
  }
  for (let sweep = 0; sweep < SWEEPS; sweep++)
    for (const column of sweep % 2 ? [...columns].reverse() : columns) {
      const wanted = new Map(column.map((node) => [node.id, middle(node)]))
      column.sort((a, b) => (wanted.get(a.id) ?? 0) - (wanted.get(b.id) ?? 0))
      measure(column)
    }
  return columns
}

/** Positions of all nodes: a frame per namespace, stacked; cluster-scoped objects last, on the right, because pods use them. */
export function layOutMap({ nodes, edges }: MapModel): {
  placed: readonly Placed[]
  frames: readonly NamespaceFrame[]
} {
  const neighbours = new Map<string, string[]>()
  const join = (a: string, b: string): void => void neighbours.set(a, [...(neighbours.get(a) ?? []), b])
  for (const { from, to } of edges) {
    join(from, to)
    join(to, from)
  }
  const spaces = [...new Set(nodes.map(({ namespace }) => namespace))].sort((a, b) =>
    a === '' ? 1 : b === '' ? -1 : a < b ? -1 : 1,
  )
  const placed: Placed[] = []
  const frames: NamespaceFrame[] = []
  let top = 0
  for (const namespace of spaces) {
    const columns = columnsOf(
      nodes.filter((node) => node.namespace === namespace),
      neighbours,
    )
    const width = (columns.length - 1) * COLUMN + BOX.width + 2 * PAD.side
    const widest = Math.max(width, ...frames.map((frame) => frame.width))
    const left = namespace === '' ? widest - width : 0
    const rows = Math.max(...columns.map((column) => column.length))
    const inner = (rows - 1) * ROW + BOX.height
    columns.forEach((column, i) =>
      column.forEach((node, j) =>
        placed.push({
          node,
          x: left + PAD.side + i * COLUMN,
          y: top + PAD.top + (inner - ((column.length - 1) * ROW + BOX.height)) / 2 + j * ROW,
        }),
      ),
    )
    const height = PAD.top + inner + PAD.bottom
    frames.push({ namespace, x: left, y: top, width, height })
    top += height + BETWEEN
  }
  return { placed, frames }
}
