import { describe, expect, test } from 'vitest'
import type { Level } from './control'
import { CONTROLS, evaluateLevel, violationText } from './controls'
import type { Subject } from './subject'

const spec = (spec: object, annotations: Record<string, string> = {}): Subject => ({ spec, annotations })
const pod = (securityContext: object, more: object = {}): Subject =>
  spec({ securityContext, containers: [{ name: 'a' }], ...more })
const container = (securityContext: object, more: object = {}): Subject =>
  spec({ containers: [{ name: 'a', securityContext }], ...more })
const annotated = (key: string, value: string): Subject => spec({ containers: [{ name: 'a' }] }, { [key]: value })
const volume = (source: object): Subject => spec({ volumes: [{ name: 'v', ...source }] })
const WINDOWS = { os: { name: 'windows' } }

/** Control, checked fields, message (empty if allowed), and the release if it is not 1.25. */
const ROWS: readonly (readonly [string, Subject, string, number?])[] = [
  ['appArmorProfile', annotated('container.apparmor.security.beta.orch.io/a', 'runtime/default'), ''],
  ['appArmorProfile', annotated('container.apparmor.security.beta.orch.io/a', 'localhost/x'), ''],
  [
    'appArmorProfile',
    annotated('container.apparmor.security.beta.orch.io/a', 'unconfined'),
    'forbidden AppArmor profile (container.apparmor.security.beta.orch.io/a="unconfined")',
  ],
  ['capabilities_baseline', container({ capabilities: { add: ['CHOWN'] } }), ''],
  [
    'capabilities_baseline',
    container({ capabilities: { add: ['NET_RAW', 'BPF'] } }),
    'non-default capabilities (container "a" must not include "BPF", "NET_RAW" in securityContext.capabilities.add)',
  ],
  ['hostNamespaces', spec({ hostNetwork: false }), ''],
  [
    'hostNamespaces',
    spec({ hostNetwork: true, hostPID: true, hostIPC: true }),
    'host namespaces (hostNetwork=true, hostPID=true, hostIPC=true)',
  ],
  ['hostPathVolumes', volume({ emptyDir: {} }), ''],
  ['hostPathVolumes', volume({ hostPath: { path: '/' } }), 'hostPath volumes (volume "v")'],
  ['hostPorts', spec({ containers: [{ name: 'a', ports: [{ containerPort: 80 }] }] }), ''],
  [
    'hostProbesAndHostLifecycle',
    spec({ containers: [{ name: 'a', livenessProbe: { httpGet: { port: 80 } } }] }),
    '',
    34,
  ],
  [
    'hostProbesAndHostLifecycle',
    spec({
      initContainers: [{ name: 'c', lifecycle: { preStop: { tcpSocket: { port: 80, host: 'b.example' } } } }],
      containers: [{ name: 'a', startupProbe: { httpGet: { port: 80, host: 'a.example' } } }],
    }),
    'probe or lifecycle host (containers "a", "c" use probe or lifecycle hosts "a.example", "b.example")',
    34,
  ],
  [
    'hostPorts',
    spec({ containers: [{ name: 'a', ports: [{ hostPort: 80 }, { hostPort: 8 }] }] }),
    'hostPort (container "a" uses hostPorts 8, 80)',
  ],
  [
    'hostPorts',
    spec({
      initContainers: [{ name: 'i', ports: [{ hostPort: 80 }] }],
      containers: [{ name: 'a', ports: [{ hostPort: 80 }] }],
    }),
    'hostPort (containers "i", "a" use hostPort 80)',
  ],
  ['privileged', container({ privileged: false }), ''],
  [
    'privileged',
    container({ privileged: true }),
    'privileged (container "a" must not set securityContext.privileged=true)',
  ],
  [
    'privileged',
    spec({ ephemeralContainers: [{ name: 'e', securityContext: { privileged: true } }] }),
    'privileged (container "e" must not set securityContext.privileged=true)',
  ],
  ['procMount', container({ procMount: 'Default' }), ''],
  [
    'procMount',
    container({ procMount: 'Unmasked' }),
    'procMount (container "a" must not set securityContext.procMount to "Unmasked")',
  ],
  ['seLinuxOptions', pod({ seLinuxOptions: { type: 'container_t', level: 's0' } }), ''],
  [
    'seLinuxOptions',
    pod({ seLinuxOptions: { type: 'x', user: 'u' } }),
    'seLinuxOptions (pod set forbidden securityContext.seLinuxOptions: type "x"; user may not be set)',
  ],
  [
    'seLinuxOptions',
    container({ seLinuxOptions: { role: 'r' } }),
    'seLinuxOptions (container "a" set forbidden securityContext.seLinuxOptions: role may not be set)',
  ],
  ['seccompProfile_baseline', pod({ seccompProfile: { type: 'RuntimeDefault' } }), ''],
  ['seccompProfile_baseline', pod({}), ''],
  [
    'seccompProfile_baseline',
    pod({ seccompProfile: { type: 'Unconfined' } }),
    'seccompProfile (pod must not set securityContext.seccompProfile.type to "Unconfined")',
  ],
  [
    'seccompProfile_baseline',
    annotated('seccomp.security.alpha.orch.io/pod', 'unconfined'),
    'seccompProfile (forbidden annotation seccomp.security.alpha.orch.io/pod="unconfined")',
    18,
  ],
  ['seccompProfile_baseline', annotated('container.seccomp.security.alpha.orch.io/a', 'docker/default'), '', 18],
  ['sysctls', pod({ sysctls: [{ name: 'kernel.shm_rmid_forced' }] }), ''],
  [
    'sysctls',
    pod({ sysctls: [{ name: 'kernel.msgmax' }, { name: 'net.core.somaxconn' }] }),
    'forbidden sysctls (kernel.msgmax, net.core.somaxconn)',
  ],
  [
    'sysctls',
    pod({ sysctls: [{ name: 'net.ipv4.ip_local_reserved_ports' }] }),
    'forbidden sysctls (net.ipv4.ip_local_reserved_ports)',
    26,
  ],
  ['sysctls', pod({ sysctls: [{ name: 'net.ipv4.ip_local_reserved_ports' }] }), '', 27],
  ['windowsHostProcess', pod({ windowsOptions: { hostProcess: false } }), ''],
  [
    'windowsHostProcess',
    spec({
      securityContext: { windowsOptions: { hostProcess: true } },
      containers: [{ name: 'a', securityContext: { windowsOptions: { hostProcess: true } } }],
    }),
    'hostProcess (pod and container "a" must not set securityContext.windowsOptions.hostProcess=true)',
  ],

  ['allowPrivilegeEscalation', container({ allowPrivilegeEscalation: false }), ''],
  [
    'allowPrivilegeEscalation',
    container({}),
    'allowPrivilegeEscalation != false (container "a" must set securityContext.allowPrivilegeEscalation=false)',
  ],
  ['allowPrivilegeEscalation', container({}, WINDOWS), ''],
  [
    'allowPrivilegeEscalation',
    container({}, WINDOWS),
    'allowPrivilegeEscalation != false (container "a" must set securityContext.allowPrivilegeEscalation=false)',
    24,
  ],
  ['capabilities_restricted', container({ capabilities: { drop: ['ALL'], add: ['NET_BIND_SERVICE'] } }), ''],
  [
    'capabilities_restricted',
    container({ capabilities: { add: ['CHOWN'] } }),
    'unrestricted capabilities (container "a" must set securityContext.capabilities.drop=["ALL"]; container "a" must not include "CHOWN" in securityContext.capabilities.add)',
  ],
  ['capabilities_restricted', container({}, WINDOWS), ''],
  ['restrictedVolumes', volume({ secret: {} }), ''],
  ['restrictedVolumes', volume({ nfs: {} }), 'restricted volume types (volume "v" uses restricted volume type "nfs")'],
  ['runAsNonRoot', pod({ runAsNonRoot: true }), ''],
  ['runAsNonRoot', container({ runAsNonRoot: true }), ''],
  ['runAsNonRoot', pod({}), 'runAsNonRoot != true (pod or container "a" must set securityContext.runAsNonRoot=true)'],
  [
    'runAsNonRoot',
    pod({ runAsNonRoot: false }),
    'runAsNonRoot != true (pod must not set securityContext.runAsNonRoot=false)',
  ],
  [
    'runAsNonRoot',
    container({ runAsNonRoot: false }, { securityContext: { runAsNonRoot: true } }),
    'runAsNonRoot != true (container "a" must not set securityContext.runAsNonRoot=false)',
  ],
  ['runAsUser', pod({ runAsUser: 1 }), ''],
  ['runAsUser', pod({ runAsUser: 0 }), 'runAsUser=0 (pod must not set runAsUser=0)'],
  ['runAsUser', container({ runAsUser: 0 }), 'runAsUser=0 (container "a" must not set runAsUser=0)'],
  ['seccompProfile_restricted', pod({ seccompProfile: { type: 'Localhost' } }), ''],
  ['seccompProfile_restricted', container({ seccompProfile: { type: 'RuntimeDefault' } }), ''],
  [
    'seccompProfile_restricted',
    pod({}),
    'seccompProfile (pod or container "a" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")',
  ],
  [
    'seccompProfile_restricted',
    container({ seccompProfile: { type: 'Unconfined' } }),
    'seccompProfile (container "a" must not set securityContext.seccompProfile.type to "Unconfined")',
  ],
  ['seccompProfile_restricted', pod({}, WINDOWS), ''],
]

const ask = (id: string, subject: Subject, release: number) => {
  const control = CONTROLS.find((one) => one.id === id)
  const level = control?.level as Level
  return evaluateLevel({ level, version: 'latest' }, subject, release).filter(({ control: one }) => one.id === id)
}

test.each(ROWS.map(([id, subject, expected, release = 25]) => [id, subject, expected, release] as const))(
  '%s of %j: %s',
  (id, subject, expected, release) => {
    const results = ask(id, subject, release)
    expect(results).toHaveLength(1)
    expect(violationText(results)).toBe(expected)
    // Violations name the path of the field.
    expect((results[0]?.violation?.fields.length ?? 0) > 0).toBe(expected !== '')
  },
)

describe('levels', () => {
  const ids = (level: Level, version: number | 'latest', release = 25) =>
    evaluateLevel({ level, version }, spec({}), release).map(({ control }) => control.id)

  test('every control has a row that passes and one that fails', () => {
    for (const { id } of CONTROLS) {
      const rows = ROWS.filter(([of]) => of === id)
      expect([id, rows.some(([, , text]) => text === ''), rows.some(([, , text]) => text !== '')]).toEqual([
        id,
        true,
        true,
      ])
    }
  })
  test('privileged asks for nothing', () => expect(ids('privileged', 'latest')).toEqual([]))
  test('restricted says more where baseline says less', () => {
    const all = ids('restricted', 'latest')
    expect(all).toContain('restrictedVolumes')
    expect(all).not.toContain('hostPathVolumes')
    expect(all).not.toContain('capabilities_baseline')
    expect(all.indexOf('privileged')).toBeLessThan(all.indexOf('runAsNonRoot'))
  })
  test.each([
    ['capabilities_restricted', 21, false],
    ['capabilities_restricted', 22, true],
    ['capabilities_baseline', 21, true],
    ['runAsUser', 22, false],
    ['runAsUser', 23, true],
    ['seccompProfile_restricted', 18, false],
    ['allowPrivilegeEscalation', 7, false],
    ['allowPrivilegeEscalation', 8, true],
  ])('%s in v1.%i: %s', (id, version, expected) => {
    expect(ids('restricted', version).includes(id)).toBe(expected)
  })
  test("a version to come is like the server's own", () => {
    const subject = pod({ sysctls: [{ name: 'net.ipv4.ip_local_reserved_ports' }] })
    expect(violationText(evaluateLevel({ level: 'baseline', version: 40 }, subject, 25))).toContain('forbidden sysctls')
  })
})
