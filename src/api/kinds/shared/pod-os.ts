import { invalid } from '../../../machinery/field-error'
import { type Errors, oneOf } from '../meta/rules'
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
  const refuse = (field: string) =>
    errors.push({ reason: 'FieldValueForbidden', field, message: `Forbidden: cannot be set for a ${name} pod` })
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
    for (const member of ['hostPID', 'hostIPC', 'hostUsers'] as const)
      if (member === 'hostUsers' ? spec.hostUsers !== undefined : spec[member])
        refuse(member === 'hostUsers' ? `${ofPod}.hostUsers` : `${ofPod}.${member}`)
    if (spec.shareProcessNamespace !== undefined) refuse(`${ofPod}.shareProcessNamespace`)
    for (const member of POD_ONLY_LINUX) if (spec.securityContext?.[member] !== undefined) refuse(`${ofPod}.${member}`)
    for (const [field, context] of containers)
      for (const member of CONTAINER_ONLY_LINUX) if (context?.[member] !== undefined) refuse(`${field}.${member}`)
  }
}
