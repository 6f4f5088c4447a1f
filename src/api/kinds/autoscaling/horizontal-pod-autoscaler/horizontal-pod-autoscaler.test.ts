import { expect, test } from 'vitest'
import type { JsonObject } from '../../../../machinery/json'
import { convertFromHub, convertToHub } from '../../../conversion/convert'
import { kindContext, refusals } from '../../../../testing/kinds'
import { horizontalPodAutoscaler } from './horizontal-pod-autoscaler'

const of = (spec: object) => ({ spec: { maxReplicas: 3, scaleTargetRef: { kind: 'A', name: 'a' }, ...spec } })
const cpu = { name: 'cpu', target: { type: 'Utilization', averageUtilization: 1 } }
const pods = { metric: { name: 'm' }, target: { type: 'AverageValue', averageValue: '1' } }
const at = 'spec.metrics[0]'

test.each<[string, object, string[]]>([
  ['no type and no source', {}, [`NotSupported ${at}.type`, `Required ${at}.type`]],
  [
    'an unknown type of a source',
    { type: 'X', pods: {} },
    [
      `Invalid ${at}.pods.target.type`,
      `NotSupported ${at}.type`,
      `Required ${at}.pods.metric.name`,
      `Required ${at}.pods.target.averageValue`,
      `Required ${at}.pods.target.type`,
    ],
  ],
  ['another source', { type: 'Pods', resource: cpu }, [`Required ${at}.pods`]],
  ['two sources', { type: 'Resource', resource: cpu, pods }, [`Forbidden ${at}.pods`]],
  [
    'two other sources',
    { type: 'Object', resource: cpu, pods },
    [`Forbidden ${at}.pods`, `Forbidden ${at}.resource`, `Required ${at}.object`],
  ],
])('a metric with %s', (_, metric, expected) =>
  expect(refusals(horizontalPodAutoscaler, of({ metrics: [metric] }))).toEqual(expected),
)

test.each<[boolean, string[]]>([
  [true, ['Forbidden spec.metrics']],
  [false, ['Forbidden spec.metrics', 'Invalid spec.minReplicas']],
])('nothing to come back from zero, gate %s', (open, expected) =>
  expect(refusals(horizontalPodAutoscaler, of({ minReplicas: 0 }), kindContext({ feature: () => open }))).toEqual(
    expected,
  ),
)

const METRICS = 'autoscaling.alpha.orch.io/metrics'
test.each<[string, Record<string, string> | undefined, Record<string, string> | undefined, number | undefined]>([
  ['none', undefined, undefined, 80],
  ['no JSON', { [METRICS]: 'x' }, undefined, 80],
  ['an empty list', { [METRICS]: '[]', mine: 'y' }, { mine: 'y' }, 80],
  ['an object', { [METRICS]: '{}' }, undefined, 80],
  ['metrics', { [METRICS]: '[{"type":"Pods"}]' }, { [METRICS]: '[{"type":"Pods"}]' }, undefined],
  ['other fields', { 'autoscaling.alpha.orch.io/behavior': 'y' }, undefined, 80],
])('v1 drops annotations that it can not read: %s', (_, annotations, kept, percent) => {
  const object = { metadata: { name: 'a', ...(annotations && { annotations }) }, ...of({}) }
  horizontalPodAutoscaler.defaults?.(object, 'v1', kindContext())
  const { targetCPUUtilizationPercentage } = object.spec as { targetCPUUtilizationPercentage?: number }
  expect([object.metadata.annotations, targetCPUUtilizationPercentage]).toEqual([kept, percent])
})

test('v1 repeats what it says about the CPU with its raw value, and conditions without a time with null', () => {
  const hub = {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'a' },
    ...of({}),
    status: {
      currentMetrics: [{ type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 90 } } }],
      conditions: [{ type: 'A', status: 'True' }],
    },
  }
  const v1 = convertFromHub(hub, 'autoscaling', 'v1', 'HorizontalPodAutoscaler')
  expect(v1.metadata.annotations).toEqual({
    'autoscaling.alpha.orch.io/current-metrics':
      '[{"type":"Resource","resource":{"name":"cpu","currentAverageUtilization":90,"currentAverageValue":"0"}}]',
    'autoscaling.alpha.orch.io/conditions': '[{"type":"A","status":"True","lastTransitionTime":null}]',
  })
  expect(v1.status).toMatchObject({ currentCPUUtilizationPercentage: 90 })
  const { conditions } = convertToHub(v1, 'autoscaling', 'v1', 'HorizontalPodAutoscaler').status as JsonObject
  expect(conditions).toEqual(hub.status.conditions)
})
