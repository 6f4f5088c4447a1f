import { NODES } from '../client/core-targets'
import { keyOf } from '../client/object-key'
import { undefinedIfGone, runNamed } from './kit'
import type { ControllerRow } from './controllers'

const NAME = 'ttl'
const ANNOTATION = 'node.alpha.orch.io/ttl'

/** Cluster sizes and how long agents may keep secrets and config maps, in seconds. The ranges overlap, so that no node that comes and goes changes all. */
const RANGES: readonly { readonly from: number; readonly to: number; readonly seconds: number }[] = [
  { from: 0, to: 100, seconds: 0 },
  { from: 90, to: 500, seconds: 15 },
  { from: 450, to: 1000, seconds: 30 },
  { from: 900, to: 2000, seconds: 60 },
  { from: 1800, to: 10_000, seconds: 300 },
  { from: 9000, to: Infinity, seconds: 600 },
]

/** The range for a cluster of so many nodes, which was in the range `before`. */
export function rangeFor(nodes: number, before: number): number {
  let range = before
  while (nodes > (RANGES[range]?.to ?? Infinity)) range += 1
  while (nodes < (RANGES[range]?.from ?? 0)) range -= 1
  return range
}

/** Tells each node's agent by an annotation how long it may keep secrets and config maps: longer in larger clusters. */
export const nodeTtl: ControllerRow = {
  name: NAME,
  defaultOn: 'with-workloads',
  account: 'ttl-controller',
  needs: ['v1/nodes'],
  start(deps) {
    let range = 0
    const present = new Set<string>()
    return runNamed(deps, NAME, {
      watches: [{ target: NODES, keys: (node) => [keyOf(node)] }],
      async reconcile(name, [nodes]) {
        const node = nodes?.get(undefined, name)
        if (node) present.add(name)
        else present.delete(name)
        range = rangeFor(present.size, range)
        const seconds = RANGES[range]?.seconds ?? 0
        const told = node?.metadata.annotations?.[ANNOTATION]
        if (!node || (told !== undefined && /^[+-]?\d+$/.test(told) && Number(told) === seconds)) return
        const annotations = { [ANNOTATION]: String(seconds) }
        await undefinedIfGone(deps.client.patch(NODES, name, 'strategic', { metadata: { annotations } }))
      },
    })
  },
}
