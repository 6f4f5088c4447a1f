import type * as core from 'kt126/core/v1'
import { duplicate, invalid, notSupported, required, tooLong } from '../../../machinery/field-error'
import { goStructJson } from '../../../machinery/go-values'
import { behaves, type Served } from '../../releases/ledger'
import type { Draft } from '../meta/draft'
import { type Errors, oneOf, optionalOneOf, subdomain } from '../meta/rules'
import { type LaterSecurityContext, withLater } from './later-pod'
import type { PodSpec } from './pod-types'
import { descending } from './paths'

const MAXIMUM_ID = 2 ** 31 - 1
const MAXIMUM_CREDENTIAL_SPEC = 64 * 1024
const SYSCTL_PART = '[a-z0-9]([-_a-z0-9]*[a-z0-9])?'
/** Pattern of sysctl names, as shown in messages. */
const SYSCTL_FORMS = [`(${SYSCTL_PART}\\.)*${SYSCTL_PART}`, `(${SYSCTL_PART}[\\./])*${SYSCTL_PART}`] as const
const SELINUX_POLICIES = ['MountOption', 'Recursive']
const MAXIMUM_SYSCTL = 253

function id(value: number | undefined, field: string, errors: Errors): void {
  if (value !== undefined && (value < 0 || value > MAXIMUM_ID))
    errors.push(invalid(field, value, `must be between 0 and ${MAXIMUM_ID}, inclusive`))
}

function seccomp(profile: Draft<core.SeccompProfile> | undefined, field: string, errors: Errors): void {
  if (!profile) return
  if (profile.type) oneOf(profile.type, ['Localhost', 'RuntimeDefault', 'Unconfined'], `${field}.type`, errors)
  else errors.push(required(`${field}.type`, 'type is required when seccompProfile is set'))
  const file = profile.localhostProfile
  if (profile.type === 'Localhost') {
    if (file === undefined)
      errors.push(required(`${field}.localhostProfile`, 'must be set when seccomp type is Localhost'))
    else descending(file, `${field}.localhostProfile`, errors)
  } else if (file !== undefined)
    errors.push(
      invalid(
        `${field}.localhostProfile`,
        goStructJson('core.SeccompProfile', profile),
        'can only be set when seccomp type is Localhost',
      ),
    )
}

const LONGEST_PROFILE = 4095

function appArmor(profile: LaterSecurityContext['appArmorProfile'], field: string, errors: Errors): void {
  if (!profile) return
  const { type, localhostProfile } = profile
  const at = `${field}.localhostProfile`
  if (!type) return void errors.push(required(`${field}.type`, 'type is required when appArmorProfile is set'))
  if (type === 'RuntimeDefault' || type === 'Unconfined') {
    if (localhostProfile !== undefined)
      errors.push(invalid(at, localhostProfile, 'can only be set when AppArmor type is Localhost'))
  } else if (type === 'Localhost') {
    if (localhostProfile === undefined) errors.push(required(at, 'must be set when AppArmor type is Localhost'))
    else {
      if (localhostProfile.trim() !== localhostProfile)
        errors.push(invalid(at, localhostProfile, 'must not be padded with whitespace'))
      else if (localhostProfile === '') errors.push(required(at, 'must be set when AppArmor type is Localhost'))
      if (localhostProfile.length > LONGEST_PROFILE) errors.push(tooLong(at, LONGEST_PROFILE))
    }
  } else errors.push(notSupported(`${field}.type`, type, ['Localhost', 'RuntimeDefault', 'Unconfined']))
}

const FORBIDDEN_IN_USER = /["/\\[\]:;|=,+*?<>@]/
const CONTROL = /\p{Cc}/u

function windowsUser(name: string, field: string, errors: Errors): void {
  const wrong = (why: string) => errors.push(invalid(field, name, why))
  if (name === '') return void wrong('runAsUserName cannot be an empty string')
  if (CONTROL.test(name)) return void wrong('runAsUserName cannot contain control characters')
  const parts = name.split('\\')
  if (parts.length > 2) return void wrong('runAsUserName cannot contain more than one backslash')
  const user = parts.length === 2 ? (parts[1] ?? '') : name
  if (parts.length === 2) {
    const domain = parts[0] ?? ''
    if (domain.length >= 256) wrong("runAsUserName's Domain length must be under 256 characters")
    if (
      !/^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/.test(domain) &&
      !/^[A-Za-z0-9]([A-Za-z0-9-.]*[A-Za-z0-9])?$/.test(domain)
    )
      wrong("runAsUserName's Domain doesn't match the NetBios nor the DNS format")
  }
  if (user === '') wrong("runAsUserName's User cannot be empty")
  else if (user.length > 104) wrong("runAsUserName's User length must not be longer than 104 characters")
  if (/^[. ]+$/.test(user)) wrong("runAsUserName's User cannot contain only periods or spaces")
  if (FORBIDDEN_IN_USER.test(user))
    wrong(`runAsUserName's User cannot contain the following characters: "/\\:;|=,+*?<>@[]`)
}

function windows(options: Draft<core.WindowsSecurityContextOptions> | undefined, field: string, errors: Errors): void {
  if (!options) return
  if (options.gmsaCredentialSpecName !== undefined)
    subdomain(options.gmsaCredentialSpecName, `${field}.gmsaCredentialSpecName`, errors)
  const spec = options.gmsaCredentialSpec
  if (spec === '')
    errors.push(invalid(`${field}.gmsaCredentialSpec`, spec, 'gmsaCredentialSpec cannot be an empty string'))
  else if (spec !== undefined && spec.length > MAXIMUM_CREDENTIAL_SPEC)
    errors.push(invalid(`${field}.gmsaCredentialSpec`, spec, `must be under ${MAXIMUM_CREDENTIAL_SPEC} bytes`))
  if (options.runAsUserName !== undefined) windowsUser(options.runAsUserName, `${field}.runAsUserName`, errors)
}

const isSysAdmin = (name: string): boolean => name === 'CAP_SYS_ADMIN'

/** What a container's security context is judged by. */
export interface SecuritySettings {
  /** Whether the server allows privileged containers. */
  readonly privilegedAllowed: boolean
  /** Whether users of the pod are those of the host. */
  readonly hostUsers: boolean
  readonly release: number
}

/** Validates a container's security context. */
export function validateSecurityContext(
  context: Draft<core.SecurityContext> | undefined,
  { privilegedAllowed, hostUsers, release }: SecuritySettings,
  field: string,
  errors: Errors,
): void {
  if (!context) return
  if (context.privileged && !privilegedAllowed)
    errors.push({
      reason: 'FieldValueForbidden',
      field: `${field}.privileged`,
      message: 'Forbidden: disallowed by cluster policy',
    })
  id(context.runAsUser, `${field}.runAsUser`, errors)
  id(context.runAsGroup, `${field}.runAsGroup`, errors)
  seccomp(context.seccompProfile, `${field}.seccompProfile`, errors)
  if (context.procMount !== undefined) {
    optionalOneOf(context.procMount, ['Default', 'Unmasked'], `${field}.procMount`, errors)
    if (hostUsers && context.procMount === 'Unmasked' && behaves('unmasked-needs-own-users', release))
      errors.push(invalid(`${field}.procMount`, context.procMount, '`hostUsers` must be false to use `Unmasked`'))
  }
  if (context.allowPrivilegeEscalation === false) {
    const refuse = (other: string): void => {
      const value = goStructJson('core.SecurityContext', context)
      errors.push(invalid(field, value, `cannot set \`allowPrivilegeEscalation\` to false and ${other}`))
    }
    if (context.privileged) refuse('`privileged` to true')
    if (context.capabilities?.add?.some(isSysAdmin)) refuse('`capabilities.Add` CAP_SYS_ADMIN')
  }
  windows(context.windowsOptions, `${field}.windowsOptions`, errors)
  appArmor(withLater<LaterSecurityContext>(context).appArmorProfile, `${field}.appArmorProfile`, errors)
}

/** Validates a pod's security context. */
export function validatePodSecurity(spec: PodSpec, served: Served, specField: string, errors: Errors): void {
  const { release } = served
  const field = `${specField}.securityContext`
  if (spec.hostNetwork)
    for (const [i, container] of (spec.containers ?? []).entries())
      for (const [j, { hostPort, containerPort }] of (container.ports ?? []).entries())
        if (hostPort && hostPort !== containerPort)
          errors.push(
            behaves('host-port-blamed', release)
              ? invalid(
                  `${specField}.containers[${i}].ports[${j}].hostPort`,
                  hostPort,
                  'must match `containerPort` when `hostNetwork` is true',
                )
              : invalid(
                  `${specField}.containers[${i}].ports[${j}].containerPort`,
                  containerPort,
                  'must match `hostPort` when `hostNetwork` is true',
                ),
          )
  if (spec.shareProcessNamespace && spec.hostPID)
    errors.push(
      invalid(`${field}.shareProcessNamespace`, true, 'ShareProcessNamespace and HostPID cannot both be enabled'),
    )
  const context = spec.securityContext
  if (!context) return
  id(context.fsGroup, `${field}.fsGroup`, errors)
  id(context.runAsUser, `${field}.runAsUser`, errors)
  id(context.runAsGroup, `${field}.runAsGroup`, errors)
  for (const [i, group] of (context.supplementalGroups ?? []).entries())
    id(group, `${field}.supplementalGroups[${i}]`, errors)
  const seen = new Set<string>()
  const form = SYSCTL_FORMS[behaves('sysctl-names-with-slash', release) ? 1 : 0]
  const shown = behaves('sysctl-form-anchored', release) ? `^${form}$` : form
  for (const [i, { name = '' }] of (context.sysctls ?? []).entries()) {
    const at = `${field}.sysctls[${i}].name`
    if (name === '') errors.push(required(at))
    else if (name.length > MAXIMUM_SYSCTL || !new RegExp(`^${form}$`).test(name))
      errors.push(invalid(at, name, `must have at most ${MAXIMUM_SYSCTL} characters and match regex ${shown}`))
    else if (seen.has(name)) errors.push(duplicate(at, name))
    seen.add(name)
    if (behaves('host-sysctls-refused', release)) hostSysctl(name, spec, at, errors)
  }
  optionalOneOf(context.fsGroupChangePolicy, ['Always', 'OnRootMismatch'], `${field}.fsGroupChangePolicy`, errors)
  seccomp(context.seccompProfile, `${field}.seccompProfile`, errors)
  windows(context.windowsOptions, `${field}.windowsOptions`, errors)
  const later = withLater<LaterSecurityContext>(context)
  appArmor(later.appArmorProfile, `${field}.appArmorProfile`, errors)
  optionalOneOf(later.supplementalGroupsPolicy, ['Merge', 'Strict'], `${field}.supplementalGroupsPolicy`, errors)
  const policies = served.feature('SELinuxMount') ? SELINUX_POLICIES : SELINUX_POLICIES.slice(1)
  optionalOneOf(later.seLinuxChangePolicy, policies, `${field}.seLinuxChangePolicy`, errors)
}

/** Settings of a namespace that the pod shares with the host are the host's. */
function hostSysctl(name: string, spec: PodSpec, field: string, errors: Errors): void {
  const dotted = name.replaceAll('/', '.')
  const ofIpc = /^(kernel\.(shm|msg|sem)|fs\.mqueue\.)/.test(dotted)
  if (spec.hostNetwork && dotted.startsWith('net.'))
    errors.push(invalid(field, name, "may not be specified when 'hostNetwork' is true"))
  else if (spec.hostIPC && ofIpc) errors.push(invalid(field, name, "may not be specified when 'hostIPC' is true"))
}
