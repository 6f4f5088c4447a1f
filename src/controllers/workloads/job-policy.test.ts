// Rules by which a job ends before or beyond its usual end, at the newest release.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApiObject } from '../../machinery/object'
import { batch, core, type LivingCluster, startLivingCluster, template } from '../../testing/living'

let cluster: LivingCluster
beforeAll(async () => {
  cluster = await startLivingCluster(2, ['--release=1.35'])
})
afterAll(() => cluster.stop())

const JOBS = batch('jobs')
const PODS = core('pods')
const work = (annotations: object, more: object = {}) =>
  template('work', 'shop:1', { restartPolicy: 'Never', ...more }, annotations)
const ENDS = work({ 'life.orch.io/duration': '3s' })
const BREAKS = work({ 'life.orch.io/fail': 'crash' })
const INDEXED = { completionMode: 'Indexed', completions: 3, parallelism: 3 }

interface Status {
  active?: number
  failed?: number
  succeeded?: number
  terminating?: number
  completedIndexes?: string
  failedIndexes?: string
  conditions?: { type: string; status: string; reason?: string; message?: string }[]
}
const statusOf = async (name: string) => (await cluster.admin.get(JOBS, name)).status as Status
const until = (name: string, type: string) =>
  cluster.passing(
    () => statusOf(name),
    ({ conditions = [] }) => conditions.some((condition) => condition.type === type && condition.status === 'True'),
  )
const run = (name: string, spec: object) => cluster.admin.create(JOBS, { metadata: { name }, spec })
const podsOf = async (name: string): Promise<ApiObject[]> =>
  (await cluster.admin.list(PODS, { query: { labelSelector: `batch.orch.io/job-name=${name}` } })).items
const told = ({ conditions = [] }: Status) => conditions.map(({ type, reason }) => [type, reason])

test('an end is announced first', async () => {
  await run('plain', { template: ENDS })
  expect(told(await until('plain', 'Complete'))).toEqual([
    ['SuccessCriteriaMet', 'CompletionsReached'],
    ['Complete', 'CompletionsReached'],
  ])
})

test('a success policy ends a job, and the pods it does not need', async () => {
  const long = work({ 'life.orch.io/duration': '3s' })
  await run('enough', {
    ...INDEXED,
    parallelism: 1,
    template: long,
    successPolicy: { rules: [{ succeededIndexes: '2' }, { succeededIndexes: '0-1', succeededCount: 1 }] },
  })
  const status = await until('enough', 'Complete')
  expect(told(status)).toEqual([
    ['SuccessCriteriaMet', 'SuccessPolicy'],
    ['Complete', 'SuccessPolicy'],
  ])
  expect(status.conditions?.[0]?.message).toBe('Matched rules at index 1')
  expect(status).toMatchObject({ succeeded: 1, completedIndexes: '0' })
})

test('an exit code ends a job at once', async () => {
  const rules = [{ action: 'FailJob', onExitCodes: { operator: 'In', values: [1, 42] } }]
  await run('fatal', { template: BREAKS, podFailurePolicy: { rules } })
  const status = await until('fatal', 'Failed')
  expect(told(status)).toEqual([
    ['FailureTarget', 'PodFailurePolicy'],
    ['Failed', 'PodFailurePolicy'],
  ])
  const [pod] = await podsOf('fatal')
  expect(status.conditions?.[0]?.message).toBe(
    `Container c for pod default/${pod?.metadata.name ?? ''} failed with exit code 1 matching FailJob rule at index 0`,
  )
})

test('failures that are ignored are not counted', async () => {
  const rules = [{ action: 'Ignore', onExitCodes: { operator: 'In', values: [1] } }]
  await run('ignored', { backoffLimit: 0, template: BREAKS, podFailurePolicy: { rules } })
  await cluster.passing(
    () => podsOf('ignored'),
    (pods) => pods.length > 2,
  )
  expect((await statusOf('ignored')).failed ?? 0).toBe(0)
  await cluster.admin.delete(JOBS, 'ignored')
})

test('each index fails by itself', async () => {
  await run('indexes', { ...INDEXED, backoffLimitPerIndex: 1, template: BREAKS })
  const status = await until('indexes', 'Failed')
  expect(status).toMatchObject({ failedIndexes: '0-2', failed: 6 })
  expect(told(status).at(-1)).toEqual(['Failed', 'FailedIndexes'])
  const pods = await podsOf('indexes')
  const counts = pods.map(({ metadata }) => metadata.annotations?.['batch.orch.io/job-index-failure-count'])
  expect(counts.sort()).toEqual(['0', '0', '0', '1', '1', '1'])
  expect(pods.map(({ metadata }) => metadata.labels?.['batch.orch.io/job-completion-index']).sort()).toEqual([
    '0',
    '0',
    '1',
    '1',
    '2',
    '2',
  ])
})

test('too many failed indexes end a job', async () => {
  await run('too-many', { ...INDEXED, parallelism: 1, backoffLimitPerIndex: 0, maxFailedIndexes: 0, template: BREAKS })
  const status = await until('too-many', 'Failed')
  expect(told(status).at(-1)).toEqual(['Failed', 'MaxFailedIndexesExceeded'])
  expect(status.failedIndexes).toBe('0')
})

test('with the policy Failed, a pod is replaced only once it has ended', async () => {
  const lasting = work({ 'life.orch.io/duration': '1h' })
  await run('patient', { template: lasting, podReplacementPolicy: 'Failed' })
  const [first] = await cluster.passing(
    () => podsOf('patient'),
    ([pod]) => (pod?.status as { phase?: string } | undefined)?.phase === 'Running',
  )
  await cluster.admin.delete(PODS, first?.metadata.name ?? '')
  const most = { count: 0 }
  await cluster.passing(
    async () => {
      const pods = await podsOf('patient')
      most.count = Math.max(most.count, pods.length)
      return pods
    },
    (pods) => pods.some(({ metadata }) => metadata.uid !== first?.metadata.uid),
  )
  expect(most.count).toBe(1)
  await cluster.admin.delete(JOBS, 'patient')
})

test('a job of another manager is left alone', async () => {
  await run('foreign', { template: ENDS, managedBy: 'example.com/queue' })
  await run('own', { template: ENDS })
  await until('own', 'Complete')
  expect(await podsOf('foreign')).toEqual([])
  expect(await statusOf('foreign')).toEqual({})
})
