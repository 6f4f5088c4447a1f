import type * as core from 'kt126/core/v1'
import type { Draft } from '../kinds/meta/draft'
import { equal } from '../../machinery/json'
import { podSeccomp } from './profiles'
import { inRanges, type PodView, type PodPolicyRule, type PolicySpec, rangesText } from './rules'

const CONTEXT = 'spec.securityContext'
const SAFE_SYSCTLS = [
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.ping_group_range',
  'net.ipv4.ip_unprivileged_port_start',
]
const ROOT_CA_MAP = 'orch-root-ca.crt'

type Groups = PolicySpec['supplementalGroups']
/** Checks a pod's groups against a policy's ranges; MustRunAs requires at least one. */
function checkGroups(
  groups: readonly number[],
  strategy: Groups,
  field: string,
  complain: (field: string, why: string) => void,
): void {
  if (strategy?.rule !== 'MustRunAs' && strategy?.rule !== 'MayRunAs') return
  if (strategy.rule === 'MustRunAs' && groups.length === 0)
    complain(field, 'unable to validate empty groups against required ranges')
  for (const group of groups)
    if (!inRanges(group, strategy.ranges))
      complain(field, `group ${group} must be in the ranges: ${rangesText(strategy.ranges)}`)
}
const firstOf = (strategy: Groups): number | undefined =>
  strategy?.rule === 'MustRunAs' ? strategy.ranges?.[0]?.min : undefined

const supplementalGroups: PodPolicyRule<PodView> = {
  about: 'supplementalGroups',
  fill({ spec }, { spec: policy }) {
    const context = (spec.securityContext ??= {})
    const group = firstOf(policy.supplementalGroups)
    if (context.supplementalGroups === undefined && group !== undefined) context.supplementalGroups = [group]
  },
  check({ spec }, { spec: policy }, complain) {
    const groups = spec.securityContext?.supplementalGroups ?? []
    checkGroups(groups, policy.supplementalGroups, `${CONTEXT}.supplementalGroups`, complain)
  },
}

const fsGroup: PodPolicyRule<PodView> = {
  about: 'fsGroup',
  fill({ spec }, { spec: policy }) {
    const context = (spec.securityContext ??= {})
    const group = firstOf(policy.fsGroup)
    if (context.fsGroup === undefined && group !== undefined) context.fsGroup = group
  },
  check({ spec }, { spec: policy }, complain) {
    const group = spec.securityContext?.fsGroup
    checkGroups(group === undefined ? [] : [group], policy.fsGroup, `${CONTEXT}.fsGroup`, complain)
  },
}

const seLinux: PodPolicyRule<PodView> = {
  about: 'seLinux',
  fill({ spec }, { spec: policy }) {
    const context = (spec.securityContext ??= {})
    if (policy.seLinux?.rule === 'MustRunAs' && context.seLinuxOptions === undefined && policy.seLinux.seLinuxOptions)
      context.seLinuxOptions = { ...policy.seLinux.seLinuxOptions }
  },
  check({ spec }, { spec: policy }, complain) {
    checkSeLinux(spec.securityContext?.seLinuxOptions, policy, CONTEXT, complain)
  },
}

type SeLinuxOptions = Draft<core.SELinuxOptions>
/** Checks SELinux options: all must be those of the policy. */
export function checkSeLinux(
  options: SeLinuxOptions | undefined,
  policy: PolicySpec,
  context: string,
  complain: (field: string, why: string) => void,
): void {
  if (policy.seLinux?.rule !== 'MustRunAs') return
  if (!options) return complain(`${context}.seLinuxOptions`, 'Required value')
  const wanted: SeLinuxOptions = policy.seLinux.seLinuxOptions ?? {}
  const parts = (level: string | undefined) => [...new Set((level ?? '').split(/[:,]/))].sort()
  for (const field of ['level', 'role', 'type', 'user'] as const) {
    const [own = '', must = ''] = [options[field], wanted[field]]
    // The categories of a level may be in any order.
    const same = field === 'level' ? equal(parts(own), parts(must)) : own === must
    if (!same) complain(`${context}.seLinuxOptions.${field}`, `must be ${must}`)
  }
}

const host = (field: 'hostNetwork' | 'hostPID' | 'hostIPC', name: string): PodPolicyRule<PodView> => ({
  about: field,
  check({ spec }, { spec: policy }, complain) {
    if (spec[field] && !policy[field]) complain(`${CONTEXT}.${field}`, `${name} is not allowed to be used`)
  },
})

const matches = (name: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => (pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern))

const sysctls: PodPolicyRule<PodView> = {
  about: 'sysctls',
  check({ spec }, { spec: policy }, complain) {
    const { forbiddenSysctls = [], allowedUnsafeSysctls = [] } = policy
    for (const [i, { name = '' }] of (spec.securityContext?.sysctls ?? []).entries()) {
      const field = `${CONTEXT}.sysctls[${i}]`
      if (matches(name, forbiddenSysctls)) complain(field, `sysctl "${name}" is not allowed`)
      else if (!SAFE_SYSCTLS.includes(name) && !matches(name, allowedUnsafeSysctls))
        complain(field, `unsafe sysctl "${name}" is not allowed`)
    }
  },
}

type Volume = Draft<core.Volume>
const typeOf = ({ name: _name, ...sources }: Volume): string =>
  Object.entries(sources).find(([, source]) => source !== undefined)?.[0] ?? ''

/** The service account token volume that admission adds; a policy that allows secrets allows it. */
const isAccountToken = ({ projected }: Volume): boolean =>
  projected?.sources !== undefined &&
  projected.sources.length > 0 &&
  projected.sources.every(
    ({ serviceAccountToken, configMap, downwardAPI }) =>
      serviceAccountToken?.path === 'token' ||
      configMap?.name === ROOT_CA_MAP ||
      downwardAPI?.items?.every(({ fieldRef }) => fieldRef?.fieldPath === 'metadata.namespace'),
  )

const volumes: PodPolicyRule<PodView> = {
  about: 'volumes',
  check({ spec }, { spec: policy }, complain) {
    const allowed = policy.volumes ?? []
    for (const [i, volume] of (spec.volumes ?? []).entries()) {
      const field = `spec.volumes[${i}]`
      const type = typeOf(volume)
      const passes =
        allowed.includes('*') || allowed.includes(type) || (allowed.includes('secret') && isAccountToken(volume))
      if (!passes) complain(field, `${type} volumes are not allowed to be used`)
      if (volume.hostPath) checkHostPath({ spec }, policy, volume, field, complain)
      const { allowedFlexVolumes = [], allowedCSIDrivers = [] } = policy
      if (volume.flexVolume && allowedFlexVolumes.length > 0)
        if (!allowedFlexVolumes.some(({ driver }) => driver === volume.flexVolume?.driver))
          complain(`${field}.driver`, 'Flexvolume driver is not allowed to be used')
      if (volume.csi && allowedCSIDrivers.length > 0)
        if (!allowedCSIDrivers.some(({ name }) => name === volume.csi?.driver))
          complain(`${field}.csi.driver`, 'Inline CSI driver is not allowed to be used')
    }
  },
}

/** Whether a path is a directory or inside it. */
function isBelow(path: string, prefix: string): boolean {
  const parts = (text: string) => text.split('/').filter((part) => part !== '')
  const [own, top] = [parts(path), parts(prefix)]
  return top.every((part, i) => own[i] === part)
}

function checkHostPath(
  { spec }: Pick<PodView, 'spec'>,
  { allowedHostPaths = [] }: PolicySpec,
  { name, hostPath }: Volume,
  field: string,
  complain: (field: string, why: string) => void,
): void {
  if (allowedHostPaths.length === 0) return
  const path = hostPath?.path ?? ''
  const found = allowedHostPaths.filter(({ pathPrefix = '' }) => isBelow(path, pathPrefix))
  if (found.length === 0) return complain(`${field}.hostPath.pathPrefix`, 'is not allowed to be used')
  if (found.some(({ readOnly }) => !readOnly)) return
  for (const list of ['initContainers', 'containers'] as const)
    for (const [i, { volumeMounts = [] }] of (spec[list] ?? []).entries())
      for (const [j, mount] of volumeMounts.entries())
        if (mount.name === name && !mount.readOnly)
          complain(`spec.${list}[${i}].volumeMounts[${j}].readOnly`, 'must be read-only')
}

const runtimeClass: PodPolicyRule<PodView> = {
  about: 'runtimeClass',
  fill({ spec }, { spec: policy }) {
    const name = policy.runtimeClass?.defaultRuntimeClassName
    if (spec.runtimeClassName === undefined && name !== undefined) spec.runtimeClassName = name
  },
  check({ spec }, { spec: policy }, complain) {
    const { runtimeClassName: name } = spec
    if (!policy.runtimeClass || name === undefined) return
    const allowed = policy.runtimeClass.allowedRuntimeClassNames ?? []
    if (!allowed.includes('*') && !allowed.includes(name))
      complain('spec.runtimeClassName', `"${name}" is none of the allowed ones: ${allowed.join(', ')}`)
  },
}

/** Rules about the pod as a whole, in the order in which they are applied. */
export const POD_RULES: readonly PodPolicyRule<PodView>[] = [
  supplementalGroups,
  fsGroup,
  seLinux,
  podSeccomp,
  host('hostNetwork', 'Host network'),
  host('hostPID', 'Host PID'),
  host('hostIPC', 'Host IPC'),
  sysctls,
  volumes,
  runtimeClass,
]
