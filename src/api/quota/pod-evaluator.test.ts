import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../../machinery/object'
import { writeUsage } from './amounts'
import { pods } from './pod-evaluator'

const NOW = Date.parse('2024-01-01T00:00:00Z')
const podOf = (spec: object, rest: object = {}): ApiObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p' },
  spec,
  ...rest,
})
const container = (requests: object = {}, limits: object = {}, rest: object = {}) => ({
  name: 'c',
  resources: { requests, limits },
  ...rest,
})
const usageOf = (pod: ApiObject): Record<string, string> => writeUsage(pods.usage(pod, NOW))
const COUNTED = { 'count/pods': '1', pods: '1' }

describe('usage', () => {
  it.each<[string, object, Record<string, string>]>([
    ['of nothing requested', { containers: [container()] }, {}],
    [
      'of requests under both names, of limits under one',
      { containers: [container({ cpu: '1' }, { cpu: '2' })] },
      { cpu: '1', 'requests.cpu': '1', 'limits.cpu': '2' },
    ],
    [
      'is the sum of the containers',
      { containers: [container({ cpu: '500m' }), container({ cpu: '500m' })] },
      { cpu: '1', 'requests.cpu': '1' },
    ],
    [
      'is that of the largest init container if it needs more',
      { containers: [container({ cpu: '1' })], initContainers: [container({ cpu: '3' }), container({ cpu: '2' })] },
      { cpu: '3', 'requests.cpu': '3' },
    ],
    [
      'adds sidecars, which run beside the containers',
      {
        containers: [container({ cpu: '1' })],
        initContainers: [container({ cpu: '2' }, {}, { restartPolicy: 'Always' })],
      },
      { cpu: '3', 'requests.cpu': '3' },
    ],
    [
      'adds the overhead to requests and limits',
      { containers: [container({ memory: '1Gi' })], overhead: { memory: '1Gi' } },
      { memory: '2Gi', 'requests.memory': '2Gi', 'limits.memory': '1Gi' },
    ],
    [
      'of extended resources is counted as requests only',
      { containers: [container({ 'example.com/gpu': '2' }, { 'example.com/gpu': '2' })] },
      { 'requests.example.com/gpu': '2' },
    ],
  ])('%s', (_, spec, usage) => expect(usageOf(podOf(spec))).toEqual({ ...COUNTED, ...usage }))

  it.each<[string, object, boolean]>([
    ['running', { status: { phase: 'Running' } }, true],
    ['finished', { status: { phase: 'Succeeded' } }, false],
    ['failed', { status: { phase: 'Failed' } }, false],
    ['deleted, within its grace period', { metadata: deleted('2024-01-01T00:00:00Z', 30) }, true],
    ['deleted, after its grace period', { metadata: deleted('2023-12-31T23:59:00Z', 30) }, false],
  ])('of a pod that is %s', (_, rest, counts) => {
    const usage = usageOf(podOf({ containers: [container({ cpu: '1' })] }, rest))
    expect(usage).toEqual(counts ? { ...COUNTED, cpu: '1', 'requests.cpu': '1' } : { 'count/pods': '1' })
  })
})

it.each([
  ['cpu', true],
  ['requests.memory', true],
  ['requests.example.com/gpu', true],
  ['example.com/gpu', false],
  ['hugepages-2Mi', true],
  ['requests.hugepages-2Mi', true],
  ['services', false],
])('a quota of %s is about pods: %s', (name, covers) => expect(pods.covers(name)).toBe(covers))

it('names what some container must declare, and does not', () => {
  const pod = podOf({ containers: [container({ cpu: '1' }, { memory: '1Gi' }), container({ cpu: '1' })] })
  expect(pods.undeclared?.(pod, ['cpu', 'limits.memory', 'requests.memory', 'pods'])).toEqual([
    'limits.memory',
    'requests.memory',
  ])
})

function deleted(deletionTimestamp: string, deletionGracePeriodSeconds: number) {
  return { name: 'p', deletionTimestamp, deletionGracePeriodSeconds }
}
