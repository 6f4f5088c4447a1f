import { expect, test } from 'vitest'
import { AdmissionStage } from '../../testing/admission-stage'
import { nodeDeclaredFeatureValidator } from './node-declared-feature-validator'

const ON = { 'feature-gates': 'NodeDeclaredFeatures=true,InPlacePodLevelResourcesVerticalScaling=true' }
const pod = (cpu: string, generation: number, qosClass = 'Guaranteed', more: object = {}) => ({
  metadata: { name: 'p', generation },
  spec: { nodeName: 'n', containers: [{ name: 'c', resources: { requests: { cpu } } }], ...more },
  status: { qosClass },
})
const CPU = 'GuaranteedQoSPodCPUResize'
const WHOLE = 'InPlacePodLevelResourcesVerticalScaling'

test.each<[string, object, readonly string[], Readonly<Record<string, string>>, string]>([
  ['more CPU on a node that can', pod('2', 2), [CPU], ON, 'passed'],
  ['more CPU on a node that cannot', pod('2', 2), [], ON, `403.*${CPU} which are not available on node "n"`],
  ['more CPU where the gate is off', pod('2', 2), [], {}, 'passed'],
  ['the same CPU in other words', pod('1000m', 2), [], ON, 'passed'],
  ['nothing of the spec', pod('2', 1), [], ON, 'passed'],
  ['resources of the whole pod', pod('1', 2, 'Guaranteed', { resources: { limits: { cpu: '3' } } }), [CPU], ON, WHOLE],
])('a pod gets %s', async (_, object, declaredFeatures, flags, expected) => {
  const stage = new AdmissionStage(35, flags).put('nodes', { metadata: { name: 'n' }, status: { declaredFeatures } })
  const asked = { of: 'pods/resize', object, oldObject: pod('1', 1) }
  expect(await stage.verdict(nodeDeclaredFeatureValidator(stage.environment), asked)).toMatch(new RegExp(expected))
})

test('CPU of pods of another class may be resized on any node, and a missing node is reported', async () => {
  const stage = new AdmissionStage(35, ON)
  const plugin = nodeDeclaredFeatureValidator(stage.environment)
  const asked = { of: 'pods', object: pod('2', 2, 'Burstable'), oldObject: pod('1', 1, 'Burstable') }
  expect(await stage.verdict(plugin, asked)).toBe('passed')
  expect(await stage.verdict(plugin, { of: 'pods', object: pod('2', 2), oldObject: pod('1', 1) })).toMatch('not found')
})

test.each<[string, number, readonly string[], string]>([
  ['that declares it', 36, ['InPlacePodVerticalScalingInitContainers'], 'passed'],
  ['that does not', 36, [], '403.*InPlacePodVerticalScalingInitContainers which are not available'],
  ['of a release that does not know it', 35, [], 'passed'],
])('an init container gets more on a node %s', async (_, release, declaredFeatures, expected) => {
  const of = (cpu: string, generation: number) =>
    pod('1', generation, 'Burstable', { initContainers: [{ name: 'i', resources: { requests: { cpu } } }] })
  const stage = new AdmissionStage(release, ON).put('nodes', { metadata: { name: 'n' }, status: { declaredFeatures } })
  const asked = { of: 'pods/resize', object: of('2', 2), oldObject: of('1', 1) }
  expect(await stage.verdict(nodeDeclaredFeatureValidator(stage.environment), asked)).toMatch(new RegExp(expected))
})

test('CPU of pods of the class Guaranteed needs nothing declared any more', async () => {
  const stage = new AdmissionStage(36).put('nodes', { metadata: { name: 'n' }, status: {} })
  const asked = { of: 'pods/resize', object: pod('2', 2), oldObject: pod('1', 1) }
  expect(await stage.verdict(nodeDeclaredFeatureValidator(stage.environment), asked)).toBe('passed')
})
