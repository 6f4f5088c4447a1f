import type * as core from 'kt126/core/v1'
import type * as storage from 'kt126/storage/v1'
import { STORAGE_CLASS_ANNOTATION } from '../../api/kinds/shared/claim-spec'
import { asDraft, type Draft } from '../../api/kinds/meta/draft'
import type { Target } from '../../client/targets'
import { compileLabelSelector } from '../../machinery/labels'
import type { ApiObject } from '../../machinery/object'
import { parseQuantity, quantityMillis } from '../../machinery/quantity'

/** Where storage classes are served. */
export const CLASSES: Target = { group: 'storage.orch.io', version: 'v1', resource: 'storageclasses' }

/** Where volume attachments are served. */
export const ATTACHMENTS: Target = { group: 'storage.orch.io', version: 'v1', resource: 'volumeattachments' }
/** Annotation of a claim: the failure to simulate for its volume: `provision`, `bind` or `attach`. */
export const VOLUME_FAILS = 'life.orch.io/fail'

/** Annotation of a claim whose binding is complete. */
export const BIND_COMPLETED = 'pv.orch.io/bind-completed'
/** Annotation of a binding that the controller chose, and may undo. */
export const BOUND_BY_CONTROLLER = 'pv.orch.io/bound-by-controller'
/** Annotation of a volume with the provisioner that made it. */
export const PROVISIONED_BY = 'pv.orch.io/provisioned-by'
/** Annotation of a claim: the node chosen for its first pod. */
export const SELECTED_NODE = 'volume.orch.io/selected-node'
/** Annotations of a claim: its provisioner. Earlier releases use the second one. */
export const PROVISIONERS = ['volume.orch.io/storage-provisioner', 'volume.beta.orch.io/storage-provisioner'] as const
/** The provisioner of a class whose volumes an administrator makes. */
export const NO_PROVISIONER = 'orch.io/no-provisioner'

/** A PersistentVolumeClaim that may be incomplete. */
export type Claim = Draft<core.PersistentVolumeClaim>
/** A PersistentVolume that may be incomplete. */
export type Volume = Draft<core.PersistentVolume>
/** An object as a PersistentVolumeClaim. */
export const claimOf = (object: ApiObject): Claim => asDraft<core.PersistentVolumeClaim>(object)
/** An object as a PersistentVolume. */
export const volumeOf = (object: ApiObject): Volume => asDraft<core.PersistentVolume>(object)
/** An object as a StorageClass; empty if there is none. */
export const classOf = (object: ApiObject | undefined): Draft<storage.StorageClass> =>
  asDraft<storage.StorageClass>(object)

const millisOf = (quantity: string | undefined): number => Number(quantityMillis(parseQuantity(quantity ?? '0')))
/** The capacity of a volume in thousandths of a byte. */
export const capacityOf = (volume: ApiObject): number => millisOf(volumeOf(volume).spec?.capacity?.['storage'])
const requestOf = (claim: ApiObject): number => millisOf(claimOf(claim).spec?.resources?.requests?.['storage'])

/** The name of the class of a claim or a volume, or an empty string. The older annotation goes before the field. */
export const classNameOf = (object: ApiObject): string =>
  object.metadata.annotations?.[STORAGE_CLASS_ANNOTATION] ?? claimOf(object).spec?.storageClassName ?? ''

/** Whether a class waits for the first pod that uses a claim. */
export const waitsForConsumer = (storageClass: ApiObject | undefined): boolean =>
  classOf(storageClass).volumeBindingMode === 'WaitForFirstConsumer'

/** The provisioner of a class, if it has one. */
export function provisionerOf(storageClass: ApiObject | undefined): string | undefined {
  const { provisioner } = classOf(storageClass)
  return provisioner === NO_PROVISIONER ? undefined : provisioner
}

/** Whether a volume is reserved for exactly this claim, or for any claim of its name. */
export function isFor(volume: ApiObject, { metadata }: ApiObject): boolean {
  const { claimRef } = volumeOf(volume).spec ?? {}
  return (
    claimRef?.name === metadata.name &&
    claimRef?.namespace === metadata.namespace &&
    (!claimRef?.uid || claimRef.uid === metadata.uid)
  )
}

const modeOf = (object: ApiObject): string => volumeOf(object).spec?.volumeMode ?? 'Filesystem'
/** Whether a volume is a file system and its claim asks for a block device, or the reverse. */
export const haveOtherModes = (volume: ApiObject, claim: ApiObject): boolean => modeOf(volume) !== modeOf(claim)
const givesAccess = (volume: ApiObject, claim: ApiObject): boolean =>
  (claimOf(claim).spec?.accessModes ?? []).every((mode) => volumeOf(volume).spec?.accessModes?.includes(mode))

/** Why a volume can't be the one that a claim names; undefined if it can. */
export function misfitOf(volume: ApiObject, claim: ApiObject): string | undefined {
  if (requestOf(claim) > capacityOf(volume)) return 'requested PV is too small'
  if (classNameOf(volume) !== classNameOf(claim)) return 'storageClassName does not match'
  if (haveOtherModes(volume, claim)) return 'incompatible volumeMode'
  return givesAccess(volume, claim) ? undefined : 'incompatible accessMode'
}

/** Whether a claim may have a volume: one that is reserved for it, or a free one that is as it asks for. */
function suits(volume: ApiObject, claim: ApiObject): boolean {
  if (volume.metadata.deletionTimestamp || haveOtherModes(volume, claim) || !givesAccess(volume, claim)) return false
  if (capacityOf(volume) < requestOf(claim)) return false
  const { spec, status } = volumeOf(volume)
  if (spec?.claimRef) return isFor(volume, claim)
  const { selector } = claimOf(claim).spec ?? {}
  return (
    status?.phase === 'Available' &&
    classNameOf(volume) === classNameOf(claim) &&
    (selector === undefined || compileLabelSelector(selector).matches(volume.metadata.labels))
  )
}

/** The volume for a claim: of those with the fewest access modes one that is reserved for it, else the smallest. */
export function volumeFor(claim: ApiObject, volumes: readonly ApiObject[]): ApiObject | undefined {
  const modes = (volume: ApiObject): number => volumeOf(volume).spec?.accessModes?.length ?? 0
  const free = (volume: ApiObject): number => (volumeOf(volume).spec?.claimRef ? 0 : 1)
  return volumes
    .filter((volume) => suits(volume, claim))
    .sort(
      (a, b) =>
        modes(a) - modes(b) ||
        free(a) - free(b) ||
        capacityOf(a) - capacityOf(b) ||
        ((a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1),
    )[0]
}
