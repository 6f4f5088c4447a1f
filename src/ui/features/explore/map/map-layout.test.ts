import { describe, expect, it } from 'vitest'
import { resourceInfo } from '../../../queries/discovery.testing'
import type { MapNode } from './map-graph'
import { layOutMap } from './map-layout'

const node = (kind: string, name: string): MapNode => ({
  id: `${kind}/${name}`,
  kind,
  name,
  namespace: 'shop',
  known: {
    info: resourceInfo(kind),
    meta: { name },
  },
  count: 1,
})
const many = (count: number): MapNode[] =>
  Array.from({ length: count }, (_, i) => node('ConfigMap', `lone-${String(i).padStart(3, '0')}`))
const layout = (nodes: readonly MapNode[], edges: readonly [string, string][] = []) =>
  layOutMap({
    nodes,
    edges: edges.map(([from, to]) => ({ from, to, layer: 'owners', label: '' })),
    left: 0,
    apart: 0,
  })

describe('nodes without connections', () => {
  it('stay in the column of their kind if they are few', () => {
    const { placed } = layout(many(8))
    expect(new Set(placed.map(({ x }) => x)).size).toBe(1)
  })

  it('form a grid, wider than it is high, in the order of their names', () => {
    const { placed, frames } = layout(many(100))
    const [frame] = frames
    expect(frame?.width).toBeGreaterThan(frame?.height ?? Infinity)
    const rows = placed.toSorted((a, b) => a.y - b.y || a.x - b.x).map((each) => each.node.name)
    expect(rows).toEqual(rows.toSorted())
  })

  it('are placed below connected ones, inside the frame and without overlap', () => {
    const owner = node('Deployment', 'web')
    const owned = node('ReplicaSet', 'web-1')
    const { placed, frames } = layout([...many(20), owner, owned], [[owner.id, owned.id]])
    const [frame] = frames
    const lone = placed.filter((each) => each.node.kind === 'ConfigMap')
    const joined = placed.filter((each) => each.node.kind !== 'ConfigMap')
    expect(Math.min(...lone.map(({ y }) => y))).toBeGreaterThan(Math.max(...joined.map(({ y }) => y)))
    for (const { x, y } of placed) {
      expect(x + 192).toBeLessThan(frame?.width ?? 0)
      expect(y + 46).toBeLessThan(frame?.height ?? 0)
    }
    expect(new Set(placed.map(({ x, y }) => `${x} ${y}`)).size).toBe(placed.length)
  })
})
