import type { MapModel } from './map-model'
import type { MapNode } from './map-graph'

/** A node of the map and the position of its top left corner, in pixels. */
export interface Placed {
  readonly node: MapNode
  readonly x: number
  readonly y: number
}
/** The frame around a namespace's objects, in pixels. */
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
/** More nodes without connections than this form a grid. */
const MOST_APART = 8
/** Width of the grid by its height. */
const GRID_RATIO = 1.6

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

/** What lies in a frame, measured from its corner. */
interface Inside {
  readonly placed: readonly Placed[]
  readonly width: number
  readonly height: number
}

/** Columns of nodes side by side, each centred. */
function inColumns(columns: readonly (readonly MapNode[])[], top: number): Inside {
  const rows = Math.max(0, ...columns.map((column) => column.length))
  const inner = rows === 0 ? 0 : (rows - 1) * ROW + BOX.height
  const placed = columns.flatMap((column, i) =>
    column.map((node, j) => ({
      node,
      x: PAD.side + i * COLUMN,
      y: top + (inner - ((column.length - 1) * ROW + BOX.height)) / 2 + j * ROW,
    })),
  )
  return { placed, width: columns.length * COLUMN - COLUMN + BOX.width + 2 * PAD.side, height: inner }
}

/** Nodes row by row, by kind and name, at least as wide as `columns`. */
function inGrid(nodes: readonly MapNode[], columns: number, top: number): Inside {
  const across = Math.max(columns, Math.ceil(Math.sqrt((nodes.length * GRID_RATIO * ROW) / COLUMN)))
  const placed = nodes
    .toSorted((a, b) => (`${a.kind} ${a.name}` < `${b.kind} ${b.name}` ? -1 : 1))
    .map((node, n) => ({ node, x: PAD.side + (n % across) * COLUMN, y: top + Math.floor(n / across) * ROW }))
  const rows = Math.ceil(nodes.length / across)
  return {
    placed,
    width: (Math.min(across, nodes.length) - 1) * COLUMN + BOX.width + 2 * PAD.side,
    height: (rows - 1) * ROW + BOX.height,
  }
}

/** Connected nodes in columns by kind. A few without connections join them; more would make a tall column, and form a grid below. */
function insideFrame(nodes: readonly MapNode[], neighbours: ReadonlyMap<string, readonly string[]>): Inside {
  const apart = nodes.filter(({ id }) => !neighbours.has(id))
  const grid = apart.length > MOST_APART ? apart : []
  const columns = columnsOf(
    nodes.filter((node) => !grid.includes(node)),
    neighbours,
  )
  const joined = inColumns(columns, PAD.top)
  if (grid.length === 0) return { ...joined, height: PAD.top + joined.height + PAD.bottom }
  const gridTop = PAD.top + joined.height + (columns.length > 0 ? ROW - BOX.height : 0)
  const below = inGrid(grid, columns.length, gridTop)
  return {
    placed: [...joined.placed, ...below.placed],
    width: Math.max(joined.width, below.width),
    height: gridTop + below.height + PAD.bottom,
  }
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
    const inside = insideFrame(
      nodes.filter((node) => node.namespace === namespace),
      neighbours,
    )
    const { width, height } = inside
    const widest = Math.max(width, ...frames.map((frame) => frame.width))
    const left = namespace === '' ? widest - width : 0
    placed.push(...inside.placed.map(({ node, x, y }) => ({ node, x: left + x, y: top + y })))
    frames.push({ namespace, x: left, y: top, width, height })
    top += height + BETWEEN
  }
  return { placed, frames }
}
