import { expect, test } from 'vitest'
import type { GateName } from '../../api/releases/gates'
import { deletionOrder } from './deletion-order'

const NOW = Date.parse('2024-01-01T10:00:00Z')
const before = (seconds: number) => new Date(NOW - seconds * 1000).toISOString()

interface Sketch {
  readonly node?: string
  readonly phase?: string
  readonly ready?: number
  readonly cost?: string
  readonly restarts?: number
  readonly age?: number
  readonly uid?: string
}
/** A pod that has been ready for so many seconds, and was made so many seconds ago. */
const pod = (name: string, { node = 'n', phase = 'Running', ready, cost, restarts = 0, age = 100, uid }: Sketch) => ({
  metadata: {
    name,
    uid: uid ?? name,
    creationTimestamp: before(age),
    ...(cost !== undefined && { annotations: { 'controller.orch.io/pod-deletion-cost': cost } }),
  },
  spec: { nodeName: node, containers: [] },
  status: {
    phase,
    containerStatuses: [{ restartCount: restarts }],
    conditions: ready === undefined ? [] : [{ type: 'Ready', status: 'True', lastTransitionTime: before(ready) }],
  },
})
const COSTS: GateName[] = ['PodDeletionCost']
const ROUGHLY: GateName[] = ['LogarithmicScaleDown']

test.each<[string, first: Sketch, second: Sketch, gates?: GateName[]]>([
  ['has no node', { node: '', ready: 9 }, { phase: 'Pending' }],
  ['is pending', { phase: 'Pending' }, { phase: 'Unknown' }],
  ['is not ready', { restarts: 0 }, { ready: 1, restarts: 9 }],
  ['costs less', { ready: 50, cost: '-5' }, { ready: 5 }, COSTS],
  ['costs less, though the other is crowded', { ready: 5, node: 'alone', cost: '1' }, { ready: 5, cost: '2' }, COSTS],
  ['has a cost that is no number, which is none', { ready: 50, cost: '+9' }, { ready: 5, cost: '1' }, COSTS],
  ['is ready for a shorter time where costs do not count', { ready: 5, cost: '9' }, { ready: 50, cost: '1' }],
  ['is crowded', { ready: 50 }, { ready: 5, node: 'alone' }],
  ['is ready for a shorter time', { ready: 5, uid: 'z' }, { ready: 6, uid: 'a' }],
  ['is ready for a much shorter time', { ready: 5, uid: 'z' }, { ready: 50, uid: 'a' }, ROUGHLY],
  [
    'has the lesser identifier of two that are ready for about as long',
    { ready: 6, uid: 'a' },
    { ready: 5, uid: 'b' },
    ROUGHLY,
  ],
  ['has restarted more often', { ready: 5, restarts: 3 }, { ready: 5, age: 1 }],
  ['is younger', { ready: 5, age: 20, uid: 'z' }, { ready: 5, age: 21, uid: 'a' }],
  [
    'has the lesser identifier of two of about the same age',
    { ready: 5, age: 21, uid: 'a' },
    { ready: 5, age: 20, uid: 'b' },
    ROUGHLY,
  ],
])('goes first who %s', (_, first, second, gates = []) => {
  const pods = [pod('a', second), pod('b', first)]
  const beside = pod('beside', {})
  const rules = { now: NOW, feature: (name: GateName) => gates.includes(name), related: [...pods, beside] }
  for (const given of [pods, [...pods].reverse()])
    expect(deletionOrder(given, rules).map(({ metadata }) => metadata.name)).toEqual(['b', 'a'])
})
