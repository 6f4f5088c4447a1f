import type * as policy from 'kt121/policy/v1beta1'
import { invalid, notSupported, required } from '../../../machinery/field-error'
import type { ApiObject } from '../../../machinery/object'
import type { KindBehaviour } from '../../kind'
import { columns } from '../meta/columns'
import type { Draft } from '../meta/draft'
import { asDraft } from '../meta/draft'
import type { Errors } from '../meta/rules'
import { oneOf } from '../meta/rules'

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
  'none',
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
const SYSCTL = /^([a-z0-9]([-_a-z0-9]*[a-z0-9])?\.)*[a-z0-9*]([-_a-z0-9]*[a-z0-9*])?$/
const MAXIMUM_ID = 2 ** 31 - 1

function ranges(list: readonly { min?: number; max?: number }[] | undefined, field: string, errors: Errors): void {
  for (const [i, { min = 0, max = 0 }] of (list ?? []).entries()) {
    const at = `${field}[${i}]`
    if (min < 0) errors.push(invalid(`${at}.min`, min, 'min cannot be negative'))
    if (max < 0) errors.push(invalid(`${at}.max`, max, 'max cannot be negative'))
    if (min > MAXIMUM_ID) errors.push(invalid(`${at}.min`, min, `must be at most ${MAXIMUM_ID}`))
    if (max > MAXIMUM_ID) errors.push(invalid(`${at}.max`, max, `must be at most ${MAXIMUM_ID}`))
    if (min > max) errors.push(invalid(`${at}.min`, min, 'min cannot be greater than max'))
  }
}

function validateRules(spec: Spec, errors: Errors): void {
  oneOf(spec.runAsUser?.rule, ['MustRunAs', 'MustRunAsNonRoot', 'RunAsAny'], 'spec.runAsUser.rule', errors)
  ranges(spec.runAsUser?.ranges, 'spec.runAsUser.ranges', errors)
  if (spec.runAsGroup) {
    oneOf(spec.runAsGroup.rule, ['MayRunAs', 'MustRunAs', 'RunAsAny'], 'spec.runAsGroup.rule', errors)
    if (spec.runAsGroup.rule !== 'RunAsAny' && (spec.runAsGroup.ranges ?? []).length === 0)
      errors.push(required('spec.runAsGroup.ranges'))
    ranges(spec.runAsGroup.ranges, 'spec.runAsGroup.ranges', errors)
  }
  oneOf(spec.seLinux?.rule, ['MustRunAs', 'RunAsAny'], 'spec.seLinux.rule', errors)
  for (const member of ['supplementalGroups', 'fsGroup'] as const) {
    oneOf(spec[member]?.rule, ['MayRunAs', 'MustRunAs', 'RunAsAny'], `spec.${member}.rule`, errors)
    ranges(spec[member]?.ranges, `spec.${member}.ranges`, errors)
  }
}

function validate(object: ApiObject): Errors {
  const { spec = {} } = read(object)
  const errors: Errors = []
  validateRules(spec, errors)
  for (const [i, volume] of (spec.volumes ?? []).entries())
    if (!VOLUMES.includes(volume)) errors.push(notSupported(`spec.volumes[${i}]`, volume, VOLUMES))
  const drops = spec.requiredDropCapabilities ?? []
  if (drops.includes('ALL') && drops.length > 1)
    errors.push(invalid('spec.requiredDropCapabilities', drops, 'must not name others beside ALL'))
  const added = spec.defaultAddCapabilities ?? []
  const allowed = spec.allowedCapabilities ?? []
  for (const capability of added) {
    if (drops.includes(capability))
      errors.push(invalid('spec.defaultAddCapabilities', capability, 'capability is also in requiredDropCapabilities'))
    if (allowed.includes(capability))
      errors.push(invalid('spec.defaultAddCapabilities', capability, 'capability is also in allowedCapabilities'))
  }
  for (const capability of allowed)
    if (drops.includes(capability))
      errors.push(invalid('spec.allowedCapabilities', capability, 'capability is also in requiredDropCapabilities'))
  if (spec.defaultAllowPrivilegeEscalation && spec.allowPrivilegeEscalation === false)
    errors.push(
      invalid(
        'spec.defaultAllowPrivilegeEscalation',
        true,
        'cannot be set to true if allowPrivilegeEscalation is false',
      ),
    )
  for (const [i, { pathPrefix = '' }] of (spec.allowedHostPaths ?? []).entries()) {
    const at = `spec.allowedHostPaths[${i}].pathPrefix`
    if (pathPrefix === '') errors.push(required(at))
    else if (pathPrefix.split('/').includes('..')) errors.push(invalid(at, pathPrefix, "must not contain '..'"))
  }
  for (const [i, { driver }] of (spec.allowedFlexVolumes ?? []).entries())
    if (!driver) errors.push(required(`spec.allowedFlexVolumes[${i}].driver`))
  for (const [i, { name }] of (spec.allowedCSIDrivers ?? []).entries())
    if (!name) errors.push(required(`spec.allowedCSIDrivers[${i}].name`))
  for (const member of ['allowedUnsafeSysctls', 'forbiddenSysctls'] as const)
    for (const [i, name] of (spec[member] ?? []).entries()) {
      const at = `spec.${member}[${i}]`
      if (name === '') errors.push(invalid(at, name, 'must not be empty'))
      else if (!SYSCTL.test(name))
        errors.push(invalid(at, name, 'must be the name or the prefix of a kernel parameter'))
    }
  for (const [i, { min = 0, max = 0 }] of (spec.hostPorts ?? []).entries()) {
    const at = `spec.hostPorts[${i}]`
    for (const [member, value] of [
      ['min', min],
      ['max', max],
    ] as const)
      if (value < 0 || value > 65535) errors.push(invalid(`${at}.${member}`, value, 'must be between 0 and 65535'))
    if (min > max) errors.push(invalid(`${at}.min`, min, 'min cannot be greater than max'))
  }
  return errors
}

/** What pods may do, where a plugin asks it; gone since 1.25. */
export const podSecurityPolicy: KindBehaviour = {
  group: 'policy',
  resource: 'podsecuritypolicies',
  kind: 'PodSecurityPolicy',
  deleteReturnsObject: true,
  defaults(object) {
    const draft = read(object)
    draft.spec ??= {}
    draft.spec.allowPrivilegeEscalation ??= true
  },
  validate,
  columns: columns('Priv', 'Caps', 'SELinux', 'RunAsUser', 'FsGroup', 'SupGroup', 'ReadOnlyRootFs', 'Volumes'),
  cells(object) {
    const { spec = {} } = read(object)
    return [
      String(spec.privileged ?? false),
      (spec.allowedCapabilities ?? []).join(','),
      spec.seLinux?.rule ?? '',
      spec.runAsUser?.rule ?? '',
      spec.fsGroup?.rule ?? '',
      spec.supplementalGroups?.rule ?? '',
      String(spec.readOnlyRootFilesystem ?? false),
      (spec.volumes ?? []).join(','),
    ]
  },
}
