/** Baseline controls, which prevent known privilege escalations (admission document, PodSecurity). */
import {
  subjectContainers,
  namedContainers,
  plural,
  podAndContainers,
  quoted,
  type Subject,
  type Violation,
} from './subject'
import type { Control } from './control'
import { handlerHosts } from './handler-hosts'

const APPARMOR = 'container.apparmor.security.beta.orch.io/'
const SECCOMP_POD = 'seccomp.security.alpha.orch.io/pod'
const SECCOMP_CONTAINER = 'container.seccomp.security.alpha.orch.io/'

/** Capabilities that containers may add. */
export const BASELINE_CAPABILITIES: ReadonlySet<string> = new Set(
  (
    'AUDIT_WRITE CHOWN DAC_OVERRIDE FOWNER FSETID KILL MKNOD NET_BIND_SERVICE SETFCAP SETGID SETPCAP SETUID ' +
    'SYS_CHROOT'
  ).split(' '),
)
/** SELinux types that pods may choose; empty for none. */
export const SELINUX_TYPES: ReadonlySet<string> = new Set(['', 'container_t', 'container_init_t', 'container_kvm_t'])
const SYSCTLS = [
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.ip_unprivileged_port_start',
  'net.ipv4.ping_group_range',
  'net.ipv4.tcp_syncookies',
]
const SYSCTLS_1_27 = [...SYSCTLS, 'net.ipv4.ip_local_reserved_ports']

function appArmor({ annotations }: Subject): Violation | undefined {
  const bad = Object.entries(annotations)
    .filter(
      ([key, value]) =>
        key.startsWith(APPARMOR) && value !== '' && value !== 'runtime/default' && !value.startsWith('localhost/'),
    )
    .sort()
  if (bad.length === 0) return undefined
  return {
    reason: plural('forbidden AppArmor profile', bad.length),
    detail: bad.map(([key, value]) => `${key}="${value}"`).join(', '),
    fields: bad.map(([key]) => `metadata.annotations[${key}]`),
  }
}

function capabilities(subject: Subject): Violation | undefined {
  const bad = subjectContainers(subject).flatMap((visited) => {
    const added = (visited.container.securityContext?.capabilities?.add ?? []).filter(
      (name) => !BASELINE_CAPABILITIES.has(name),
    )
    return added.length > 0 ? [{ ...visited, added }] : []
  })
  if (bad.length === 0) return undefined
  const names = [...new Set(bad.flatMap(({ added }) => added))].sort()
  return {
    reason: 'non-default capabilities',
    detail: `${namedContainers(bad)} must not include ${quoted(names)} in securityContext.capabilities.add`,
    fields: bad.map(({ path }) => `${path}.securityContext.capabilities.add`),
  }
}

function hostNamespaces({ spec }: Subject): Violation | undefined {
  const shared = (['hostNetwork', 'hostPID', 'hostIPC'] as const).filter((field) => spec[field])
  return shared.length === 0
    ? undefined
    : {
        reason: 'host namespaces',
        detail: shared.map((field) => `${field}=true`).join(', '),
        fields: shared.map((field) => `spec.${field}`),
      }
}

function hostPathVolumes({ spec }: Subject): Violation | undefined {
  const bad = (spec.volumes ?? []).flatMap(({ name = '', hostPath }, i) => (hostPath ? [{ name, i }] : []))
  return bad.length === 0
    ? undefined
    : {
        reason: 'hostPath volumes',
        detail: `${plural('volume', bad.length)} ${quoted(bad.map(({ name }) => name))}`,
        fields: bad.map(({ i }) => `spec.volumes[${i}].hostPath`),
      }
}

function hostPorts(subject: Subject): Violation | undefined {
  const bad = subjectContainers(subject).flatMap((visited) => {
    const ports = (visited.container.ports ?? []).flatMap(({ hostPort }, i) => (hostPort ? [{ hostPort, i }] : []))
    return ports.length > 0 ? [{ ...visited, ports }] : []
  })
  if (bad.length === 0) return undefined
  const numbers = [...new Set(bad.flatMap(({ ports }) => ports.map(({ hostPort }) => hostPort)))].sort((a, b) => a - b)
  return {
    reason: 'hostPort',
    detail: `${namedContainers(bad)} ${bad.length === 1 ? 'uses' : 'use'} ${plural('hostPort', numbers.length)} ${numbers.join(', ')}`,
    fields: bad.flatMap(({ path, ports }) => ports.map(({ i }) => `${path}.ports[${i}].hostPort`)),
  }
}

function privileged(subject: Subject): Violation | undefined {
  const bad = subjectContainers(subject).filter(({ container }) => container.securityContext?.privileged)
  return bad.length === 0
    ? undefined
    : {
        reason: 'privileged',
        detail: `${namedContainers(bad)} must not set securityContext.privileged=true`,
        fields: bad.map(({ path }) => `${path}.securityContext.privileged`),
      }
}

function procMount(subject: Subject): Violation | undefined {
  const bad = subjectContainers(subject).flatMap((visited) => {
    const mount = visited.container.securityContext?.procMount ?? 'Default'
    return mount === 'Default' ? [] : [{ ...visited, mount }]
  })
  if (bad.length === 0) return undefined
  return {
    reason: 'procMount',
    detail: `${namedContainers(bad)} must not set securityContext.procMount to ${quoted([...new Set(bad.map(({ mount }) => mount))].sort())}`,
    fields: bad.map(({ path }) => `${path}.securityContext.procMount`),
  }
}

function seLinuxOptions(subject: Subject): Violation | undefined {
  const types = new Set<string>()
  let user = false
  let role = false
  const isBad = (options: { type?: string; user?: string; role?: string } | undefined): boolean => {
    if (!options) return false
    const badType = !SELINUX_TYPES.has(options.type ?? '')
    if (badType) types.add(options.type ?? '')
    user ||= Boolean(options.user)
    role ||= Boolean(options.role)
    return badType || Boolean(options.user) || Boolean(options.role)
  }
  const pod = isBad(subject.spec.securityContext?.seLinuxOptions)
  const bad = subjectContainers(subject).filter(({ container }) => isBad(container.securityContext?.seLinuxOptions))
  if (!pod && bad.length === 0) return undefined
  const what = [
    ...(types.size > 0 ? [`${plural('type', types.size)} ${quoted([...types].sort())}`] : []),
    ...(user ? ['user may not be set'] : []),
    ...(role ? ['role may not be set'] : []),
  ]
  return {
    reason: 'seLinuxOptions',
    detail: `${podAndContainers(pod, bad)} set forbidden securityContext.seLinuxOptions: ${what.join('; ')}`,
    fields: [
      ...(pod ? ['spec.securityContext.seLinuxOptions'] : []),
      ...bad.map(({ path }) => `${path}.securityContext.seLinuxOptions`),
    ],
  }
}

const badAnnotation = (value: string): boolean =>
  value !== '' && value !== 'runtime/default' && value !== 'docker/default' && !value.startsWith('localhost/')

function seccompAnnotations({ annotations }: Subject): Violation | undefined {
  const bad = Object.entries(annotations)
    .filter(([key, value]) => (key === SECCOMP_POD || key.startsWith(SECCOMP_CONTAINER)) && badAnnotation(value))
    .sort()
  if (bad.length === 0) return undefined
  return {
    reason: 'seccompProfile',
    detail: `forbidden ${plural('annotation', bad.length)} ${bad.map(([key, value]) => `${key}="${value}"`).join(', ')}`,
    fields: bad.map(([key]) => `metadata.annotations[${key}]`),
  }
}

function seccompProfile(subject: Subject): Violation | undefined {
  const unconfined = (profile: { type?: string } | undefined) => profile?.type === 'Unconfined'
  const pod = unconfined(subject.spec.securityContext?.seccompProfile)
  const bad = subjectContainers(subject).filter(({ container }) =>
    unconfined(container.securityContext?.seccompProfile),
  )
  if (!pod && bad.length === 0) return undefined
  return {
    reason: 'seccompProfile',
    detail: `${podAndContainers(pod, bad)} must not set securityContext.seccompProfile.type to "Unconfined"`,
    fields: [
      ...(pod ? ['spec.securityContext.seccompProfile.type'] : []),
      ...bad.map(({ path }) => `${path}.securityContext.seccompProfile.type`),
    ],
  }
}

const sysctls =
  (allowed: readonly string[]) =>
  ({ spec }: Subject): Violation | undefined => {
    const bad = (spec.securityContext?.sysctls ?? []).flatMap(({ name = '' }, i) =>
      allowed.includes(name) ? [] : [{ name, i }],
    )
    return bad.length === 0
      ? undefined
      : {
          reason: 'forbidden sysctls',
          detail: bad.map(({ name }) => name).join(', '),
          fields: bad.map(({ i }) => `spec.securityContext.sysctls[${i}].name`),
        }
  }

function windowsHostProcess(subject: Subject): Violation | undefined {
  const pod = subject.spec.securityContext?.windowsOptions?.hostProcess === true
  const bad = subjectContainers(subject).filter(
    ({ container }) => container.securityContext?.windowsOptions?.hostProcess,
  )
  if (!pod && bad.length === 0) return undefined
  return {
    reason: 'hostProcess',
    detail: `${podAndContainers(pod, bad)} must not set securityContext.windowsOptions.hostProcess=true`,
    fields: [
      ...(pod ? ['spec.securityContext.windowsOptions.hostProcess'] : []),
      ...bad.map(({ path }) => `${path}.securityContext.windowsOptions.hostProcess`),
    ],
  }
}

/** Controls of the level `baseline`. */
export const BASELINE: readonly Control[] = [
  { id: 'appArmorProfile', level: 'baseline', title: 'AppArmor profiles', versions: { 0: appArmor } },
  { id: 'capabilities_baseline', level: 'baseline', title: 'Added capabilities', versions: { 0: capabilities } },
  { id: 'hostNamespaces', level: 'baseline', title: 'Host namespaces', versions: { 0: hostNamespaces } },
  { id: 'hostPathVolumes', level: 'baseline', title: 'Host path volumes', versions: { 0: hostPathVolumes } },
  { id: 'hostPorts', level: 'baseline', title: 'Ports of the host', versions: { 0: hostPorts } },
  {
    id: 'hostProbesAndHostLifecycle',
    level: 'baseline',
    title: 'Hosts of probes and lifecycle handlers',
    versions: { 34: handlerHosts },
  },
  { id: 'privileged', level: 'baseline', title: 'Privileged containers', versions: { 0: privileged } },
  { id: 'procMount', level: 'baseline', title: 'Mount of /proc', versions: { 0: procMount } },
  { id: 'seLinuxOptions', level: 'baseline', title: 'SELinux options', versions: { 0: seLinuxOptions } },
  {
    id: 'seccompProfile_baseline',
    level: 'baseline',
    title: 'Seccomp profiles',
    versions: { 0: seccompAnnotations, 19: seccompProfile },
  },
  {
    id: 'sysctls',
    level: 'baseline',
    title: 'Kernel parameters',
    versions: { 0: sysctls(SYSCTLS), 27: sysctls(SYSCTLS_1_27) },
  },
  {
    id: 'windowsHostProcess',
    level: 'baseline',
    title: 'Windows host processes',
    versions: { 0: windowsHostProcess },
  },
]
