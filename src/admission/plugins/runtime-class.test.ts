import { expect, test } from 'vitest'
import { AdmissionStage, podWith } from '../../testing/admission-stage'
import { runtimeClass } from './runtime-class'

const heavy = { metadata: { name: 'heavy' }, handler: 'h', overhead: { podFixed: { cpu: '250m' } } }
const placed = {
  metadata: { name: 'placed' },
  handler: 'h',
  scheduling: { nodeSelector: { runtime: 'vm' }, tolerations: [{ key: 'vm', operator: 'Exists' }] },
}
const spare = { metadata: { name: 'spare' }, handler: 'h', scheduling: { nodeSelector: { runtime: 'vm' } } }
const plain = { metadata: { name: 'plain' }, handler: 'h' }

test.each<[string, object, unknown]>([
  ['no class', {}, {}],
  ['a plain class', { runtimeClassName: 'plain' }, { runtimeClassName: 'plain' }],
  ['a missing class', { runtimeClassName: 'no' }, 'RuntimeClass "no" not found'],
  ['an empty name', { runtimeClassName: '' }, 'resource name may not be empty'],
  ['a class with overhead', { runtimeClassName: 'heavy' }, { runtimeClassName: 'heavy', overhead: { cpu: '250m' } }],
  [
    'the same overhead in other words',
    { runtimeClassName: 'heavy', overhead: { cpu: '0.25' } },
    { runtimeClassName: 'heavy', overhead: { cpu: '250m' } },
  ],
  ['another overhead', { runtimeClassName: 'heavy', overhead: { cpu: '1' } }, "Pod's Overhead doesn't match"],
  [
    'overhead and a plain class',
    { runtimeClassName: 'plain', overhead: { cpu: '1' } },
    'Pod Overhead set without corresponding RuntimeClass',
  ],
  ['overhead and no class', { overhead: { cpu: '1' } }, 'Pod Overhead set without corresponding RuntimeClass'],
  [
    'a class with a place',
    { runtimeClassName: 'placed', nodeSelector: { disk: 'ssd' }, tolerations: [{ key: 'a', operator: 'Exists' }] },
    {
      runtimeClassName: 'placed',
      nodeSelector: { disk: 'ssd', runtime: 'vm' },
      tolerations: [
        { key: 'a', operator: 'Exists' },
        { key: 'vm', operator: 'Exists' },
      ],
    },
  ],
  [
    'a class with a place, and tolerations that say the same twice',
    { runtimeClassName: 'spare', tolerations: [{ operator: 'Exists' }, { key: 'a', operator: 'Exists' }] },
    { runtimeClassName: 'spare', nodeSelector: { runtime: 'vm' }, tolerations: [{ operator: 'Exists' }] },
  ],
  [
    'a class with another place',
    { runtimeClassName: 'placed', nodeSelector: { runtime: 'metal' } },
    'conflict: runtimeClass.scheduling.nodeSelector[runtime] = vm; pod.spec.nodeSelector[runtime] = metal',
  ],
])('a pod with %s', async (_, spec, expected) => {
  const stage = new AdmissionStage().put('node.orch.io/runtimeclasses', heavy, placed, spare, plain)
  const plugin = runtimeClass(stage.environment)
  const asked = { of: 'pods', object: podWith(spec) }
  if (typeof expected === 'string') return expect(await stage.verdict(plugin, asked)).toContain(expected)
  const passed = await stage.pass(plugin, asked)
  expect(passed).toEqual(podWith(expected as object))
  expect(await stage.pass(plugin, { of: 'pods', object: passed })).toEqual(passed)
})
