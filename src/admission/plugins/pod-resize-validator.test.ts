import { expect, test } from 'vitest'
import { AdmissionStage } from '../../testing/admission-stage'
import { podResizeValidator } from './pod-resize-validator'

const LINUX = { 'orch.io/os': 'linux' }
const pod = (requests: object, generation: number, more: object = {}) => ({
  metadata: { name: 'p', generation },
  spec: { nodeName: 'n', containers: [{ name: 'c', resources: { requests } }], ...more },
})
const BEFORE = pod({ cpu: '100m' }, 1)
const SIDECAR = { name: 's', restartPolicy: 'Always', resources: { requests: { cpu: '1500m' } } }

test.each<[string, string, object, object, string]>([
  ['as much as there is', 'pods/resize', pod({ cpu: '2', memory: '1Gi' }, 2), LINUX, 'passed'],
  [
    'more CPU',
    'pods/resize',
    pod({ cpu: '2001m' }, 2),
    LINUX,
    '403.*resources: cpu, requested: 2001, allocatable: 2000$',
  ],
  [
    'more of both',
    'pods/resize',
    pod({ cpu: '3', memory: '2Gi' }, 2),
    LINUX,
    'cpu, requested: 3000, allocatable: 2000; memory, requested: 2147483648, allocatable: 1073741824',
  ],
  [
    'more with its sidecar',
    'pods/resize',
    pod({ cpu: '1' }, 2, { initContainers: [SIDECAR] }),
    LINUX,
    'requested: 2500',
  ],
  ['more as a whole', 'pods/resize', pod({}, 2, { resources: { requests: { cpu: '4' } } }), LINUX, 'requested: 4000'],
  ['more, by no resize', 'pods', pod({ cpu: '9' }, 2), LINUX, 'passed'],
  ['what it has', 'pods/resize', pod({ cpu: '9' }, 1), LINUX, 'passed'],
  ['something without a node', 'pods/resize', pod({ cpu: '9' }, 2, { nodeName: '' }), LINUX, 'passed'],
  ['something on another node', 'pods/resize', pod({}, 2, { nodeName: 'm' }), LINUX, '403.*node "m" not found'],
  ['something on another system', 'pods/resize', pod({}, 2), { 'orch.io/os': 'windows' }, 'node "n" is "windows"'],
])('a pod asks for %s', async (_, of, object, labels, expected) => {
  const stage = new AdmissionStage(36).put('nodes', {
    metadata: { name: 'n', labels },
    status: { allocatable: { cpu: '2', memory: '1Gi' } },
  })
  const plugin = podResizeValidator(stage.environment)
  expect(await stage.verdict(plugin, { of, object, oldObject: BEFORE })).toMatch(new RegExp(expected))
})
