import { expect, it } from 'vitest'
import { requiredInOrder } from './required-fields'

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
])('%s of 1.%i', (type, release, fields) => {
  expect(new Set(requiredInOrder(type, release))).toEqual(new Set(fields))
  if (type.startsWith('core')) expect(requiredInOrder(type, release)).toEqual(fields)
})
