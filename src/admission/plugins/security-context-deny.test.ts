import { expect, test } from 'vitest'
import { AdmissionStage, podWith } from '../../testing/admission-stage'
import { securityContextDeny } from './security-context-deny'

const ofContainer = (securityContext: object) => ({ containers: [{ name: 'c', securityContext }] })
test.each([
  [{}, 'passed'],
  [{ securityContext: { runAsNonRoot: true, runAsGroup: 5 } }, 'passed'],
  [{ securityContext: { runAsUser: 0 } }, 'spec.securityContext.runAsUser is forbidden'],
  [{ securityContext: { fsGroup: 1 } }, 'spec.securityContext.fsGroup is forbidden'],
  [{ securityContext: { supplementalGroups: [] } }, 'spec.securityContext.supplementalGroups is forbidden'],
  [{ securityContext: { seLinuxOptions: {} } }, 'spec.securityContext.seLinuxOptions is forbidden'],
  [ofContainer({ privileged: true }), 'passed'],
  [ofContainer({ runAsUser: 5 }), 'spec.containers[0].securityContext.runAsUser is forbidden'],
  [
    { initContainers: [{ name: 'i', securityContext: { seLinuxOptions: {} } }] },
    'spec.initContainers[0].securityContext.seLinuxOptions is forbidden',
  ],
])('%j', async (spec, expected) => {
  const verdict = await new AdmissionStage().verdict(securityContextDeny(), { of: 'pods', object: podWith(spec) })
  expect(verdict).toContain(expected)
})
