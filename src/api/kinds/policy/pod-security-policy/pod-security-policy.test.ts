import { expect, test } from 'vitest'
import { filled, kindContext, refusals } from '../../../../testing/kinds'
import { podSecurityPolicy } from './pod-security-policy'

const any = { rule: 'RunAsAny' }
const of = (spec: object, annotations: object = {}) => ({
  metadata: { annotations },
  spec: { fsGroup: any, runAsUser: any, seLinux: any, supplementalGroups: any, ...spec },
})
const APPARMOR = 'apparmor.security.beta.orch.io'
const SECCOMP = 'seccomp.security.alpha.orch.io'

test.each<[string, object, string[]]>([
  ['nothing wrong', of({}), []],
  [
    'no rules',
    { spec: {} },
    ['fsGroup', 'runAsUser', 'seLinux', 'supplementalGroups'].map((member) => `NotSupported spec.${member}.rule`),
  ],
  [
    'ranges the wrong way round',
    of({
      runAsUser: {
        rule: 'MustRunAs',
        ranges: [
          { min: 5, max: 1 },
          { min: -1, max: 2 ** 40 },
        ],
      },
    }),
    ['Invalid spec.runAsUser.ranges[0].min', 'Invalid spec.runAsUser.ranges[1].min'],
  ],
  ['no range of groups', of({ runAsGroup: { rule: 'MayRunAs' } }), ['Invalid spec.runAsGroup.ranges']],
  ['a range of all', of({ runAsGroup: { ...any, ranges: [{ min: 1, max: 2 }] } }), ['Invalid spec.runAsGroup.ranges']],
  [
    'capabilities that are given and dropped',
    of({ requiredDropCapabilities: ['B'], defaultAddCapabilities: ['B'], allowedCapabilities: ['*', 'B'] }),
    ['Invalid allowedCapabilities', 'Invalid defaultAddCapabilities', 'Invalid requiredDropCapabilities'],
  ],
  [
    'paths',
    of({ allowedHostPaths: [{ pathPrefix: '/a/../b' }, { pathPrefix: '' }, { pathPrefix: '..' }] }),
    ['Invalid spec.allowedHostPaths[0]', 'Required spec.allowedHostPaths[1]'],
  ],
  [
    'kernel parameters',
    of({ allowedUnsafeSysctls: ['a.b', 'c.*'], forbiddenSysctls: ['a.*', 'c.d', 'A', ''] }),
    [
      'Invalid spec.allowedUnsafeSysctls[0]',
      'Invalid spec.forbiddenSysctls[1]',
      'Invalid spec.forbiddenSysctls[2]',
      'Invalid spec.forbiddenSysctls[3]',
    ],
  ],
  ['all of them and one', of({ forbiddenSysctls: ['*', 'a'] }), ['Forbidden spec.forbiddenSysctls.items']],
  [
    'runtime classes',
    of({ runtimeClass: { allowedRuntimeClassNames: ['_', 'a', 'a'], defaultRuntimeClassName: 'z' } }),
    ['[0]', '[2]', '']
      .map((at, i) => `${['Invalid', 'Duplicate', 'Required'][i]} spec.runtimeClass.allowedRuntimeClassNames${at}`)
      .sort(),
  ],
  [
    'profiles',
    of(
      {},
      {
        [`${APPARMOR}/defaultProfileName`]: 'x',
        [`${APPARMOR}/allowedProfileNames`]: 'runtime/default,x',
        [`${SECCOMP}/defaultProfileName`]: '*',
        [`${SECCOMP}/allowedProfileNames`]: '*,unconfined',
      },
    ),
    [
      `Invalid metadata.annotations[${APPARMOR}/allowedProfileNames]`,
      `Invalid metadata.annotations[${APPARMOR}/defaultProfileName]`,
      `Invalid metadata.annotations[${SECCOMP}/defaultProfileName]`,
    ],
  ],
])('%s', (_, body, expected) => expect(refusals(podSecurityPolicy, body)).toEqual(expected))

test.each<[object, string]>([
  [
    { allowedCapabilities: ['a'], requiredDropCapabilities: ['a'] },
    'capability is listed in allowedCapabilities and requiredDropCapabilities',
  ],
  [
    { allowedCapabilities: ['*'], requiredDropCapabilities: ['a'] },
    'must be empty when all capabilities are allowed by a wildcard',
  ],
  [{ allowedHostPaths: [{}] }, 'Required value: is required'],
  [{ allowedFlexVolumes: [{}] }, 'Required value: must specify a driver'],
  [{ forbiddenSysctls: [''] }, 'empty sysctl not allowed'],
  [
    { runtimeClass: { allowedRuntimeClassNames: ['*', 'a'] } },
    "if '*' is present, must not specify other RuntimeClass names",
  ],
  [
    { defaultAllowPrivilegeEscalation: true, allowPrivilegeEscalation: false },
    'Cannot set DefaultAllowPrivilegeEscalation to true without also setting AllowPrivilegeEscalation to true',
  ],
])('%j is refused in the words of a real server', (spec, message) => {
  const context = kindContext()
  const errors = podSecurityPolicy.validate?.(filled(podSecurityPolicy, of(spec), context), context) ?? []
  expect([...errors].map((error) => error.message).join('\n')).toContain(message)
})
