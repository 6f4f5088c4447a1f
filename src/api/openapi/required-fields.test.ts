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
  ['networking.v1.HTTPIngressPath', 21, ['backend']],
  ['networking.v1.HTTPIngressPath', 22, ['backend', 'pathType']],
])('%s of 1.%i', async (type, release, fields) => {
  expect(requiredInOrder(type, await loadFieldOrder(), release)).toEqual(fields)
  expect(requiredInOrder(type, undefined, release)).toEqual([...fields].sort())
})
