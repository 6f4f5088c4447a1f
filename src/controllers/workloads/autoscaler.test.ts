import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apps, core, type LivingCluster, startLivingCluster, template } from '../../testing/living'
import { bounded, type ReplicaChange, type Recommendation, replicasFor } from './autoscaler-replicas'

it.each([
  [1.05, 4, 4, 4],
  [0.95, 4, 4, 4],
  [1.5, 4, 4, 6],
  [0.5, 4, 4, 2],
  [2, 3, 5, 6],
])('at %d of its target %d pods of %d become %d', (ratio, ready, current, replicas) => {
  expect(replicasFor(ratio, ready, current)).toBe(replicas)
})

const spec = { minReplicas: 2, maxReplicas: 10 }
const MIN = 60_000
it.each<[string, object, number, number, Recommendation[], ReplicaChange[], number]>([
  ['no more than its maximum', {}, 6, 30, [], [], 10],
  ['no fewer than its minimum', {}, 3, 0, [], [], 2],
  ['at most four more, or twice as many, at once', { maxReplicas: 100 }, 3, 50, [], [], 7],
  ['what it was lately, before it shrinks', {}, 8, 3, [{ at: 8 * MIN, replicas: 8 }], [], 8],
  ['fewer, when it has long been so', {}, 8, 3, [{ at: 4 * MIN, replicas: 8 }], [], 3],
  [
    'only as many fewer as its policy allows in its time',
    {
      behavior: {
        scaleDown: { stabilizationWindowSeconds: 0, policies: [{ type: 'Pods', value: 2, periodSeconds: 60 }] },
      },
    },
    7,
    2,
    [],
    [{ at: 10 * MIN - 30_000, delta: -1 }],
    6,
  ],
  [
    'as before, where its policy is to do nothing',
    { behavior: { scaleUp: { selectPolicy: 'Disabled' } } },
    3,
    9,
    [],
    [],
    3,
  ],
])('becomes %s', (_, more, current, wanted, recommendations, changes, replicas) => {
  expect(bounded({ ...spec, ...more }, current, wanted, recommendations, changes, 10 * MIN).replicas).toBe(replicas)
})

describe('an autoscaler', () => {
  let cluster: LivingCluster
  beforeAll(async () => {
    cluster = await startLivingCluster(3)
  })
  afterAll(() => cluster.stop())
  const SCALERS = { group: 'autoscaling', version: 'v2', resource: 'horizontalpodautoscalers', namespace: 'default' }
  const METRICS = { group: 'metrics.orch.io', version: 'v1beta1', resource: 'pods', namespace: 'default' }

  it('shares a load among more pods, and says why', async () => {
    const containers = [{ name: 'c', image: 'shop:1', resources: { requests: { cpu: '200m' } } }]
    await cluster.admin.create(apps('deployments'), {
      metadata: { name: 'web' },
      spec: {
        replicas: 2,
        selector: { matchLabels: { app: 'web' } },
        template: template('web', '', { containers }, { 'life.orch.io/load': '800m' }),
      },
    })
    const metrics = await cluster.passing(
      async () => (await cluster.admin.list(METRICS)).items,
      (items) => items.length === 2,
    )
    expect(metrics[0]?.['containers']).toEqual([{ name: 'c', usage: { cpu: '400m', memory: '32Mi' } }])
    const nodes = await cluster.admin.list({ ...METRICS, resource: 'nodes', namespace: undefined })
    expect(nodes.items).toHaveLength(3)
    await cluster.admin.create(SCALERS, {
      metadata: { name: 'web' },
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        minReplicas: 2,
        maxReplicas: 10,
        metrics: [
          { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } },
        ],
      },
    })
    await cluster.passing(
      async () => (await cluster.admin.get(apps('deployments'), 'web')).status as { readyReplicas?: number },
      ({ readyReplicas }) => readyReplicas === 8,
      200,
    )
    const { status } = await cluster.passing(
      () => cluster.admin.get(SCALERS, 'web'),
      ({ status }) =>
        (status as { currentMetrics?: { resource: { current: { averageUtilization: number } } }[] }).currentMetrics?.[0]
          ?.resource.current.averageUtilization === 50,
    )
    expect(status).toMatchObject({ currentReplicas: 8, desiredReplicas: 8 })
    const events = (await cluster.admin.list(core('events'))).items
    expect(events.some((event) => event['reason'] === 'SuccessfulRescale')).toBe(true)
    expect(cluster.messages.filter((message) => /forbidden|cannot/i.test(message))).toEqual([])
  })

  it('says that a pod lacks the request that its use is measured by', async () => {
    await cluster.admin.create(apps('deployments'), {
      metadata: { name: 'bare' },
      spec: { replicas: 1, selector: { matchLabels: { app: 'bare' } }, template: template('bare') },
    })
    await cluster.admin.create(SCALERS, {
      metadata: { name: 'bare' },
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'bare' },
        maxReplicas: 3,
        metrics: [
          { type: 'Resource', resource: { name: 'memory', target: { type: 'Utilization', averageUtilization: 50 } } },
        ],
      },
    })
    const found = await cluster.passing(
      async () => {
        const { conditions = [] } = (await cluster.admin.get(SCALERS, 'bare')).status as {
          conditions?: { type: string; reason: string; message: string }[]
        }
        return conditions.find(({ type }) => type === 'ScalingActive')
      },
      (condition) => condition?.message.includes('missing request') === true,
    )
    expect(found?.reason).toBe('FailedGetResourceMetric')
  })
})
