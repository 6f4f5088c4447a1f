import type * as policy from 'kt121/policy/v1beta1'
import { invalid, notSupported, required } from '../../../../machinery/field-error'
import { goQuoted } from '../../../../machinery/go-quote'
import { goNil } from '../../../../machinery/go-values'
import type { ApiObject } from '../../../../machinery/object'
import type { Draft } from '../../meta/draft'
import { asDraft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { subdomain, unique } from '../../meta/rules'
import { validateSeccompText } from '../../shared/seccomp'
import { driverName } from '../../shared/volume-sources'
import { validateSysctls, validateOverlap } from './sysctl-patterns'

type Spec = Draft<policy.PodSecurityPolicySpec>
const read = (object: ApiObject): Draft<policy.PodSecurityPolicy> => asDraft<policy.PodSecurityPolicy>(object)

const VOLUMES = [
  '*',
  'awsElasticBlockStore',
  'azureDisk',
  'azureFile',
  'cephFS',
  'cinder',
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'fc',
  'flexVolume',
  'flocker',
  'gcePersistentDisk',
  'gitRepo',
  'glusterfs',
  'hostPath',
  'iscsi',
  'nfs',
  'persistentVolumeClaim',
  'photonPersistentDisk',
  'portworxVolume',
  'projected',
  'quobyte',
  'rbd',
  'scaleIO',
  'secret',
  'storageos',
  'vsphereVolume',
]
const RULES = ['MayRunAs', 'MustRunAs', 'RunAsAny']
const GROUP_RULES = ['MustRunAs', 'RunAsAny', 'MayRunAs']

function ranges(list: readonly { min?: number; max?: number }[] | undefined, field: string, errors: Errors): void {
  for (const [i, { min = 0, max = 0 }] of (list ?? []).entries()) {
    const at = `${field}[${i}]`
    if (min < 0) errors.push(invalid(`${at}.min`, min, 'min cannot be negative'))
    if (max < 0) errors.push(invalid(`${at}.max`, max, 'max cannot be negative'))
    if (min > max) errors.push(invalid(`${at}.min`, min, 'min cannot be greater than max'))
  }
}

function ruleOf(
  subject: { rule?: string } | undefined,
  choices: readonly string[],
  field: string,
  errors: Errors,
): void {
  const rule = subject?.rule ?? ''
  if (!choices.includes(rule)) errors.push(notSupported(`${field}.rule`, rule, choices))
}

function validateRules(spec: Spec, errors: Errors): void {
  ruleOf(spec.runAsUser, ['MustRunAs', 'MustRunAsNonRoot', 'RunAsAny'], 'spec.runAsUser', errors)
  ranges(spec.runAsUser?.ranges, 'spec.runAsUser.ranges', errors)
  if (spec.runAsGroup) {
    const { rule = '', ranges: list = [] } = spec.runAsGroup
    const at = 'spec.runAsGroup.ranges'
    ruleOf(spec.runAsGroup, GROUP_RULES, 'spec.runAsGroup', errors)
    if (rule === 'RunAsAny' && list.length > 0) errors.push(invalid(at, list, 'Ranges must be empty'))
    if (rule === 'MustRunAs' || rule === 'MayRunAs') {
      if (list.length === 0) errors.push(invalid(at, goNil('[]policy.IDRange'), 'must provide at least one range'))
      ranges(list, at, errors)
    }
  }
  ruleOf(spec.seLinux, ['MustRunAs', 'RunAsAny'], 'spec.seLinux', errors)
  for (const member of ['supplementalGroups', 'fsGroup'] as const) {
    ruleOf(spec[member], RULES, `spec.${member}`, errors)
    ranges(spec[member]?.ranges, `spec.${member}.ranges`, errors)
  }
}

/** Errors of capabilities; their path omits the spec. */
function validateCapabilities(spec: Spec, errors: Errors): void {
  const drops = spec.requiredDropCapabilities ?? []
  if (drops.length > 0 && spec.allowedCapabilities?.includes('*'))
    errors.push(
      invalid('requiredDropCapabilities', drops, 'must be empty when all capabilities are allowed by a wildcard'),
    )
  for (const member of ['defaultAddCapabilities', 'allowedCapabilities'] as const)
    for (const capability of spec[member] ?? [])
      if (drops.includes(capability))
        errors.push(invalid(member, capability, `capability is listed in ${member} and requiredDropCapabilities`))
}

function validateRuntimeClasses(spec: Spec, errors: Errors): void {
  if (!spec.runtimeClass) return
  const { allowedRuntimeClassNames: names = [], defaultRuntimeClassName: standard } = spec.runtimeClass
  const field = 'spec.runtimeClass.allowedRuntimeClassNames'
  const seen = new Set<string>()
  for (const [i, name] of names.entries()) {
    if (name !== '*') subdomain(name, `${field}[${i}]`, errors)
    unique(name, seen, `${field}[${i}]`, errors)
  }
  if (standard !== undefined) {
    subdomain(standard, 'spec.runtimeClass.defaultRuntimeClassName', errors)
    if (!seen.has(standard) && !seen.has('*')) errors.push(required(field, `default "${standard}" must be allowed`))
  }
  if (seen.has('*') && names.length > 1)
    errors.push(invalid(field, names, "if '*' is present, must not specify other RuntimeClass names"))
}

function validateHostPaths(spec: Spec, errors: Errors): void {
  for (const [i, { pathPrefix = '' }] of (spec.allowedHostPaths ?? []).entries()) {
    const at = `spec.allowedHostPaths[${i}]`
    if (pathPrefix === '') return void errors.push(required(at, 'is required'))
    if (pathPrefix.split('/').includes('..')) errors.push(invalid(at, pathPrefix, "must not contain '..'"))
  }
}

const isApparmor = (profile: string): boolean =>
  profile === 'runtime/default' || profile === 'unconfined' || profile.startsWith('localhost/')

function validateAnnotations(annotations: Readonly<Record<string, string>> = {}, errors: Errors): void {
  const profiles = (prefix: string, check: (profile: string, field: string) => void): void => {
    for (const [name, several] of [
      ['defaultProfileName', false],
      ['allowedProfileNames', true],
    ] as const) {
      const key = `${prefix}/${name}`
      const text = annotations[key]
      if (!text) continue
      for (const profile of several ? text.split(',') : [text]) check(profile, `metadata.annotations[${key}]`)
    }
  }
  profiles('apparmor.security.beta.orch.io', (profile, field) => {
    if (profile && !isApparmor(profile))
      errors.push(invalid(field, profile, `invalid AppArmor profile name: ${goQuoted(profile)}`))
  })
  profiles('seccomp.security.alpha.orch.io', (profile, field) => {
    if (!(profile === '*' && field.includes('allowed'))) validateSeccompText(profile, field, errors)
  })
}

/** Errors of a policy's spec and of its annotations for AppArmor and seccomp. */
export function validatePodSecurityPolicy(object: ApiObject): Errors {
  const { spec = {} } = read(object)
  const errors: Errors = []
  validateAnnotations(object.metadata.annotations, errors)
  validateRules(spec, errors)
  for (const volume of spec.volumes ?? [])
    if (!VOLUMES.includes(volume)) errors.push(notSupported('spec.volumes', volume, VOLUMES))
  validateCapabilities(spec, errors)
  if (spec.defaultAllowPrivilegeEscalation && spec.allowPrivilegeEscalation === false)
    errors.push(
      invalid(
        'spec.defaultAllowPrivilegeEscalation',
        true,
        'Cannot set DefaultAllowPrivilegeEscalation to true without also setting AllowPrivilegeEscalation to true',
      ),
    )
  validateHostPaths(spec, errors)
  for (const [i, { driver }] of (spec.allowedFlexVolumes ?? []).entries())
    if (!driver)
      errors.push(required(`spec.allowedFlexVolumes.allowedFlexVolumes[${i}].driver`, 'must specify a driver'))
  for (const [i, { name = '' }] of (spec.allowedCSIDrivers ?? []).entries())
    driverName(name, `spec.allowedCSIDrivers.allowedCSIDriver[${i}].name`, errors)
  for (const member of ['allowedUnsafeSysctls', 'forbiddenSysctls'] as const)
    validateSysctls(spec[member], `spec.${member}`, errors)
  validateOverlap(spec, errors)
  validateRuntimeClasses(spec, errors)
  return errors
}
