/** Restricted controls, current hardening best practice (admission document, PodSecurity). */
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

const VOLUME_TYPES = new Set(
  'configMap csi downwardAPI emptyDir ephemeral persistentVolumeClaim projected secret'.split(' '),
)
const SECCOMP_TYPES = new Set(['RuntimeDefault', 'Localhost'])

/** Skips Linux-only rules for pods that declare Windows. */
const onLinux =
  (check: Control['versions'][number]): Control['versions'][number] =>
  (subject) =>
    subject.spec.os?.name === 'windows' ? undefined : check(subject)

function allowPrivilegeEscalation(subject: Subject): Violation | undefined {
  const bad = subjectContainers(subject).filter(
    ({ container }) => container.securityContext?.allowPrivilegeEscalation !== false,
  )
  return bad.length === 0
    ? undefined
    : {
        reason: 'allowPrivilegeEscalation != false',
        detail: `${namedContainers(bad)} must set securityContext.allowPrivilegeEscalation=false`,
        fields: bad.map(({ path }) => `${path}.securityContext.allowPrivilegeEscalation`),
      }
}

function capabilities(subject: Subject): Violation | undefined {
  const all = subjectContainers(subject)
  const keeps = all.filter(({ container }) => !container.securityContext?.capabilities?.drop?.includes('ALL'))
  const adds = all.flatMap((visited) => {
    const added = (visited.container.securityContext?.capabilities?.add ?? []).filter(
      (name) => name !== 'NET_BIND_SERVICE',
    )
    return added.length > 0 ? [{ ...visited, added }] : []
  })
  if (keeps.length + adds.length === 0) return undefined
  const names = [...new Set(adds.flatMap(({ added }) => added))].sort()
  return {
    reason: 'unrestricted capabilities',
    detail: [
      ...(keeps.length > 0 ? [`${namedContainers(keeps)} must set securityContext.capabilities.drop=["ALL"]`] : []),
      ...(adds.length > 0
        ? [`${namedContainers(adds)} must not include ${quoted(names)} in securityContext.capabilities.add`]
        : []),
    ].join('; '),
    fields: [
      ...keeps.map(({ path }) => `${path}.securityContext.capabilities.drop`),
      ...adds.map(({ path }) => `${path}.securityContext.capabilities.add`),
    ],
  }
}

function volumes({ spec }: Subject): Violation | undefined {
  const bad = (spec.volumes ?? []).flatMap(({ name = '', ...sources }, i) => {
    const types = Object.entries(sources).flatMap(([type, source]) => (source === undefined ? [] : [type]))
    return types.some((type) => VOLUME_TYPES.has(type)) || types.length === 0 ? [] : [{ name, type: types[0] ?? '', i }]
  })
  if (bad.length === 0) return undefined
  const types = [...new Set(bad.map(({ type }) => type))].sort()
  return {
    reason: 'restricted volume types',
    detail: `${plural('volume', bad.length)} ${quoted(bad.map(({ name }) => name))} ${
      bad.length === 1 ? 'uses' : 'use'
    } restricted volume ${plural('type', types.length)} ${quoted(types)}`,
    fields: bad.map(({ i, type }) => `spec.volumes[${i}].${type}`),
  }
}

function runAsNonRoot(subject: Subject): Violation | undefined {
  const ofPod = subject.spec.securityContext?.runAsNonRoot
  const all = subjectContainers(subject).map((visited) => ({
    ...visited,
    own: visited.container.securityContext?.runAsNonRoot,
  }))
  const explicit = all.filter(({ own }) => own === false)
  const silent = ofPod === true ? [] : all.filter(({ own }) => own === undefined)
  // Containers may all override the pod's setting.
  const podWrong = ofPod === false
  if (explicit.length === 0 && silent.length === 0 && !podWrong) return undefined
  // Explicit violations take precedence over missing settings.
  if (podWrong || explicit.length > 0)
    return {
      reason: 'runAsNonRoot != true',
      detail: `${podAndContainers(podWrong, explicit)} must not set securityContext.runAsNonRoot=false`,
      fields: [
        ...(podWrong ? ['spec.securityContext.runAsNonRoot'] : []),
        ...explicit.map(({ path }) => `${path}.securityContext.runAsNonRoot`),
      ],
    }
  return {
    reason: 'runAsNonRoot != true',
    detail: `pod or ${namedContainers(silent)} must set securityContext.runAsNonRoot=true`,
    fields: silent.map(({ path }) => `${path}.securityContext.runAsNonRoot`),
  }
}

function runAsUser(subject: Subject): Violation | undefined {
  const pod = subject.spec.securityContext?.runAsUser === 0
  const bad = subjectContainers(subject).filter(({ container }) => container.securityContext?.runAsUser === 0)
  if (!pod && bad.length === 0) return undefined
  return {
    reason: 'runAsUser=0',
    detail: `${podAndContainers(pod, bad)} must not set runAsUser=0`,
    fields: [
      ...(pod ? ['spec.securityContext.runAsUser'] : []),
      ...bad.map(({ path }) => `${path}.securityContext.runAsUser`),
    ],
  }
}

function seccompProfile(subject: Subject): Violation | undefined {
  const ofPod = subject.spec.securityContext?.seccompProfile?.type
  const podWrong = ofPod !== undefined && !SECCOMP_TYPES.has(ofPod)
  const all = subjectContainers(subject).map((visited) => ({
    ...visited,
    own: visited.container.securityContext?.seccompProfile?.type,
  }))
  const explicit = all.filter(({ own }) => own !== undefined && !SECCOMP_TYPES.has(own))
  const silent = ofPod === undefined ? all.filter(({ own }) => own === undefined) : []
  if (!podWrong && explicit.length === 0 && silent.length === 0) return undefined
  if (podWrong || explicit.length > 0) {
    const types = [...new Set([...(podWrong ? [ofPod] : []), ...explicit.map(({ own }) => own ?? '')])].sort()
    return {
      reason: 'seccompProfile',
      detail: `${podAndContainers(podWrong, explicit)} must not set securityContext.seccompProfile.type to ${quoted(types)}`,
      fields: [
        ...(podWrong ? ['spec.securityContext.seccompProfile.type'] : []),
        ...explicit.map(({ path }) => `${path}.securityContext.seccompProfile.type`),
      ],
    }
  }
  return {
    reason: 'seccompProfile',
    detail: `pod or ${namedContainers(silent)} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"`,
    fields: silent.map(({ path }) => `${path}.securityContext.seccompProfile.type`),
  }
}

/** Controls that the level `restricted` adds. */
export const RESTRICTED: readonly Control[] = [
  {
    id: 'allowPrivilegeEscalation',
    level: 'restricted',
    title: 'Privilege escalation',
    versions: { 8: allowPrivilegeEscalation, 25: onLinux(allowPrivilegeEscalation) },
  },
  {
    id: 'capabilities_restricted',
    level: 'restricted',
    title: 'Dropped capabilities',
    overrides: ['capabilities_baseline'],
    versions: { 22: capabilities, 25: onLinux(capabilities) },
  },
  {
    id: 'restrictedVolumes',
    level: 'restricted',
    title: 'Volume types',
    overrides: ['hostPathVolumes'],
    versions: { 0: volumes },
  },
  { id: 'runAsNonRoot', level: 'restricted', title: 'Users other than root', versions: { 0: runAsNonRoot } },
  { id: 'runAsUser', level: 'restricted', title: 'User 0', versions: { 23: runAsUser } },
  {
    id: 'seccompProfile_restricted',
    level: 'restricted',
    title: 'Seccomp profile given',
    overrides: ['seccompProfile_baseline'],
    versions: { 19: seccompProfile, 25: onLinux(seccompProfile) },
  },
]
