// Pods with activeDeadlineSeconds, whatever they wait for or do.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApiObject } from '../machinery/object'
import { core, type LivingCluster, startLivingCluster } from '../testing/living'
import { deadlineOf } from './pod-deadline'

let cluster: LivingCluster
beforeAll(async () => {
  cluster = await startLivingCluster(1)
})
afterAll(() => cluster.stop())

const PODS = core('pods')
interface Status {
  phase?: string
  reason?: string
  startTime?: string
  containerStatuses?: { state: { terminated?: { exitCode: number; finishedAt: string } } }[]
}
const statusOf = ({ status = {} }: ApiObject) => status as Status
const until = (name: string, holds: (status: Status) => boolean) =>
  cluster.passing(async () => statusOf(await cluster.admin.get(PODS, name)), holds)
const create = (
  name: string,
  annotations: Record<string, string>,
  activeDeadlineSeconds?: number,
  restartPolicy = 'Never',
) =>
  cluster.admin.create(PODS, {
    metadata: { name, annotations },
    spec: {
      restartPolicy,
      containers: [{ name: 'c', image: 'c:1' }],
      ...(activeDeadlineSeconds !== undefined && { activeDeadlineSeconds }),
    },
  })
const reasons = async (name: string) =>
  (await cluster.admin.list(core('events'), { query: { fieldSelector: `involvedObject.name=${name}` } })).items.map(
    (event) => (event as { reason?: string }).reason,
  )

test.each<[string, string, Record<string, string>, boolean]>([
  ['runs', 'Always', {}, true],
  ['would-end-later', 'Never', { 'life.orch.io/duration': '1h' }, true],
  ['cannot-start', 'Never', { 'life.orch.io/fail': 'image' }, false],
])('a pod that %s fails at its deadline', async (name, restartPolicy, annotations, isKilled) => {
  await create(name, annotations, 30, restartPolicy)
  const over = await until(name, ({ phase }) => phase === 'Failed')
  expect(over.reason).toBe('DeadlineExceeded')
  const { exitCode, finishedAt = '' } = over.containerStatuses?.[0]?.state.terminated ?? {}
  expect([exitCode, Date.parse(finishedAt) - Date.parse(over.startTime ?? '')]).toEqual([137, 30_000])
  const told = await reasons(name)
  expect([told.includes('DeadlineExceeded'), told.includes('Killing')]).toEqual([true, isKilled])
})

test('a deadline set for a pod that runs holds from then on, and one that ends before keeps its end', async () => {
  await create('changed', { 'life.orch.io/duration': '1h' })
  await create('in-time', { 'life.orch.io/duration': '10s' }, 300)
  await until('changed', ({ phase }) => phase === 'Running')
  await cluster.admin.patch(PODS, 'changed', 'merge', { spec: { activeDeadlineSeconds: 20 } })
  expect((await until('changed', ({ phase }) => phase === 'Failed')).reason).toBe('DeadlineExceeded')
  expect((await until('in-time', ({ phase }) => phase !== 'Running' && phase !== 'Pending')).phase).toBe('Succeeded')
})

test('without a deadline or a start there is no time', () => {
  const pod = (spec: object, status: object) => ({ metadata: {}, spec, status })
  expect(deadlineOf(pod({ activeDeadlineSeconds: 5 }, { startTime: '2030-01-01T00:00:00Z' }))).toBe(
    Date.parse('2030-01-01T00:00:05Z'),
  )
  expect(deadlineOf(pod({}, { startTime: '2030-01-01T00:00:00Z' }))).toBeNaN()
  expect(deadlineOf(pod({ activeDeadlineSeconds: 5 }, {}))).toBeNaN()
})
