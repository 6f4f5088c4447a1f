import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startCluster, type TestCluster } from '../testing/cluster'
import { until } from '../testing/until'

const core = (resource: string) => ({ group: '', version: 'v1', resource, namespace: 'default' })
const PODS = core('pods')
const SETS = { group: 'apps', version: 'v1', resource: 'replicasets', namespace: 'default' }
const budgetsOf = (version: string) => ({
  group: 'policy',
  version,
  resource: 'poddisruptionbudgets',
  namespace: 'default',
})

interface Status {
  expectedPods?: number
  currentHealthy?: number
  desiredHealthy?: number
  disruptionsAllowed?: number
  observedGeneration?: number
  disruptedPods?: object
  conditions?: { type: string; status: string; reason: string }[]
}

describe.each([
  [20, 'v1beta1'],
  [25, 'v1'],
])('release 1.%i', (release, version) => {
  let cluster: TestCluster
  const BUDGETS = budgetsOf(version)
  beforeAll(async () => {
    cluster = await startCluster([`--release=1.${release}`])
    await until(() => cluster.admin.get(core('serviceaccounts'), 'default').catch(() => undefined), Boolean)
  })
  afterAll(() => cluster.stop())

  /** Pods of one application, ready or not, owned by a replica set unless that is left out. */
  async function pods(app: string, ready: readonly boolean[], replicas?: number): Promise<void> {
    const { admin } = cluster
    const template = { metadata: { labels: { app } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
    const set =
      replicas === undefined
        ? undefined
        : await admin.create(SETS, {
            metadata: { name: app },
            spec: { replicas, selector: { matchLabels: { app } }, template },
          })
    for (const [i, isReady] of ready.entries()) {
      const name = `${app}-${i}`
      const ownerReferences = set && [
        { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: app, uid: set.metadata.uid, controller: true },
      ]
      await admin.create(PODS, {
        metadata: { name, labels: { app }, ...(ownerReferences && { ownerReferences }) },
        spec: { automountServiceAccountToken: false, nodeName: 'n', containers: [{ name: 'c', image: 'i' }] },
      })
      const status = { phase: 'Running', conditions: [{ type: 'Ready', status: isReady ? 'True' : 'False' }] }
      await admin.patch(PODS, name, 'merge', { status }, { subresource: 'status' })
    }
  }
  const budget = (app: string, spec: object) =>
    cluster.admin.create(BUDGETS, { metadata: { name: app }, spec: { selector: { matchLabels: { app } }, ...spec } })
  const settled = (app: string, holds: (status: Status) => boolean) =>
    until(async () => (await cluster.admin.get(BUDGETS, app)).status as Status, holds)
  const evict = (name: string) =>
    cluster.admin.create(
      PODS,
      { apiVersion: `policy/${release >= 22 ? 'v1' : 'v1beta1'}`, kind: 'Eviction', metadata: { name } },
      { name, subresource: 'eviction' },
    )

  test.each<[string, object, readonly boolean[], number | undefined, object]>([
    [
      'a number',
      { minAvailable: 1 },
      [true, true, false],
      undefined,
      { expectedPods: 3, currentHealthy: 2, desiredHealthy: 1, disruptionsAllowed: 1 },
    ],
    [
      'a number that is not reached',
      { minAvailable: 3 },
      [true, false],
      undefined,
      { expectedPods: 2, currentHealthy: 1, desiredHealthy: 3, disruptionsAllowed: 0 },
    ],
    [
      'a percentage',
      { minAvailable: '50%' },
      [true, true, true],
      3,
      { expectedPods: 3, currentHealthy: 3, desiredHealthy: 2, disruptionsAllowed: 1 },
    ],
    [
      'a number unavailable',
      { maxUnavailable: 1 },
      [true, true],
      4,
      { expectedPods: 4, currentHealthy: 2, desiredHealthy: 3, disruptionsAllowed: 0 },
    ],
    [
      'a percentage unavailable',
      { maxUnavailable: '30%' },
      [true, true, true, true],
      4,
      { expectedPods: 4, currentHealthy: 4, desiredHealthy: 2, disruptionsAllowed: 2 },
    ],
    [
      'no pods',
      { minAvailable: 0 },
      [],
      undefined,
      { expectedPods: 0, currentHealthy: 0, desiredHealthy: 0, disruptionsAllowed: 0 },
    ],
  ])('a budget of %s', async (name, spec, ready, replicas, expected) => {
    const app = name.replaceAll(' ', '-')
    await pods(app, ready, replicas)
    await budget(app, spec)
    const want = Object.entries(expected)
    const status = await settled(
      app,
      (now) => now.observedGeneration === 1 && want.every(([key, value]) => now[key as keyof Status] === value),
    )
    const allowed = (expected as Status).disruptionsAllowed ?? 0
    expect(status.conditions?.map(({ type, status: is, reason }) => [type, is, reason])).toEqual(
      release < 21
        ? undefined
        : [['DisruptionAllowed', allowed > 0 ? 'True' : 'False', allowed > 0 ? 'SufficientPods' : 'InsufficientPods']],
    )
  })

  test('pods without a controller', async () => {
    await pods('alone', [true])
    await budget('alone', { maxUnavailable: 1 })
    if (release >= 21) {
      const status = await settled('alone', ({ observedGeneration }) => observedGeneration === 1)
      expect(status.disruptionsAllowed).toBe(0)
      return
    }
    const why = 'found no controller ref for pod "alone-0"'
    const { items } = await until(
      () => cluster.admin.list(core('events')),
      (events) => events.items.some(({ reason }) => reason === 'CalculateExpectedPodCountFailed'),
    )
    const told = items.filter(({ involvedObject }) => (involvedObject as { name?: string }).name === 'alone')
    expect(told.map(({ reason, message }) => [reason, message])).toEqual(
      expect.arrayContaining([
        ['NoControllerRef', why],
        ['CalculateExpectedPodCountFailed', `Failed to calculate the number of expected pods: ${why}`],
      ]),
    )
    const { status } = await cluster.admin.get(BUDGETS, 'alone')
    expect((status as Status | undefined)?.observedGeneration).toBeUndefined()
  })

  test('evictions go as far as the budget', async () => {
    await pods('app', [true, true])
    await budget('app', { minAvailable: 1 })
    await settled('app', ({ disruptionsAllowed }) => disruptionsAllowed === 1)
    await evict('app-0')
    const { managedFields } = (await cluster.admin.get(BUDGETS, 'app')).metadata
    expect((managedFields as { manager: string }[]).map(({ manager }) => manager)).toContain('orch-apiserver')
    await expect(evict('app-1')).rejects.toMatchObject({ code: 429 })
    await cluster.admin.delete(PODS, 'app-0', { query: { gracePeriodSeconds: 0 } })
    await settled('app', ({ expectedPods, disruptedPods }) => expectedPods === 1 && disruptedPods === undefined)
    await expect(evict('app-1')).rejects.toMatchObject({ code: 429 })
    await cluster.admin.patch(BUDGETS, 'app', 'merge', { spec: { minAvailable: 0 } })
    await settled('app', ({ disruptionsAllowed }) => disruptionsAllowed === 1)
    await evict('app-1')
  })
})
