import { expect, test } from 'vitest'
import { AdmissionStage, podWith } from '../../testing/admission-stage'
import { extendedResourceToleration } from './extended-resource-toleration'

const container = (name: string, requests: object) => ({ name, resources: { requests } })
const tolerated = (key: string) => ({ key, operator: 'Exists', effect: 'NoSchedule' })

test.each([
  ['none', {}, undefined],
  ['cpu', { containers: [container('a', { cpu: '1' })] }, undefined],
  ['huge pages', { containers: [container('a', { 'hugepages-2Mi': '2Mi' })] }, undefined],
  [
    'several, in the order of their names',
    {
      initContainers: [container('i', { 'example.com/gpu': '1' })],
      containers: [container('a', { 'example.com/fpga': '1' })],
    },
    [tolerated('example.com/fpga'), tolerated('example.com/gpu')],
  ],
  [
    'one that is tolerated already',
    { containers: [container('a', { 'example.com/gpu': '1' })], tolerations: [tolerated('example.com/gpu')] },
    [tolerated('example.com/gpu')],
  ],
])('a pod that asks for %s', async (_, spec, expected) => {
  const stage = new AdmissionStage()
  const object = await stage.pass(extendedResourceToleration(), { of: 'pods', object: podWith(spec) })
  expect((object?.spec as { tolerations?: unknown }).tolerations).toEqual(expected)
})
