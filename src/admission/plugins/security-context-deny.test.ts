import { expect, test } from 'vitest'
import { AdmissionStage, podWith } from '../../testing/admission-stage'
import { securityContextDeny } from './security-context-deny'

const ofContainer = (securityContext: object) => ({ containers: [{ name: 'c', securityContext }] })
test.each([
  [{}, 'passed'],
  [{ securityContext: { runAsNonRoot: true, runAsGroup: 5 } }, 'passed'],
  [{ securityContext: { runAsUser: 0 } }, 'pod.Spec.SecurityContext.RunAsUser is forbidden'],
  [{ securityContext: { fsGroup: 1 } }, 'pod.Spec.SecurityContext.FSGroup is forbidden'],
  [{ securityContext: { supplementalGroups: [] } }, 'pod.Spec.SecurityContext.SupplementalGroups is forbidden'],
  [{ securityContext: { seLinuxOptions: {} } }, 'pod.Spec.SecurityContext.SELinuxOptions is forbidden'],
  [ofContainer({ privileged: true }), 'passed'],
  [ofContainer({ runAsUser: 5 }), ': SecurityContext.RunAsUser is forbidden'],
  [
    { initContainers: [{ name: 'i', securityContext: { seLinuxOptions: {} } }] },
    ': SecurityContext.SELinuxOptions is forbidden',
  ],
])('%j', async (spec, expected) => {
  const verdict = await new AdmissionStage().verdict(securityContextDeny(), { of: 'pods', object: podWith(spec) })
  expect(verdict).toContain(expected)
})
