import { expect, it } from 'vitest'
import type { ApiObject } from '../machinery/object'
import { world, type World } from '../testing/controller-world'
import { nodeLifecycle } from './node-lifecycle'

const TAINT = { key: 'k', value: 'v', effect: 'NoExecute' }
const tolerate = (more: object = {}) => ({ key: 'k', operator: 'Exists', effect: 'NoExecute', ...more })

/** A ready node with these taints and one pod. */
async function start(taints: readonly object[], tolerations: readonly object[]): Promise<World> {
  const cluster = world()
  setTaints(cluster, taints)
  setPod(cluster, tolerations)
  await cluster.start(nodeLifecycle)
  return cluster
}
const setTaints = ({ api, clock }: World, taints: readonly object[]): void => {
  const ready = { type: 'Ready', status: 'True', lastHeartbeatTime: String(clock.now()) }
  api.put('nodes', { metadata: { name: 'node' }, spec: { taints }, status: { conditions: [ready] } })
}
const setPod = ({ api }: World, tolerations: readonly object[]): void =>
  void api.put('pods', { metadata: { name: 'p', namespace: 'n' }, spec: { nodeName: 'node', tolerations } })
const pass = async ({ api, clock }: World, ms: number): Promise<void> => {
  await clock.step(ms)
  await api.settled()
}
const lives = ({ api }: World): boolean => api.get('pods', 'n', 'p') !== undefined
const told = ({ api }: World): string[] =>
  api
    .list('events')
    .filter(({ reason }) => reason === 'TaintManagerEviction')
    .map(({ message, involvedObject }) => `${String(message)} ${Object.keys(involvedObject as object).join()}`)
const MARKED = 'Marking for deletion Pod n/p apiVersion,kind,name,namespace'
const CANCELLED = 'Cancelling deletion of Pod n/p apiVersion,kind,name,namespace'

it.each<[string, object[], object[], number | undefined]>([
  ['without a toleration goes at once', [TAINT], [], 0],
  ['with one for ever stays', [TAINT], [tolerate()], undefined],
  ['with one for a time goes after it', [TAINT], [tolerate({ tolerationSeconds: 20 })], 20],
  ['with one for no time goes at once', [TAINT], [tolerate({ tolerationSeconds: 0 })], 0],
  ['goes by the first of several', [TAINT], [tolerate(), tolerate({ tolerationSeconds: 5 })], undefined],
  ['with one of another value goes at once', [TAINT], [{ key: 'k', operator: 'Equal', value: 'w' }], 0],
  [
    'goes by the shorter of two',
    [TAINT, { ...TAINT, key: 'l' }],
    [tolerate({ tolerationSeconds: 20 }), { operator: 'Exists', tolerationSeconds: 9 }],
    9,
  ],
  ['that tolerates one of two goes at once', [TAINT, { ...TAINT, key: 'l' }], [tolerate()], 0],
  ['stays at a taint that only keeps others away', [{ ...TAINT, effect: 'NoSchedule' }], [], undefined],
])('a pod %s', async (_, taints, tolerations, seconds) => {
  const cluster = await start(taints, tolerations)
  if (seconds) {
    await pass(cluster, seconds * 1000 - 1)
    expect(lives(cluster)).toBe(true)
    await pass(cluster, 1)
  } else if (seconds === undefined) await pass(cluster, 30_000)
  expect(lives(cluster)).toBe(seconds === undefined)
  expect(told(cluster)).toEqual(seconds === undefined ? [] : [MARKED])
})

it.each<[string, (cluster: World) => void, boolean, string[]]>([
  ['its node loses the taint', (cluster) => setTaints(cluster, []), true, [CANCELLED]],
  ['it is deleted by others', ({ api }) => api.remove('pods', 'n', 'p'), false, [CANCELLED]],
  ['it gets no more time', (cluster) => setPod(cluster, [tolerate({ tolerationSeconds: 60 })]), false, [MARKED]],
  ['it tolerates for ever', (cluster) => setPod(cluster, [tolerate()]), true, [CANCELLED]],
])('a pod whose time runs, when %s', async (_, change, stays, events) => {
  const cluster = await start([TAINT], [tolerate({ tolerationSeconds: 20 })])
  await pass(cluster, 10_000)
  change(cluster)
  await cluster.api.settled()
  await pass(cluster, 15_000)
  expect(lives(cluster)).toBe(stays)
  expect(told(cluster)).toEqual(events)
})

it('gives a pod that comes later its whole time', async () => {
  const cluster = await start([{ ...TAINT, timeAdded: '2023-06-01T12:00:00Z' }], [tolerate()])
  await pass(cluster, 15_000)
  const late: ApiObject = {
    metadata: { name: 'late', namespace: 'n' },
    spec: { nodeName: 'node', tolerations: [tolerate({ tolerationSeconds: 20 })] },
  }
  cluster.api.put('pods', late)
  await cluster.api.settled()
  await pass(cluster, 19_000)
  expect(cluster.api.get('pods', 'n', 'late')).toBeDefined()
  await pass(cluster, 1_000)
  expect(cluster.api.get('pods', 'n', 'late')).toBeUndefined()
})
