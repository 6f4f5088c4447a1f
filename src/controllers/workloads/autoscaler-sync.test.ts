import { expect, it } from 'vitest'
import type { ApiObject } from '../../machinery/object'
import { world } from '../../testing/controller-world'
import { autoscaler } from './autoscaler'

it.each([
  { release: 23, version: 'v1' },
  { release: 24, version: 'v2' },
])('writes the status of an autoscaler in $version at 1.$release', async ({ release, version }) => {
  const { api, start } = world()
  const metric = { metric: { name: 'jobs' }, current: { averageValue: '3' } }
  api.put('horizontalpodautoscalers', {
    metadata: { name: 'web', namespace: 'n' },
    spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }, maxReplicas: 3 },
    status: { currentReplicas: 2, desiredReplicas: 2, currentMetrics: [{ type: 'External', external: metric }] },
  })
  await start(autoscaler, { release })
  const { apiVersion, metadata, status } = api.get('horizontalpodautoscalers', 'n', 'web') as ApiObject
  const CURRENT = 'autoscaling.alpha.orch.io/current-metrics'
  if (version === 'v2') expect(status).toMatchObject({ conditions: [{ type: 'AbleToScale', status: 'False' }] })
  else {
    expect(apiVersion).toBe('autoscaling/v1')
    expect(status).toEqual({ currentReplicas: 2, desiredReplicas: 2 })
    expect(metadata.annotations?.['autoscaling.alpha.orch.io/conditions']).toContain('FailedGetScale')
    const external = { metricName: 'jobs', currentValue: '0', currentAverageValue: '3' }
    expect(JSON.parse(metadata.annotations?.[CURRENT] ?? '')).toEqual([{ type: 'External', external }])
  }
})
