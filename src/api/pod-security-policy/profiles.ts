/** Security profiles, which policies restrict through annotations. */
import type { Complain, ContainerView, PodView, PodPolicyRule, PolicyView } from './rules'

const SECCOMP_ALLOWED = 'seccomp.security.alpha.orch.io/allowedProfileNames'
const SECCOMP_DEFAULT = 'seccomp.security.alpha.orch.io/defaultProfileName'
const SECCOMP_POD = 'seccomp.security.alpha.orch.io/pod'
const SECCOMP_CONTAINER = 'container.seccomp.security.alpha.orch.io/'
const APPARMOR_ALLOWED = 'apparmor.security.beta.orch.io/allowedProfileNames'
const APPARMOR_DEFAULT = 'apparmor.security.beta.orch.io/defaultProfileName'
const APPARMOR_CONTAINER = 'container.apparmor.security.beta.orch.io/'
const OLD_DEFAULT = 'docker/default'
const RUNTIME_DEFAULT = 'runtime/default'

const listed = ({ annotations }: PolicyView, key: string): string[] =>
  (annotations[key] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

interface Profile {
  readonly type?: string
  readonly localhostProfile?: string
}

/** A profile's name as in annotations. */
function profileName(profile: Profile | undefined): string | undefined {
  switch (profile?.type) {
    case 'Unconfined':
      return 'unconfined'
    case 'RuntimeDefault':
      return RUNTIME_DEFAULT
    case 'Localhost':
      return `localhost/${profile.localhostProfile ?? ''}`
    default:
      return undefined
  }
}
function profileOf(name: string): Profile | undefined {
  if (name === 'unconfined') return { type: 'Unconfined' }
  if (name === RUNTIME_DEFAULT || name === OLD_DEFAULT) return { type: 'RuntimeDefault' }
  return name.startsWith('localhost/') ? { type: 'Localhost', localhostProfile: name.slice(10) } : undefined
}

function checkSeccomp(name: string | undefined, policy: PolicyView, field: string, complain: Complain): void {
  const allowed = listed(policy, SECCOMP_ALLOWED)
  if (allowed.includes('*')) return
  if (allowed.length === 0) {
    if (name !== undefined) complain(field, 'seccomp may not be set')
    return
  }
  const same = name === OLD_DEFAULT ? RUNTIME_DEFAULT : (name ?? '')
  if (!allowed.some((one) => (one === OLD_DEFAULT ? RUNTIME_DEFAULT : one) === same))
    complain(field, `${name ?? ''} is not an allowed seccomp profile. Valid values are ${allowed.join(',')}`)
}

/** The seccomp profile of the pod. */
export const podSeccomp: PodPolicyRule<PodView> = {
  about: 'seccompProfile',
  fill({ pod, spec }, policy) {
    const name = policy.annotations[SECCOMP_DEFAULT]
    const context = (spec.securityContext ??= {})
    const annotations = pod.metadata?.annotations ?? {}
    if (!name || context.seccompProfile || annotations[SECCOMP_POD] !== undefined) return
    const profile = profileOf(name)
    if (profile) context.seccompProfile = { ...profile }
  },
  check({ pod, spec }, policy, complain) {
    const name = pod.metadata?.annotations?.[SECCOMP_POD] ?? profileName(spec.securityContext?.seccompProfile)
    checkSeccomp(name, policy, 'spec.securityContext.seccompProfile', complain)
  },
}

/** The seccomp profile of each container. */
export const containerSeccomp: PodPolicyRule<ContainerView> = {
  about: 'seccompProfile',
  check({ pod, spec, container, path }, policy, complain) {
    const annotations = pod.metadata?.annotations ?? {}
    const name =
      annotations[SECCOMP_CONTAINER + (container.name ?? '')] ??
      profileName(container.securityContext?.seccompProfile) ??
      annotations[SECCOMP_POD] ??
      profileName(spec.securityContext?.seccompProfile)
    checkSeccomp(name, policy, `${path}.securityContext.seccompProfile`, complain)
  },
}

/** The AppArmor profile of each container. */
export const appArmor: PodPolicyRule<ContainerView> = {
  about: 'appArmorProfile',
  fill({ pod, container }, policy) {
    const name = policy.annotations[APPARMOR_DEFAULT]
    const key = APPARMOR_CONTAINER + (container.name ?? '')
    if (!name || pod.metadata?.annotations?.[key] !== undefined) return
    const metadata = (pod.metadata ??= {})
    metadata.annotations = { ...metadata.annotations, [key]: name }
  },
  check({ pod, container, path }, policy, complain) {
    if (policy.annotations[APPARMOR_ALLOWED] === undefined) return
    const allowed = listed(policy, APPARMOR_ALLOWED)
    const name = pod.metadata?.annotations?.[APPARMOR_CONTAINER + (container.name ?? '')] ?? ''
    if (!allowed.includes('*') && !allowed.includes(name))
      complain(`${path}.appArmorProfile`, `${name} is not an allowed profile. Allowed values: "${allowed.join(',')}"`)
  },
}
