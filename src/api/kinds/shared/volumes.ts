import type * as core from 'kt126/core/v1'
import { duplicate, forbidden, required } from '../../../machinery/field-error'
import type { Served } from '../../releases/ledger'
import type { Draft } from '../meta/draft'
import type { Errors } from '../meta/rules'
import { label, oneOf, present, subdomain } from '../meta/rules'
import { isNegative } from './serialized-quantity'
import { validateClaimSpec } from './claim-spec'
import type { LaterVolume } from './later-pod'
import { fileMode } from './paths'
import { validateDownwardApi, validateProjected } from './projected-volumes'
import type { Source, SourceContext } from './volume-sources'
import { checkSources, driverName, inOrder, keyToPath, SOURCE_CHECKS } from './volume-sources'

const PULL_POLICIES = ['Always', 'IfNotPresent', 'Never']

/** A volume of a pod as a client may send it: any field can be missing. */
export type Volume = Draft<core.Volume>

type Check = (source: Source, field: string, errors: Errors, context: SourceContext) => void
const typed =
  <T>(check: (source: Draft<T>, field: string, errors: Errors, context: SourceContext) => void): Check =>
  (source, field, errors, context) =>
    check(source as Draft<T>, field, errors, context)

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
  downwardAPI: typed<core.DownwardAPIVolumeSource>(validateDownwardApi),
  projected: typed<core.ProjectedVolumeSource>(validateProjected),
  csi: typed<core.CSIVolumeSource>((source, field, errors) => {
    driverName(source.driver ?? '', `${field}.driver`, errors)
    if (!source.nodePublishSecretRef) return
    const { name = '' } = source.nodePublishSecretRef
    // Real servers print this space in the path.
    if (name) subdomain(name, `${field}.name`, errors)
    else present(name, `${field}.nodePublishSecretRef .name`, errors)
  }),
  ephemeral: typed<core.EphemeralVolumeSource>(ephemeral),
  image: (source, field, errors, { inTemplate }) => {
    const { reference, pullPolicy } = source as NonNullable<LaterVolume['image']>
    if (!inTemplate) present(reference, `${field}.reference`, errors)
    oneOf(pullPolicy, PULL_POLICIES, `${field}.pullPolicy`, errors)
  },
}
/** The order matters: the later of two sources is refused. */
const POD_SOURCES = inOrder(CHECKS, [
  ...['emptyDir', 'hostPath', 'gitRepo', 'gcePersistentDisk', 'awsElasticBlockStore', 'secret', 'nfs', 'iscsi'],
  ...['glusterfs', 'flocker', 'persistentVolumeClaim', 'rbd', 'cinder', 'cephfs', 'quobyte', 'downwardAPI', 'fc'],
  ...['flexVolume', 'configMap', 'azureFile', 'vsphereVolume', 'photonPersistentDisk', 'portworxVolume', 'azureDisk'],
  ...['storageos', 'projected', 'scaleIO', 'csi', 'ephemeral', 'image'],
])

/** Validates a pod's volumes. In a template, an image may still be missing. Returns the valid ones by name, for checking mounts and devices. */
export function validateVolumes(
  volumes: readonly Volume[],
  field: string,
  served: Served,
  errors: Errors,
  inTemplate: boolean,
): ReadonlyMap<string, Volume> {
  const sound = new Map<string, Volume>()
  for (const [i, volume] of volumes.entries()) {
    const at = `${field}[${i}]`
    const before = errors.length
    const name = volume.name ?? ''
    if (checkSources(volume, POD_SOURCES, at, errors, { name, persistent: false, served, inTemplate }) === 0)
      errors.push(required(at, 'must specify a volume type'))
    if (present(name, `${at}.name`, errors)) label(name, `${at}.name`, errors)
    // Only names of valid volumes count as taken.
    if (sound.has(name)) errors.push(duplicate(`${at}.name`, name))
    if (errors.length === before) sound.set(name, volume)
  }
  return sound
}
