import type * as core from 'kt126/core/v1'
import { forbidden, notSupported, required } from '../../../machinery/field-error'
import { goResources } from '../../../machinery/go-quantity'
import type { Served } from '../../releases/ledger'
import type { Draft } from '../meta/draft'
import type { Errors } from '../meta/rules'
import { oneOf, optionalOneOf, subdomain } from '../meta/rules'
import { validateNonNegativeQuantity } from './serialized-quantity'
import { validateAccessModes, validateStorageAmount, VOLUME_MODES } from './claim-spec'
import { validateNodeSelector } from './scheduling'
import { checkSources, inOrder, persistentCsi, SOURCE_CHECKS } from './volume-sources'

type Spec = Draft<core.PersistentVolumeSpec>

/** The order matters: the later of two sources is refused. */
export const VOLUME_SOURCES = inOrder({ ...SOURCE_CHECKS, csi: persistentCsi }, [
  ...['hostPath', 'gcePersistentDisk', 'awsElasticBlockStore', 'glusterfs', 'flocker', 'nfs', 'rbd', 'quobyte'],
  ...['cephfs', 'iscsi', 'cinder', 'fc', 'flexVolume', 'azureFile', 'vsphereVolume', 'photonPersistentDisk'],
  ...['portworxVolume', 'azureDisk', 'scaleIO', 'local', 'storageos', 'csi'],
])
const RECLAIM_POLICIES = ['Delete', 'Recycle', 'Retain']

/** Whether a path is equivalent to the root. */
const isRoot = (path: string): boolean => path.startsWith('/') && /^[/.]+$/.test(path) && !path.includes('...')

function capacityOf(spec: Spec, field: string, errors: Errors): void {
  const { capacity = {} } = spec
  const resources = Object.keys(capacity)
  if (resources.length === 0) errors.push(required(`${field}.capacity`))
  if (capacity['storage'] === undefined || resources.length > 1)
    errors.push(notSupported(`${field}.capacity`, goResources(spec.capacity ?? {}), ['storage']))
  for (const name of resources) {
    const at = `${field}.capacity[${name}]`
    validateNonNegativeQuantity(capacity[name] ?? '0', at, errors)
    validateStorageAmount(capacity[name] ?? '0', at, errors)
  }
}

function sources(spec: Spec, name: string, field: string, served: Served, errors: Errors): void {
  const { nodeAffinity, hostPath } = spec
  if (nodeAffinity?.required) validateNodeSelector(nodeAffinity.required, `${field}.nodeAffinity.required`, errors)
  else if (nodeAffinity)
    errors.push(required(`${field}.nodeAffinity.required`, 'must specify required node constraints'))
  if (checkSources(spec, VOLUME_SOURCES, field, errors, { name, persistent: true, served }) === 0)
    errors.push(required(field, 'must specify a volume type'))
  if (spec.local && !nodeAffinity) errors.push(required(`${field}.nodeAffinity`, 'Local volume requires node affinity'))
  if (hostPath && isRoot(hostPath.path ?? '') && spec.persistentVolumeReclaimPolicy === 'Recycle')
    errors.push(forbidden(`${field}.persistentVolumeReclaimPolicy`, "may not be 'recycle' for a hostPath mount of '/'"))
}

/** Validates a persistent volume's spec. */
export function validateVolumeSpec(spec: Spec, name: string, field: string, served: Served, errors: Errors): void {
  validateAccessModes(spec.accessModes ?? [], `${field}.accessModes`, served.feature, errors, '')
  capacityOf(spec, field, errors)
  oneOf(spec.persistentVolumeReclaimPolicy, RECLAIM_POLICIES, `${field}.persistentVolumeReclaimPolicy`, errors)
  sources(spec, name, field, served, errors)
  if (spec.storageClassName) subdomain(spec.storageClassName, `${field}.storageClassName`, errors)
  optionalOneOf(spec.volumeMode, VOLUME_MODES, `${field}.volumeMode`, errors)
  const { volumeAttributesClassName: attributes } = spec as { volumeAttributesClassName?: string }
  if (attributes === undefined) return
  if (attributes === '') errors.push(required(`${field}.volumeAttributesClassName`, 'an empty string is disallowed'))
  else subdomain(attributes, `${field}.volumeAttributesClassName`, errors)
  if (!spec.csi) errors.push(required(`${field}.csi`, 'has to be specified when using volumeAttributesClassName'))
}

/** Validates a volume spec inlined in an attachment: a CSI source, and no fields of standalone volumes. */
export function validateInlineVolume(spec: Spec, field: string, served: Served, errors: Errors): void {
  const refuse = (member: string): void =>
    void errors.push(forbidden(`${field}.${member}`, 'may not be specified in the context of inline volumes'))
  if (spec.claimRef) refuse('claimRef')
  if (Object.keys(spec.capacity ?? {}).length > 0) refuse('capacity')
  if (!spec.csi) errors.push(required(`${field}.csi`, 'has to be specified in the context of inline volumes'))
  validateAccessModes(spec.accessModes ?? [], `${field}.accessModes`, served.feature, errors, '')
  if (spec.persistentVolumeReclaimPolicy && spec.persistentVolumeReclaimPolicy !== 'Retain')
    refuse('persistentVolumeReclaimPolicy')
  if (spec.nodeAffinity) refuse('nodeAffinity')
  sources(spec, '', field, served, errors)
  if (spec.storageClassName) refuse('storageClassName')
  if (spec.volumeMode !== undefined && spec.volumeMode !== 'Filesystem') refuse('volumeMode')
}
