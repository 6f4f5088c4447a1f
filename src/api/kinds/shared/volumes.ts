import type * as core from 'kt126/core/v1'
import { duplicate, forbidden, invalid, notFound, required } from '../../../machinery/field-error'
import { behaves, type Served } from '../../releases/ledger'
import type { Draft } from '../meta/draft'
import type { Errors } from '../meta/rules'
import { label, optionalOneOf, present, subdomain } from '../meta/rules'
import type { Container } from './pod-types'
import { isNegative } from './serialized-quantity'
import { validateClaimSpec } from './claim-spec'
import { FIELDS_IN_VOLUMES, validateFieldRef, validateResourceRef } from './field-refs'
import { descending, fileMode, fileName } from './paths'
import type { Source, SourceContext } from './volume-sources'
import { checkSources, driverName, inOrder, keyToPath, SOURCE_CHECKS } from './volume-sources'

export type Volume = Draft<core.Volume>

type Check = (source: Source, field: string, errors: Errors, context: SourceContext) => void
const typed =
  <T>(check: (source: Draft<T>, field: string, errors: Errors, context: SourceContext) => void): Check =>
  (source, field, errors, context) =>
    check(source as Draft<T>, field, errors, context)

function downwardFile(file: Draft<core.DownwardAPIVolumeFile>, field: string, errors: Errors): void {
  if (present(file.path, `${field}.path`, errors)) fileName(file.path ?? '', `${field}.path`, errors)
  if (file.fieldRef) {
    validateFieldRef(file.fieldRef, FIELDS_IN_VOLUMES, `${field}.fieldRef`, errors)
    if (file.resourceFieldRef)
      errors.push(invalid(field, 'resource', 'fieldRef and resourceFieldRef can not be specified simultaneously'))
  } else if (file.resourceFieldRef)
    validateResourceRef(file.resourceFieldRef, true, `${field}.resourceFieldRef`, errors)
  else errors.push(required(field, 'one of fieldRef and resourceFieldRef is required'))
  fileMode(file.mode, `${field}.mode`, errors)
}

function downwardApi(source: Draft<core.DownwardAPIVolumeSource>, field: string, errors: Errors): void {
  fileMode(source.defaultMode, `${field}.defaultMode`, errors)
  for (const file of source.items ?? []) downwardFile(file, field, errors)
}

const MINIMUM_TOKEN_SECONDS = 600
const MAXIMUM_TOKEN_SECONDS = 2 ** 32

function tokenProjection(
  token: Draft<core.ServiceAccountTokenProjection>,
  volume: string,
  field: string,
  release: number,
  errors: Errors,
): void {
  const seconds = token.expirationSeconds ?? 0
  if (seconds < MINIMUM_TOKEN_SECONDS)
    errors.push(invalid(`${field}.expirationSeconds`, seconds, 'may not specify a duration less than 10 minutes'))
  if (seconds > MAXIMUM_TOKEN_SECONDS)
    errors.push(invalid(`${field}.expirationSeconds`, seconds, 'may not specify a duration larger than 2^32 seconds'))
  // Real servers report errors of the path at the volume.
  if (token.path) {
    if (behaves('token-path-checked', release)) fileName(token.path, `${volume}.path`, errors)
  } else errors.push(required(`${volume}.path`))
}

function projected(
  source: Draft<core.ProjectedVolumeSource>,
  field: string,
  errors: Errors,
  { served }: SourceContext,
): void {
  fileMode(source.defaultMode, `${field}.defaultMode`, errors)
  const paths = new Set<string>()
  // Real servers name the secret or config map, not the path.
  const path = (value: string | undefined, name = value): void => {
    if (!value) return
    if (paths.has(value)) errors.push(invalid(field, name ?? '', 'conflicting duplicate paths'))
    paths.add(value)
  }
  for (const [i, projection] of (source.sources ?? []).entries()) {
    const at = `${field}.sources[${i}]`
    const { secret, configMap, downwardAPI, serviceAccountToken } = projection
    for (const [member, items] of Object.entries({ secret, configMap })) {
      if (!items) continue
      present(items.name, `${at}.${member}.name`, errors)
      keyToPath(items, `${at}.${member}`, errors)
      for (const item of items.items ?? []) path(item.path, items.name ?? '')
    }
    for (const file of downwardAPI?.items ?? []) {
      downwardFile(file, `${at}.downwardAPI`, errors)
      path(file.path)
    }
    if (serviceAccountToken) {
      tokenProjection(serviceAccountToken, field, `${at}.serviceAccountToken`, served.release, errors)
    }
    if ([secret, configMap, downwardAPI, serviceAccountToken].filter(Boolean).length > 1)
      errors.push(forbidden(at, 'may not specify more than 1 volume type'))
  }
}

function keyed(nameMember: string): Check {
  return (source, field, errors) => {
    present(source[nameMember], `${field}.${nameMember}`, errors)
    fileMode(source['defaultMode'] as number | undefined, `${field}.defaultMode`, errors)
    keyToPath(source, field, errors)
  }
}

function ephemeral(
  source: Draft<core.EphemeralVolumeSource>,
  field: string,
  errors: Errors,
  { served }: SourceContext,
): void {
  const template = source.volumeClaimTemplate
  if (!template) errors.push(required(`${field}.volumeClaimTemplate`))
  else validateClaimSpec(template.spec ?? {}, `${field}.volumeClaimTemplate.spec`, served, errors)
}

/** Validation of each volume source in pods. */
const CHECKS: Readonly<Record<string, Check>> = {
  emptyDir: typed<core.EmptyDirVolumeSource>((source, field, errors) => {
    if (source.sizeLimit !== undefined && isNegative(source.sizeLimit))
      errors.push(forbidden(`${field}.sizeLimit`, 'SizeLimit field must be a valid resource quantity'))
  }),
  ...SOURCE_CHECKS,
  secret: keyed('secretName'),
  configMap: keyed('name'),
  persistentVolumeClaim: typed<core.PersistentVolumeClaimVolumeSource>((source, field, errors) => {
    present(source.claimName, `${field}.claimName`, errors)
  }),
  downwardAPI: typed<core.DownwardAPIVolumeSource>(downwardApi),
  projected: typed<core.ProjectedVolumeSource>(projected),
  csi: typed<core.CSIVolumeSource>((source, field, errors) => {
    driverName(source.driver ?? '', `${field}.driver`, errors)
    if (!source.nodePublishSecretRef) return
    const { name = '' } = source.nodePublishSecretRef
    // Real servers print this space in the path.
    if (name) subdomain(name, `${field}.name`, errors)
    else present(name, `${field}.nodePublishSecretRef .name`, errors)
  }),
  ephemeral: typed<core.EphemeralVolumeSource>(ephemeral),
}
/** The order matters: the later of two sources is refused. */
const POD_SOURCES = inOrder(CHECKS, [
  ...['emptyDir', 'hostPath', 'gitRepo', 'gcePersistentDisk', 'awsElasticBlockStore', 'secret', 'nfs', 'iscsi'],
  ...['glusterfs', 'flocker', 'persistentVolumeClaim', 'rbd', 'cinder', 'cephfs', 'quobyte', 'downwardAPI', 'fc'],
  ...['flexVolume', 'configMap', 'azureFile', 'vsphereVolume', 'photonPersistentDisk', 'portworxVolume', 'azureDisk'],
  ...['storageos', 'projected', 'scaleIO', 'csi', 'ephemeral'],
])

/** Validates a pod's volumes. Returns the valid ones by name, for checking mounts and devices. */
export function validateVolumes(
  volumes: readonly Volume[],
  field: string,
  served: Served,
  errors: Errors,
): ReadonlyMap<string, Volume> {
  const sound = new Map<string, Volume>()
  for (const [i, volume] of volumes.entries()) {
    const at = `${field}[${i}]`
    const before = errors.length
    const name = volume.name ?? ''
    if (checkSources(volume, POD_SOURCES, at, errors, { name, persistent: false, served }) === 0)
      errors.push(required(at, 'must specify a volume type'))
    if (present(name, `${at}.name`, errors)) label(name, `${at}.name`, errors)
    // Only names of valid volumes count as taken.
    if (sound.has(name)) errors.push(duplicate(`${at}.name`, name))
    if (errors.length === before) sound.set(name, volume)
  }
  return sound
}

/** Validates a container's volume mounts against the valid volumes and its devices. */
export function validateMounts(
  container: Container,
  volumes: ReadonlyMap<string, Volume>,
  field: string,
  errors: Errors,
): void {
  const paths = new Set<string>()
  for (const [i, mount] of (container.volumeMounts ?? []).entries()) {
    const at = `${field}[${i}]`
    const { name = '', mountPath = '' } = mount
    present(name, `${at}.name`, errors)
    if (!volumes.has(name)) errors.push(notFound(`${at}.name`, name))
    present(mountPath, `${at}.mountPath`, errors)
    if (paths.has(mountPath)) errors.push(invalid(`${at}.mountPath`, mountPath, 'must be unique'))
    paths.add(mountPath)
    for (const device of container.volumeDevices ?? []) {
      if (device.name === name) errors.push(invalid(`${at}.name`, name, 'must not already exist in volumeDevices'))
      if (device.devicePath === mountPath)
        errors.push(invalid(`${at}.mountPath`, mountPath, 'must not already exist as a path in volumeDevices'))
    }
    if (mount.subPath) descending(mount.subPath, `${field}.subPath`, errors)
    if (mount.subPathExpr) {
      if (mount.subPath)
        errors.push(invalid(`${at}.subPathExpr`, mount.subPathExpr, 'subPathExpr and subPath are mutually exclusive'))
      descending(mount.subPathExpr, `${field}.subPathExpr`, errors)
    }
    const propagation = mount.mountPropagation
    if (propagation === undefined) continue
    optionalOneOf(propagation, ['Bidirectional', 'HostToContainer', 'None'], `${field}.mountPropagation`, errors)
    if (propagation === 'Bidirectional' && container.securityContext?.privileged !== true)
      errors.push(
        forbidden(
          `${field}.mountPropagation`,
          'Bidirectional mount propagation is available only to privileged containers',
        ),
      )
  }
}

/** Validates a container's raw block devices. */
export function validateDevices(
  container: Container,
  volumes: ReadonlyMap<string, Volume>,
  field: string,
  release: number,
  errors: Errors,
): void {
  const names = new Set<string>()
  const paths = new Set<string>()
  const mayBeEphemeral = behaves('ephemeral-block-volumes', release)
  const sources = mayBeEphemeral ? 'PersistentVolumeClaim or Ephemeral' : 'PersistentVolumeClaim'
  for (const [i, { name = '', devicePath = '' }] of (container.volumeDevices ?? []).entries()) {
    const at = `${field}[${i}]`
    present(name, `${at}.name`, errors)
    if (names.has(name)) errors.push(invalid(`${at}.name`, name, 'must be unique'))
    const volume = volumes.get(name)
    if (!volume) errors.push(notFound(`${at}.name`, name))
    else if (!volume.persistentVolumeClaim && !(mayBeEphemeral && volume.ephemeral))
      errors.push(invalid(`${at}.name`, name, `can only use volume source type of ${sources} for block mode`))
    if (!devicePath) errors.push(required(`${at}.devicePath`))
    if (paths.has(devicePath)) errors.push(invalid(`${at}.devicePath`, devicePath, 'must be unique'))
    if (devicePath.split('/').includes('..'))
      errors.push(invalid(`${at}.devicePath`, devicePath, "can not contain backsteps ('..')"))
    for (const mount of container.volumeMounts ?? [])
      if (mount.name === name || mount.mountPath === devicePath)
        errors.push(
          invalid(
            mount.name === name ? `${at}.name` : `${at}.devicePath`,
            name,
            'must not already exist in volumeMounts',
          ),
        )
    names.add(name)
    paths.add(devicePath)
  }
}
