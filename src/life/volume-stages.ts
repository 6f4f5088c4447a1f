import type * as storage from 'kt126/storage/v1'
import { PERSISTENT_VOLUMES } from '../client/core-targets'
import { asDraft } from '../api/kinds/meta/draft'
import { claimOf, classOf, PROVISIONED_BY, PROVISIONERS, VOLUME_FAILS, volumeOf } from '../controllers/storage/volumes'
import { dns1123Subdomain } from '../machinery/names'
import type { ApiObject } from '../machinery/object'
import type { MemberExpression, Related, Stage } from './stage'

/** The name of the simulated driver. */
export const DRIVER = 'simulated.life.orch.io'

const ALIVE: MemberExpression = { key: 'metadata.deletionTimestamp', operator: 'DoesNotExist' }
const LEAVES: MemberExpression = { key: 'metadata.deletionTimestamp', operator: 'Exists' }

/** The name of the volume that is created for a claim. */
export const madeFor = ({ metadata }: ApiObject): string => `pvc-${metadata.uid ?? ''}`

const failureOf = (claim: ApiObject | undefined): string | undefined => claim?.metadata.annotations?.[VOLUME_FAILS]
const driverOf = (claim: ApiObject): string | undefined => claim.metadata.annotations?.[PROVISIONERS[1]]
/** The claim asks for a volume of a driver, and there is none yet. */
const asks = (claim: ApiObject, { volume }: Related): boolean =>
  driverOf(claim) !== undefined && !claimOf(claim).spec?.volumeName && !volume
// Any other failure than that of a later step fails the first one.
const isFull = (claim: ApiObject): boolean => !['bind', 'attach', undefined].includes(failureOf(claim))

function volumeFor(claim: ApiObject, { storageClass }: Related): ApiObject {
  const { name, namespace, uid, resourceVersion } = claim.metadata
  const { accessModes, resources, volumeMode, storageClassName } = claimOf(claim).spec ?? {}
  const driver = driverOf(claim) ?? DRIVER
  const volume = madeFor(claim)
  return {
    metadata: { name: volume, annotations: { [PROVISIONED_BY]: driver } },
    spec: {
      accessModes,
      capacity: { storage: resources?.requests?.['storage'] },
      volumeMode,
      storageClassName,
      persistentVolumeReclaimPolicy: classOf(storageClass).reclaimPolicy ?? 'Delete',
      claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', name, namespace, uid, resourceVersion },
      // Names of old provisioners are paths, which are not valid driver names.
      csi: { driver: dns1123Subdomain(driver).length === 0 ? driver : DRIVER, volumeHandle: volume },
    },
  }
}

/** The life cycle of a claim until its volume is created. */
export const CLAIM_STAGES: readonly Stage[] = [
  {
    name: 'provisioned',
    about: 'A driver is asked for a volume: it makes one.',
    resource: 'persistentvolumeclaims',
    selector: { matchExpressions: [ALIVE] },
    when: (claim, related) => asks(claim, related) && !isFull(claim),
    delay: { milliseconds: 1000, jitterMilliseconds: 1000 },
    next: {
      create: (claim, { related = {} }) => ({ target: PERSISTENT_VOLUMES, object: volumeFor(claim, related) }),
      event: {
        type: 'Normal',
        reason: 'ProvisioningSucceeded',
        message: (claim) => `Successfully provisioned volume ${madeFor(claim)}`,
      },
    },
  },
  {
    name: 'provisioning-fails',
    about: 'A driver is asked for a volume, and the failure "provision" is chosen.',
    resource: 'persistentvolumeclaims',
    selector: { matchExpressions: [ALIVE] },
    when: (claim, related) => asks(claim, related) && isFull(claim),
    delay: { milliseconds: 1000, jitterMilliseconds: 1000 },
    next: {
      event: {
        type: 'Warning',
        reason: 'ProvisioningFailed',
        message: () => 'failed to provision volume: the storage is full (simulated)',
      },
    },
  },
]

/** The end of volumes whose claims are gone. */
export const VOLUME_STAGES: readonly Stage[] = [
  {
    name: 'volume-deleted',
    about: 'A volume that a driver has made is released, and its policy is Delete.',
    resource: 'persistentvolumes',
    selector: { matchExpressions: [ALIVE, { key: 'status.phase', operator: 'In', values: ['Released', 'Failed'] }] },
    when: (volume) =>
      volumeOf(volume).spec?.persistentVolumeReclaimPolicy === 'Delete' &&
      volume.metadata.annotations?.[PROVISIONED_BY] !== undefined,
    delay: { milliseconds: 500, jitterMilliseconds: 500 },
    next: { delete: true },
  },
]

const attachmentOf = (object: ApiObject) => asDraft<storage.VolumeAttachment>(object)

/** The life cycle of an attachment, from the request until the volume is detached. */
export const ATTACHMENT_STAGES: readonly Stage[] = [
  {
    name: 'attached',
    about: 'A volume is wanted at a node: it is attached.',
    resource: 'volumeattachments',
    selector: { matchExpressions: [ALIVE] },
    when: (attachment, { claim }) => !attachmentOf(attachment).status?.attached && failureOf(claim) !== 'attach',
    delay: { milliseconds: 500, jitterMilliseconds: 500 },
    next: { status: () => ({ attached: true, attachError: null }) },
  },
  {
    name: 'attaching-fails',
    about: 'A volume is wanted at a node, and its claim has the failure "attach".',
    resource: 'volumeattachments',
    selector: { matchExpressions: [ALIVE] },
    when(attachment, { claim }) {
      const { status } = attachmentOf(attachment)
      return !status?.attached && !status?.attachError && failureOf(claim) === 'attach'
    },
    delay: { milliseconds: 500, jitterMilliseconds: 500 },
    next: {
      status: (_, { now }) => ({
        attached: false,
        attachError: { time: now, message: 'rpc error: code = Internal desc = the disk is not found (simulated)' },
      }),
    },
  },
  {
    name: 'detached',
    about: 'Nobody at the node uses the volume any more.',
    resource: 'volumeattachments',
    selector: { matchExpressions: [LEAVES, { key: 'metadata.finalizers', operator: 'Exists' }] },
    delay: { milliseconds: 500, jitterMilliseconds: 500 },
    next: { finalizers: { empty: true } },
  },
]
