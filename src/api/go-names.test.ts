import { expect, test } from 'vitest'
import { goFieldNames, goType, isGoPointer } from './go-names'
import { schemaOf } from './types'

test.each([
  ['core.v1.Pod', 'metadata', ['ObjectMeta']],
  ['core.v1.PodList', 'metadata', ['ListMeta']],
  ['core.v1.Pod', 'kind', ['TypeMeta', 'Kind']],
  ['core.v1.ObjectReference', 'kind', ['Kind']],
  ['core.v1.PodSpec', 'dnsPolicy', ['DNSPolicy']],
  ['core.v1.PodSpec', 'serviceAccount', ['DeprecatedServiceAccount']],
  ['core.v1.NodeSpec', 'podCIDR', ['PodCIDR']],
  ['machinery.apis.meta.v1.ObjectMeta', 'uid', ['UID']],
  ['core.v1.Volume', 'name', ['Name']],
  ['core.v1.Volume', 'nfs', ['VolumeSource', 'NFS']],
  ['core.v1.Probe', 'httpGet', ['Handler', 'HTTPGet']],
  ['core.v1.EndpointSubset', 'addresses', ['Addresses']],
  ['networking.v1.NetworkPolicyPeer', 'ipBlock', ['IPBlock']],
])('%s %s', (type, member, names) => {
  expect(goFieldNames(type, member)).toEqual(names)
})

test.each([
  ['core.v1.PodSpec', 'containers', '[]v1.Container', false],
  ['core.v1.PodSpec', 'securityContext', 'v1.PodSecurityContext', true],
  ['core.v1.PodSpec', 'priority', 'int32', true],
  ['core.v1.Container', 'resources', 'v1.ResourceRequirements', false],
  ['core.v1.PersistentVolumeSpec', 'accessModes', '[]v1.PersistentVolumeAccessMode', false],
  ['core.v1.ConfigMap', 'binaryData', 'map[string][]uint8', false],
])('the type of %s %s', (type, member, name, pointer) => {
  const field = schemaOf(type)?.fields?.get(member)
  if (!field) throw new Error('the field is missing')
  expect([goType(field, type, member), isGoPointer(type, member, field)]).toEqual([name, pointer])
})
