import type * as core from 'kt126/core/v1'
import { forbidden, notSupported, required } from '../../../machinery/field-error'
import { clone, equal } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'
import type { KindBehaviour } from '../../kind'
import { columns, UNSET } from '../meta/columns'
import type { Draft } from '../meta/draft'
import { asDraft } from '../meta/draft'
import { since } from '../meta/duration'
import type { Errors } from '../meta/rules'
import { oneOf, optionalOneOf, subdomain, unchanged } from '../meta/rules'
import { roundAmounts } from '../shared/amounts'
import {
  accessModesText,
  storageClassOf,
  validateAccessModes,
  validateStorageAmount,
  VOLUME_MODES,
} from '../shared/claim-spec'
import { defaultSource } from '../shared/pod-defaults'
import { validateNodeSelector } from '../shared/scheduling'
import { checkSources, persistentCsi, SOURCE_CHECKS } from '../shared/volume-sources'

type Spec = Draft<core.PersistentVolumeSpec>
const read = (object: ApiObject): Draft<core.PersistentVolume> => asDraft<core.PersistentVolume>(object)

const { gitRepo: _gitRepo, ...SHARED } = SOURCE_CHECKS
const SOURCES = { ...SHARED, csi: persistentCsi }
const RECLAIM_POLICIES = ['Delete', 'Recycle', 'Retain']

const sourceOf = (spec: Spec): Record<string, unknown> =>
  Object.fromEntries(Object.entries(spec).filter(([member]) => Object.hasOwn(SOURCES, member)))

/** A volume's secrets for expansion may be told later; everything else of its source is fixed. */
function sameSource(spec: Spec, before: Spec): boolean {
  if (equal(sourceOf(spec), sourceOf(before))) return true
  if (!spec.csi || !before.csi) return false
  const { controllerExpandSecretRef, nodeExpandSecretRef } = spec.csi
  const completed = {
    ...clone(before.csi),
    ...(before.csi.controllerExpandSecretRef === undefined &&
      controllerExpandSecretRef && { controllerExpandSecretRef }),
    ...(before.csi.nodeExpandSecretRef === undefined && nodeExpandSecretRef && { nodeExpandSecretRef }),
  }
  return equal(completed, spec.csi)
}

function validate(object: ApiObject): Errors {
  const { spec = {} } = read(object)
  const errors: Errors = []
  validateAccessModes(spec.accessModes ?? [], 'spec.accessModes', errors)
  const { capacity = {} } = spec
  const resources = Object.keys(capacity)
  if (resources.length === 0) errors.push(required('spec.capacity'))
  if (capacity['storage'] === undefined || resources.length > 1)
    errors.push(notSupported('spec.capacity', capacity, ['storage']))
  for (const name of resources) validateStorageAmount(capacity[name] ?? '0', `spec.capacity[${name}]`, errors)
  oneOf(spec.persistentVolumeReclaimPolicy, RECLAIM_POLICIES, 'spec.persistentVolumeReclaimPolicy', errors)
  const { nodeAffinity } = spec
  if (nodeAffinity?.required) validateNodeSelector(nodeAffinity.required, 'spec.nodeAffinity.required', errors)
  else if (nodeAffinity) errors.push(required('spec.nodeAffinity.required', 'must specify required node constraints'))
  const context = { name: object.metadata.name ?? '', persistent: true }
  if (checkSources(spec, SOURCES, 'spec', errors, context) === 0)
    errors.push(required('spec', 'must specify a volume type'))
  if (spec.local && !nodeAffinity) errors.push(required('spec.nodeAffinity', 'local volume requires node affinity'))
  if (spec.hostPath?.path === '/' && spec.persistentVolumeReclaimPolicy === 'Recycle')
    errors.push(forbidden('spec.persistentVolumeReclaimPolicy', "may not be 'recycle' for a hostPath mount of '/'"))
  if (spec.storageClassName) subdomain(spec.storageClassName, 'spec.storageClassName', errors)
  optionalOneOf(spec.volumeMode, VOLUME_MODES, 'spec.volumeMode', errors)
  return errors
}

/** A piece of storage. */
export const persistentVolume: KindBehaviour = {
  group: '',
  resource: 'persistentvolumes',
  kind: 'PersistentVolume',
  defaults(object) {
    const draft = read(object)
    draft.spec ??= {}
    draft.spec.persistentVolumeReclaimPolicy ||= 'Retain'
    draft.spec.volumeMode ??= 'Filesystem'
    roundAmounts(draft.spec.capacity)
    defaultSource(draft.spec)
    draft.status ??= {}
    draft.status.phase ||= 'Pending'
  },
  prepareForCreate(object) {
    object['status'] = { phase: 'Pending' }
  },
  validate,
  validateUpdate(object, old) {
    const { spec = {} } = read(object)
    const { spec: before = {} } = read(old)
    const errors: Errors = []
    if (!sameSource(spec, before)) errors.push(forbidden('spec.persistentvolumesource', 'is immutable after creation'))
    unchanged(spec.volumeMode, before.volumeMode, 'volumeMode', errors)
    if (before.nodeAffinity !== undefined) unchanged(spec.nodeAffinity, before.nodeAffinity, 'nodeAffinity', errors)
    return errors
  },
  hasStatus: true,
  generation: false,
  subresources: { status: { validateUpdate: () => [] } },
  deleteReturnsObject: true,
  columns: columns(
    'Capacity',
    'Access Modes',
    'Reclaim Policy',
    'Status',
    'Claim',
    'StorageClass',
    'Reason',
    'Age',
    'VolumeMode|string|1',
  ),
  cells(object, now) {
    const { spec = {}, status = {} } = read(object)
    const claim = spec.claimRef
    return [
      spec.capacity?.['storage'] ?? '0',
      accessModesText(spec.accessModes),
      spec.persistentVolumeReclaimPolicy ?? '',
      object.metadata.deletionTimestamp ? 'Terminating' : (status.phase ?? ''),
      claim ? `${claim.namespace ?? ''}/${claim.name ?? ''}` : '',
      storageClassOf(object, spec.storageClassName),
      status.reason ?? '',
      since(object.metadata.creationTimestamp, now),
      spec.volumeMode ?? UNSET,
    ]
  },
}
