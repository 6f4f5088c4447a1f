import { expect, test } from 'vitest'
import { AdmissionStage, podWith } from '../../testing/admission-stage'
import { limitPodHardAntiAffinityTopology } from './limit-pod-hard-anti-affinity-topology'

const required = (...keys: string[]) => ({
  affinity: {
    podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: keys.map((topologyKey) => ({ topologyKey })) },
  },
})
const preferred = {
  affinity: {
    podAntiAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: { topologyKey: 'zone' } }],
    },
  },
}
test.each([
  ['none', {}, 'passed'],
  ['on a host', required('orch.io/hostname'), 'passed'],
  ['in a zone', required('topology.orch.io/zone'), '403'],
  ['on a host and in a zone', required('orch.io/hostname', 'topology.orch.io/zone'), '403'],
  ['in a zone as a preference', preferred, 'passed'],
])('anti-affinity %s', async (_, spec, expected) => {
  const verdict = await new AdmissionStage().verdict(limitPodHardAntiAffinityTopology(), {
    of: 'pods',
    object: podWith(spec),
  })
  expect(verdict.slice(0, expected.length)).toBe(expected)
})
