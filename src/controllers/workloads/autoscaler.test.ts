import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apps, core, type LivingCluster, startLivingCluster, template } from '../../testing/living'

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

  it.each([
    ['few', 1, { minReplicas: 3, maxReplicas: 5 }, 3, 'below Spec.MinReplicas'],
    ['many', 5, { minReplicas: 1, maxReplicas: 2 }, 2, 'above Spec.MaxReplicas'],
  ])('brings a workload within its limits without a metric: %s', async (name, replicas, limits, size, reason) => {
    await cluster.admin.create(apps('deployments'), {
      metadata: { name },
      spec: { replicas, selector: { matchLabels: { app: name } }, template: template(name) },
    })
    await cluster.admin.create(SCALERS, {
      metadata: { name },
      spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name }, ...limits },
    })
    await cluster.passing(
      () => cluster.admin.get(apps('deployments'), name),
      ({ spec }) => (spec as { replicas: number }).replicas === size,
    )
    const told = await cluster.passing(
      async () =>
        (await cluster.admin.list(core('events'))).items
          .filter((event) => (event['involvedObject'] as { name: string }).name === name)
          .map((event) => `${String(event['reason'])}: ${String(event['message'])}`),
      (events) => events.some((text) => text.startsWith('FailedComputeMetricsReplicas')),
    )
    expect(told).toContain(`SuccessfulRescale: New size: ${size}; reason: Current number of replicas ${reason}`)
    const { status } = await cluster.admin.get(SCALERS, name)
    expect(status).not.toHaveProperty('observedGeneration')
  })
})
