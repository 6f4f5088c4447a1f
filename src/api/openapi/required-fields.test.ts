import { expect, it } from 'vitest'
import { loadFieldOrder, requiredInOrder } from './required-fields'

it.each<[type: string, release: number, fields: string[]]>([
  [
    'core.v1.NodeSystemInfo',
    36,
    [
      'machineID',
      'systemUUID',
      'bootID',
      'kernelVersion',
      'osImage',
      'containerRuntimeVersion',
      'kubeletVersion',
      'kubeProxyVersion',
      'operatingSystem',
      'architecture',
    ],
  ],
  ['machinery.apis.meta.v1.OwnerReference', 20, ['apiVersion', 'kind', 'name', 'uid']],
  ['discovery.v1beta1.EndpointSlice', 20, ['addressType', 'endpoints']],
  ['extensions.apis.apiextensions.v1.CustomResourceColumnDefinition', 20, ['name', 'type', 'jsonPath']],
  ['aggregator.apis.apiregistration.v1.APIServiceSpec', 20, ['groupPriorityMinimum', 'versionPriority']],
  ['events.v1.Event', 20, ['metadata', 'eventTime']],
  ['events.v1.Event', 36, ['eventTime']],
  ['core.v1.ContainerImage', 20, ['names']],
  ['core.v1.ContainerImage', 36, []],
  ['networking.v1.HTTPIngressPath', 21, ['backend']],
  ['networking.v1.HTTPIngressPath', 22, ['backend', 'pathType']],
])('%s of 1.%i', async (type, release, fields) => {
  expect(requiredInOrder(type, await loadFieldOrder(), release)).toEqual(fields)
  expect(requiredInOrder(type, undefined, release)).toEqual([...fields].sort())
})
