import type * as core from 'kt126/core/v1'
import { forbidden, invalid } from '../../../../machinery/field-error'
import { goStructJson } from '../../../../machinery/go-values'
import { clone, equal } from '../../../../machinery/json'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import type { KindContext } from '../../../kind-context'
import { UNSET } from '../../meta/columns'
import type { Draft } from '../../meta/draft'
import { asDraft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { unchanged } from '../../meta/rules'
import { AGE, tableOf } from '../../meta/table-columns'
import { roundQuantities } from '../../shared/serialized-quantity'
import { accessModesText, attributesClassOf, storageClassOf } from '../../shared/claim-spec'
import { defaultSource } from '../../shared/pod-defaults'
import { validateVolumeSpec, VOLUME_SOURCES } from '../../shared/volume-spec'
import { volumeWarnings } from '../../shared/storage-warnings'

type Spec = Draft<core.PersistentVolumeSpec>
const read = (object: ApiObject): Draft<core.PersistentVolume> => asDraft<core.PersistentVolume>(object)

const sourceOf = (spec: Spec): Record<string, unknown> =>
  Object.fromEntries(Object.entries(spec).filter(([member]) => Object.hasOwn(VOLUME_SOURCES, member)))

/** Expansion secrets may be added later; everything else in a volume's source is immutable. */
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

function validate(object: ApiObject, context: KindContext): Errors {
  const errors: Errors = []
  validateVolumeSpec(read(object).spec ?? {}, object.metadata.name ?? '', 'spec', context, errors)
  return errors
}

/** A piece of storage in the cluster. */
export const persistentVolume: KindBehaviour = {
  group: '',
  resource: 'persistentvolumes',
  kind: 'PersistentVolume',
  metadataPasses: [0, 2],
  repeatsObjectErrors: true,
  defaults(object) {
    const draft = read(object)
    draft.spec ??= {}
    draft.spec.persistentVolumeReclaimPolicy ||= 'Retain'
    draft.spec.volumeMode ??= 'Filesystem'
    roundQuantities(draft.spec.capacity)
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
    if (!sameSource(spec, before))
      errors.push(forbidden('spec.persistentvolumesource', 'spec.persistentvolumesource is immutable after creation'))
    unchanged(spec.volumeMode, before.volumeMode, 'volumeMode', errors)
    if (before.nodeAffinity !== undefined && !equal(spec.nodeAffinity, before.nodeAffinity))
      errors.push(
        invalid(
          'nodeAffinity',
          spec.nodeAffinity && goStructJson('core.VolumeNodeAffinity', spec.nodeAffinity),
          'field is immutable',
        ),
      )
    return errors
  },
  warnings: (object, { release }) => volumeWarnings(object.metadata, read(object).spec ?? {}, release),
  hasStatus: true,
  generation: false,
  subresources: { status: { validateUpdate: () => [] } },
  deleteReturnsObject: true,
  ...tableOf(
    (object) => {
      const { spec = {}, status = {} } = read(object)
      const claim = spec.claimRef
      return { spec, status, claim }
    },
    ['Capacity', 'string', ({ spec }) => spec.capacity?.['storage'] ?? '0'],
    ['Access Modes', 'string', ({ spec }) => accessModesText(spec.accessModes)],
    ['Reclaim Policy', 'string', ({ spec }) => spec.persistentVolumeReclaimPolicy ?? ''],
    [
      'Status',
      'string',
      ({ status }, object) => (object.metadata.deletionTimestamp ? 'Terminating' : (status.phase ?? '')),
    ],
    ['Claim', 'string', ({ claim }) => (claim ? `${claim.namespace ?? ''}/${claim.name ?? ''}` : '')],
    ['StorageClass', 'string', ({ spec }, object) => storageClassOf(object, spec.storageClassName)],
    ['VolumeAttributesClass', 'string', ({ spec }) => attributesClassOf(spec), { since: 29 }],
    ['Reason', 'string', ({ status }) => status.reason ?? ''],
    AGE,
    ['VolumeMode', 'string', ({ spec }) => spec.volumeMode ?? UNSET, { priority: 1 }],
  ),
}
