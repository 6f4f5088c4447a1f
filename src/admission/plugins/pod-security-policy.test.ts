import { expect, test } from 'vitest'
import { AdmissionStage, podWith } from '../../testing/admission-stage'
import { podSecurityPolicy } from './pod-security-policy'

const OPEN = {
  privileged: true,
  hostNetwork: true,
  hostPID: true,
  hostIPC: true,
  hostPorts: [{ min: 0, max: 65535 }],
  volumes: ['*'],
  allowedCapabilities: ['*'],
  allowPrivilegeEscalation: true,
  allowedUnsafeSysctls: ['*'],
  allowedProcMountTypes: ['Default', 'Unmasked'],
  runAsUser: { rule: 'RunAsAny' },
  fsGroup: { rule: 'RunAsAny' },
  supplementalGroups: { rule: 'RunAsAny' },
  seLinux: { rule: 'RunAsAny' },
}
const policy = (spec: object = {}, metadata: object = {}) => ({
  metadata: { name: 'p', ...metadata },
  spec: { ...OPEN, ...spec },
})
const container = (securityContext: object) => ({ containers: [{ name: 'c', securityContext }] })
const ranges = [{ min: 10, max: 20 }]
const POLICIES = 'policy/podsecuritypolicies'

/** Policy, pod, and either a part of the refusal or the pod's specification afterwards. */
const rows: readonly (readonly [string, object, object, string | object])[] = [
  ['anything', {}, container({ privileged: true }), container({ privileged: true })],
  ['privileged', { privileged: false }, container({ privileged: true }), 'Privileged containers are not allowed'],
  ['host network', { hostNetwork: false }, { hostNetwork: true }, 'Host network is not allowed'],
  ['host processes', { hostPID: false }, { hostPID: true }, 'Host PID is not allowed'],
  ['host communication', { hostIPC: false }, { hostIPC: true }, 'Host IPC is not allowed'],
  [
    'host ports',
    { hostPorts: [{ min: 1, max: 9 }] },
    { containers: [{ name: 'c', ports: [{ hostPort: 10 }] }] },
    'Host port 10 is not allowed to be used. Allowed ports: [1-9]',
  ],
  [
    'a user in range',
    { runAsUser: { rule: 'MustRunAs', ranges } },
    container({ runAsUser: 20 }),
    container({ runAsUser: 20 }),
  ],
  [
    'a user out of range',
    { runAsUser: { rule: 'MustRunAs', ranges } },
    container({ runAsUser: 21 }),
    'runAsUser: must be in the ranges: [10-20]',
  ],
  ['no user', { runAsUser: { rule: 'MustRunAs', ranges } }, container({}), container({ runAsUser: 10 })],
  [
    'the user of the pod',
    { runAsUser: { rule: 'MustRunAs', ranges } },
    { securityContext: { runAsUser: 15 }, containers: [{ name: 'c' }] },
    { securityContext: { runAsUser: 15 }, containers: [{ name: 'c' }] },
  ],
  [
    'root',
    { runAsUser: { rule: 'MustRunAsNonRoot' } },
    container({ runAsUser: 0 }),
    'running with the root UID is forbidden',
  ],
  ['maybe root', { runAsUser: { rule: 'MustRunAsNonRoot' } }, container({}), container({ runAsNonRoot: true })],
  [
    'a request for root',
    { runAsUser: { rule: 'MustRunAsNonRoot' } },
    container({ runAsNonRoot: false }),
    'runAsNonRoot: must be true',
  ],
  ['no group', { runAsGroup: { rule: 'MustRunAs', ranges } }, container({}), container({ runAsGroup: 10 })],
  ['no group where one may be', { runAsGroup: { rule: 'MayRunAs', ranges } }, container({}), container({})],
  [
    'a group out of range',
    { runAsGroup: { rule: 'MayRunAs', ranges } },
    container({ runAsGroup: 9 }),
    'runAsGroup: must be in the ranges',
  ],
  [
    'no groups',
    { fsGroup: { rule: 'MustRunAs', ranges }, supplementalGroups: { rule: 'MustRunAs', ranges } },
    container({}),
    { ...container({}), securityContext: { fsGroup: 10, supplementalGroups: [10] } },
  ],
  [
    'groups out of range',
    { supplementalGroups: { rule: 'MayRunAs', ranges } },
    { securityContext: { supplementalGroups: [5] } },
    'group 5 must be in the ranges: [10-20]',
  ],
  [
    'labels of processes',
    { seLinux: { rule: 'MustRunAs', seLinuxOptions: { level: 's0:c1,c2', user: 'u' } } },
    container({}),
    { ...container({}), securityContext: { seLinuxOptions: { level: 's0:c1,c2', user: 'u' } } },
  ],
  [
    'labels in another order',
    { seLinux: { rule: 'MustRunAs', seLinuxOptions: { level: 's0:c1,c2' } } },
    { securityContext: { seLinuxOptions: { level: 's0:c2,c1' } } },
    { securityContext: { seLinuxOptions: { level: 's0:c2,c1' } } },
  ],
  [
    'other labels',
    { seLinux: { rule: 'MustRunAs', seLinuxOptions: { user: 'u' } } },
    { securityContext: { seLinuxOptions: { user: 'x' } } },
    'user: must be u',
  ],
  [
    'capabilities to drop',
    { requiredDropCapabilities: ['KILL'] },
    container({}),
    container({ capabilities: { drop: ['KILL'] } }),
  ],
  [
    'capabilities by default',
    { defaultAddCapabilities: ['CHOWN'] },
    container({ capabilities: { add: ['KILL'] } }),
    container({ capabilities: { add: ['CHOWN', 'KILL'] } }),
  ],
  [
    'a default capability that is dropped',
    { defaultAddCapabilities: ['CHOWN'] },
    container({ capabilities: { drop: ['CHOWN'] } }),
    container({ capabilities: { drop: ['CHOWN'] } }),
  ],
  [
    'another capability',
    { allowedCapabilities: ['CHOWN'] },
    container({ capabilities: { add: ['SYS_ADMIN'] } }),
    'capability SYS_ADMIN may not be added',
  ],
  ['a file system', { readOnlyRootFilesystem: true }, container({}), container({ readOnlyRootFilesystem: true })],
  [
    'a file system to write to',
    { readOnlyRootFilesystem: true },
    container({ readOnlyRootFilesystem: false }),
    'ReadOnlyRootFilesystem must be set to true',
  ],
  [
    'escalation left open',
    { allowPrivilegeEscalation: false },
    container({}),
    container({ allowPrivilegeEscalation: false }),
  ],
  [
    'escalation by default',
    { defaultAllowPrivilegeEscalation: false },
    container({}),
    container({ allowPrivilegeEscalation: false }),
  ],
  [
    'escalation',
    { allowPrivilegeEscalation: false },
    container({ allowPrivilegeEscalation: true }),
    'Allowing privilege escalation',
  ],
  [
    'a mount of /proc',
    { allowedProcMountTypes: [] },
    container({ procMount: 'Unmasked' }),
    'ProcMountType is not allowed',
  ],
  [
    'volumes',
    { volumes: ['secret'] },
    { volumes: [{ name: 'v', emptyDir: {} }] },
    'spec.volumes[0]: emptyDir volumes are not allowed',
  ],
  [
    'the token of an account',
    { volumes: ['secret'] },
    {
      volumes: [
        {
          name: 'v',
          projected: {
            sources: [{ serviceAccountToken: { path: 'token' } }, { configMap: { name: 'orch-root-ca.crt' } }],
          },
        },
      ],
    },
    {
      volumes: [
        {
          name: 'v',
          projected: {
            sources: [{ serviceAccountToken: { path: 'token' } }, { configMap: { name: 'orch-root-ca.crt' } }],
          },
        },
      ],
    },
  ],
  [
    'a path of the host',
    { allowedHostPaths: [{ pathPrefix: '/foo' }] },
    { volumes: [{ name: 'v', hostPath: { path: '/foo/bar' } }] },
    { volumes: [{ name: 'v', hostPath: { path: '/foo/bar' } }] },
  ],
  [
    'a path beside it',
    { allowedHostPaths: [{ pathPrefix: '/foo' }] },
    { volumes: [{ name: 'v', hostPath: { path: '/foobar' } }] },
    'is not allowed to be used',
  ],
  [
    'a path to read',
    { allowedHostPaths: [{ pathPrefix: '/foo', readOnly: true }] },
    {
      volumes: [{ name: 'v', hostPath: { path: '/foo' } }],
      containers: [{ name: 'c', volumeMounts: [{ name: 'v' }] }],
    },
    'volumeMounts[0].readOnly: must be read-only',
  ],
  [
    'another flex driver',
    { allowedFlexVolumes: [{ driver: 'a' }] },
    { volumes: [{ name: 'v', flexVolume: { driver: 'b' } }] },
    'Flexvolume driver',
  ],
  [
    'another CSI driver',
    { allowedCSIDrivers: [{ name: 'a' }] },
    { volumes: [{ name: 'v', csi: { driver: 'b' } }] },
    'Inline CSI driver',
  ],
  [
    'a forbidden parameter',
    { forbiddenSysctls: ['kernel.*'] },
    { securityContext: { sysctls: [{ name: 'kernel.shm_rmid_forced' }] } },
    'sysctl "kernel.shm_rmid_forced" is not allowed',
  ],
  [
    'an unsafe parameter',
    { allowedUnsafeSysctls: ['net.*'] },
    { securityContext: { sysctls: [{ name: 'kernel.msgmax' }] } },
    'unsafe sysctl "kernel.msgmax"',
  ],
  [
    'a runtime',
    { runtimeClass: { allowedRuntimeClassNames: ['a'], defaultRuntimeClassName: 'a' } },
    container({}),
    { ...container({}), runtimeClassName: 'a' },
  ],
  [
    'another runtime',
    { runtimeClass: { allowedRuntimeClassNames: ['a'] } },
    { runtimeClassName: 'b' },
    '"b" is none of the allowed ones: a',
  ],
]
/** Empty contexts mean nothing. */
const tidy = (spec: unknown) => {
  const copy = structuredClone(spec) as { securityContext?: object }
  if (copy.securityContext && Object.keys(copy.securityContext).length === 0) delete copy.securityContext
  return copy
}
test.each(rows)('a policy about %s', async (_, spec, pod, expected) => {
  const stage = new AdmissionStage(20).put(POLICIES, policy(spec))
  const plugin = podSecurityPolicy(stage.environment)
  const asked = { of: 'pods', object: podWith(pod) }
  if (typeof expected === 'string') return expect(await stage.verdict(plugin, asked)).toContain(expected)
  const passed = await stage.pass(plugin, asked)
  expect(tidy(passed?.spec)).toEqual(podWith(expected).spec)
  expect(passed?.metadata.annotations?.['orch.io/psp']).toBe('p')
})

const SECCOMP = { 'seccomp.security.alpha.orch.io/allowedProfileNames': 'runtime/default' }
test.each([
  ['no profile allowed', {}, { seccompProfile: { type: 'RuntimeDefault' } }, 'seccomp may not be set'],
  ['the allowed one', SECCOMP, { seccompProfile: { type: 'RuntimeDefault' } }, 'passed'],
  ['another one', SECCOMP, { seccompProfile: { type: 'Unconfined' } }, 'unconfined is not an allowed seccomp profile'],
  [
    'any one',
    { 'seccomp.security.alpha.orch.io/allowedProfileNames': '*' },
    { seccompProfile: { type: 'Unconfined' } },
    'passed',
  ],
  [
    'none, but a default',
    { ...SECCOMP, 'seccomp.security.alpha.orch.io/defaultProfileName': 'runtime/default' },
    {},
    'passed',
  ],
])('seccomp: %s', async (_, annotations, securityContext, expected) => {
  const stage = new AdmissionStage(20).put(POLICIES, policy({}, { annotations }))
  const verdict = await stage.verdict(podSecurityPolicy(stage.environment), {
    of: 'pods',
    object: podWith({ securityContext }),
  })
  expect(verdict).toContain(expected)
})

test('profiles of AppArmor come from the policy', async () => {
  const annotations = {
    'apparmor.security.beta.orch.io/allowedProfileNames': 'runtime/default',
    'apparmor.security.beta.orch.io/defaultProfileName': 'runtime/default',
  }
  const stage = new AdmissionStage(20).put(POLICIES, policy({}, { annotations }))
  const plugin = podSecurityPolicy(stage.environment)
  const key = 'container.apparmor.security.beta.orch.io/c'
  const passed = await stage.pass(plugin, { of: 'pods', object: podWith() })
  expect(passed?.metadata.annotations?.[key]).toBe('runtime/default')
  const object = podWith({}, { annotations: { [key]: 'unconfined' } })
  expect(await stage.verdict(plugin, { of: 'pods', object })).toContain('unconfined is not an allowed profile')
})

test('a policy that changes nothing is preferred to one that would change the pod', async () => {
  const stage = new AdmissionStage(20).put(
    POLICIES,
    policy({ readOnlyRootFilesystem: true }, { name: 'a-strict' }),
    policy({}, { name: 'b-open' }),
  )
  const passed = await stage.pass(podSecurityPolicy(stage.environment), { of: 'pods', object: podWith() })
  expect(passed?.metadata.annotations?.['orch.io/psp']).toBe('b-open')
})

test.each([
  ['the user', 'admin', 'passed'],
  ['the account', 'system:serviceaccount:ns:robot', 'passed'],
  ['somebody else', 'eve', '403'],
])('%s may use the policy', async (_, user, expected) => {
  const stage = new AdmissionStage(20).put(POLICIES, policy())
  stage.allows = ({ verb, resource, apiGroup, name, user: asking }) =>
    verb === 'use' &&
    resource === 'podsecuritypolicies' &&
    apiGroup === 'policy' &&
    name === 'p' &&
    asking.name === user
  const asked = { of: 'pods', object: podWith({ serviceAccountName: 'robot' }) }
  const verdict = await stage.verdict(podSecurityPolicy(stage.environment), asked)
  expect(verdict.slice(0, expected.length)).toBe(expected)
})

test('without policies every pod is refused', async () => {
  const stage = new AdmissionStage(20)
  expect(await stage.verdict(podSecurityPolicy(stage.environment), { of: 'pods', object: podWith() })).toContain(
    'no providers',
  )
})

test.each([
  ['an image', podWith({ containers: [{ name: 'c', image: 'other' }] }), '403'],
  ['its owners', podWith({}, { ownerReferences: [] }), 'passed'],
])('an update of a forbidden pod changes %s', async (_, object, expected) => {
  const stage = new AdmissionStage(20).put(POLICIES, policy({ readOnlyRootFilesystem: true }))
  const verdict = await stage.verdict(podSecurityPolicy(stage.environment), {
    of: 'pods',
    object,
    oldObject: podWith(),
  })
  expect(verdict.slice(0, expected.length)).toBe(expected)
})
