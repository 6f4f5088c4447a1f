import { forbidden, invalid } from '../../../machinery/field-error'
import { type Errors, oneOf } from '../meta/rules'
import { withLater } from './later-pod'
import type { Container, PodSpec } from './pod-types'

/** Validates host processes on Windows: all containers or none, and only with host networking. */
export function validateHostProcess(spec: PodSpec, specField: string, errors: Errors): void {
  const ofPod = spec.securityContext?.windowsOptions?.hostProcess
  let some = false
  let every = true
  const groups: readonly (readonly [string, readonly Container[]])[] = [
    ['containers', spec.containers ?? []],
    ['initContainers', spec.initContainers ?? []],
    ['ephemeralContainers', spec.ephemeralContainers ?? []],
  ]
  for (const [member, containers] of groups)
    for (const [i, container] of containers.entries()) {
      const own = container.securityContext?.windowsOptions?.hostProcess
      if (ofPod !== undefined && own !== undefined && own !== ofPod)
        errors.push(
          invalid(
            `${specField}.${member}[${i}].securityContext.windowsOptions.hostProcess`,
            own,
            `pod hostProcess value must be identical if both are specified, was ${ofPod}`,
          ),
        )
      const effective = own ?? ofPod ?? false
      some ||= effective
      every &&= effective
    }
  if (!some) return
  if (!spec.hostNetwork)
    errors.push(invalid(`${specField}.hostNetwork`, false, 'must be true if pod has any hostProcess containers'))
  if (!every) errors.push(invalid(specField, '', 'if hostProcess is used then all containers must be host processes'))
}

const POD_ONLY_LINUX = [
  'appArmorProfile',
  'supplementalGroupsPolicy',
  'seLinuxChangePolicy',
  'seLinuxOptions',
  'seccompProfile',
  'fsGroup',
  'fsGroupChangePolicy',
  'sysctls',
  'runAsUser',
  'runAsGroup',
  'supplementalGroups',
] as const
const CONTAINER_ONLY_LINUX = [
  'appArmorProfile',
  'seLinuxOptions',
  'seccompProfile',
  'capabilities',
  'readOnlyRootFilesystem',
  'privileged',
  'allowPrivilegeEscalation',
  'procMount',
  'runAsUser',
  'runAsGroup',
] as const

/** Validates a pod's declared operating system, and fields it excludes. */
export function validateOs(spec: PodSpec, specField: string, errors: Errors): void {
  if (!spec.os) return
  const { name } = spec.os
  oneOf(name, ['linux', 'windows'], `${specField}.os.name`, errors)
  const what = name === 'linux' ? 'windows options cannot' : 'cannot'
  const refuse = (field: string) => errors.push(forbidden(field, `${what} be set for a ${name} pod`))
  const containers = (['containers', 'initContainers', 'ephemeralContainers'] as const).flatMap((member) =>
    (spec[member] ?? []).map(
      (container, i) => [`${specField}.${member}[${i}].securityContext`, container.securityContext] as const,
    ),
  )
  const ofPod = `${specField}.securityContext`
  if (name === 'linux') {
    if (spec.securityContext?.windowsOptions) refuse(`${ofPod}.windowsOptions`)
    for (const [field, context] of containers) if (context?.windowsOptions) refuse(`${field}.windowsOptions`)
  } else if (name === 'windows') {
    if (spec.hostUsers !== undefined) refuse(`${specField}.hostUsers`)
    for (const member of ['hostPID', 'hostIPC'] as const) if (spec[member]) refuse(`${specField}.${member}`)
    if (spec.shareProcessNamespace !== undefined) refuse(`${specField}.shareProcessNamespace`)
    const own = withLater<Readonly<Record<string, unknown>>>(spec.securityContext ?? {})
    for (const member of POD_ONLY_LINUX) if (own[member] !== undefined) refuse(`${ofPod}.${member}`)
    for (const [field, context] of containers) {
      const members = withLater<Readonly<Record<string, unknown>>>(context ?? {})
      for (const member of CONTAINER_ONLY_LINUX) if (members[member] !== undefined) refuse(`${field}.${member}`)
    }
  }
}
