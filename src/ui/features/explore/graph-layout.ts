import type { ApiObject } from '../../../machinery/object'
import type { Known, Relations } from '../../queries/relations'

/** An object in the graph of owners. */
export interface GraphNode {
  readonly id: string
  /** Absent for an owner that does not exist. */
  readonly known?: Known
  readonly title: string
  readonly kind: string
  readonly x: number
  readonly y: number
}
/** A line from an owner to what it owns; solid if the owner is its controller, otherwise dashed. */
export interface GraphEdge {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly controller: boolean
}

const COLUMN = 260
const ROW = 64
const LIMIT = 200

/** Lays out an object's ownership in columns: owners to the left, dependents to the right. */
export function layOut(relations: Relations, self: Known): { nodes: GraphNode[]; edges: GraphEdge[]; left: number } {
  const found = new Map<string, { known?: Known; title: string; kind: string; depth: number }>()
  const edges = new Map<string, GraphEdge>()
  let left = 0
  const edge = (owner: string, child: string, meta: ApiObject['metadata']): void => {
    const reference = meta.ownerReferences?.find((ref) => ref.uid === owner)
    edges.set(`${owner}-${child}`, {
      id: `${owner}-${child}`,
      from: owner,
      to: child,
      controller: reference?.controller ?? false,
    })
  }
  const add = (known: Known, depth: number): boolean => {
    const uid = known.meta.uid ?? ''
    if (found.has(uid)) return false
    if (found.size >= LIMIT) {
      left++
      return false
    }
    found.set(uid, { known, title: known.meta.name ?? '', kind: known.info.kind, depth })
    return true
  }
  const down = (known: Known, depth: number): void => {
    for (const child of relations.byOwner.get(known.meta.uid ?? '') ?? []) {
      const fresh = add(child, depth + 1)
      if (found.has(child.meta.uid ?? '')) edge(known.meta.uid ?? '', child.meta.uid ?? '', child.meta)
      if (fresh) down(child, depth + 1)
    }
  }
  const up = (known: Known, depth: number): void => {
    for (const reference of known.meta.ownerReferences ?? []) {
      const owner = relations.byUid.get(reference.uid)
      if (owner) {
        const fresh = add(owner, depth - 1)
        edge(reference.uid, known.meta.uid ?? '', known.meta)
        if (fresh) up(owner, depth - 1)
      } else {
        found.set(reference.uid, { title: reference.name, kind: `${reference.kind}, not found`, depth: depth - 1 })
        edge(reference.uid, known.meta.uid ?? '', known.meta)
      }
    }
  }
  add(self, 0)
  up(self, 0)
  down(self, 0)
  const columns = new Map<number, string[]>()
  for (const [uid, { depth }] of found) columns.set(depth, [...(columns.get(depth) ?? []), uid])
  const nodes = [...columns].flatMap(([depth, uids]) =>
    uids.map((id, i): GraphNode => {
      const node = found.get(id)
      return {
        id,
        title: node?.title ?? '',
        kind: node?.kind ?? '',
        x: depth * COLUMN,
        y: (i - (uids.length - 1) / 2) * ROW,
        ...(node?.known && { known: node.known }),
      }
    }),
  )
  return { nodes, edges: [...edges.values()], left }
}
