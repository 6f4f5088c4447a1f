import { expect, test } from 'vitest'
import type { ApiObject } from '../../../../machinery/object'
import { filled, kindContext, refusals, updateRefusals } from '../../../../testing/kinds'
import { node } from './node'

const address = { type: 'InternalIP', address: '1.1.1.1' }

test.each<[string, object, string[]]>([
  [
    'a taint without an effect',
    { spec: { taints: [{ key: 'a' }, { key: 'a' }] } },
    ['Duplicate metadata.taints[1]', 'Required metadata.taints[0].effect', 'Required metadata.taints[1].effect'],
  ],
  [
    'less than nothing',
    { status: { capacity: { cpu: '-1' }, allocatable: { pods: '500m' } } },
    ['Invalid status.allocatable.pods', 'Invalid status.capacity.cpu'],
  ],
  [
    'one network twice',
    { spec: { podCIDRs: ['10.0.0.0/24', '10.0.0.0/24'] } },
    ['Duplicate spec.podCIDRs[1]', 'Invalid spec.podCIDRs'],
  ],
  ['an address twice', { status: { addresses: [address, address] } }, []],
  [
    'pods to avoid that are not JSON',
    { metadata: { annotations: { 'scheduler.alpha.orch.io/preferAvoidPods': 'x' } } },
    ['Invalid metadata.annotations.AvoidPods'],
  ],
])('%s', (_, body, expected) => expect(refusals(node, body)).toEqual(expected))

const spec = (draft: ApiObject) => draft['spec'] as Record<string, unknown>

test.each<[string, number, (draft: ApiObject) => void, string[]]>([
  [
    'the provider, in 1.20',
    20,
    (draft) => (spec(draft)['providerID'] = 'q'),
    ['Forbidden []', 'Forbidden spec.providerID'],
  ],
  ['the provider, later', 21, (draft) => (spec(draft)['providerID'] = 'q'), ['Forbidden spec.providerID']],
  ['the old name, in 1.20', 20, (draft) => (spec(draft)['externalID'] = 'q'), ['Forbidden []']],
  ['the old name, later', 21, (draft) => (spec(draft)['externalID'] = 'q'), ['Forbidden spec.externalID']],
  [
    'an address twice',
    20,
    (draft) => (draft['status'] = { addresses: [address, address] }),
    ['Duplicate status.addresses[1]'],
  ],
  [
    'where its configuration is, to nowhere',
    20,
    (draft) => (spec(draft)['configSource'] = {}),
    ['Invalid spec.configSource'],
  ],
  [
    'where its configuration is',
    20,
    (draft) =>
      (spec(draft)['configSource'] = { configMap: { namespace: 'n', name: 'c', uid: 'u', kubeletConfigKey: '/' } }),
    ['Forbidden spec.configSource.configMap.uid', 'Invalid spec.configSource.configMap.kubeletConfigKey'],
  ],
  [
    'the configuration that it tells of',
    20,
    (draft) =>
      (draft['status'] = { config: { active: { configMap: { namespace: 'n', name: 'c', kubeletConfigKey: 'k' } } } }),
    ['Required status.config.active.configMap.resourceVersion', 'Required status.config.active.configMap.uid'],
  ],
])('a change of %s', (_, release, change, expected) => {
  const context = kindContext({ release })
  expect(updateRefusals(node, filled(node, { spec: { providerID: 'p' } }, context), change, context)).toEqual(expected)
})
