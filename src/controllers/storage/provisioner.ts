import type * as storage from 'kt126/storage/v1'
import { asDraft } from '../../api/kinds/meta/draft'
import { isStatus, type Target } from '../../client/client'
import { dns1123Subdomain } from '../../machinery/names'
import type { ApiObject } from '../../machinery/object'
import { roleFor } from '../../life/roles'
import { keyOf, splitKey } from '../watched-cache'
import type { ControllerDeps, ControllerRow } from '../controllers'
import { runNamed, writeStatus } from '../kit'
import { eventRecorder } from '../workloads/events'
import { claimOf, CLAIMS, classOf, CLASSES, PROVISIONED_BY, PROVISIONERS, VOLUMES } from './volumes'

const NAME = 'simulated-provisioner'
const ATTACHMENTS: Target = { group: 'storage.orch.io', version: 'v1', resource: 'volumeattachments' }
/** The class that claims get who name none. */
const STANDARD = 'standard'
const DRIVER = 'simulated.life.orch.io'
const READ = ['get', 'list', 'watch']

const roles = roleFor(NAME, [
  { verbs: [...READ, 'create', 'delete'], apiGroups: [''], resources: ['persistentvolumes'] },
  { verbs: READ, apiGroups: [''], resources: ['persistentvolumeclaims'] },
  { verbs: [...READ, 'create'], apiGroups: ['storage.orch.io'], resources: ['storageclasses'] },
  { verbs: READ, apiGroups: ['storage.orch.io'], resources: ['volumeattachments'] },
  { verbs: ['update', 'patch'], apiGroups: ['storage.orch.io'], resources: ['volumeattachments/status'] },
  { verbs: ['create', 'patch', 'update'], apiGroups: ['', 'events.orch.io'], resources: ['events'] },
])

/** Stands in for the storage drivers of a cluster: makes the volumes that claims wait for, and attaches them. Nothing is stored in them. */
export const simulatedProvisioner: ControllerRow = {
  name: NAME,
  defaultOn: 'with-nodes',
  account: NAME,
  needs: ['v1/persistentvolumeclaims', 'v1/persistentvolumes', 'storage.orch.io/v1/storageclasses'],
  roles,
  async start(deps) {
    await ensureStandardClass(deps)
    const events = eventRecorder(deps, DRIVER, { apiVersion: 'v1', kind: 'PersistentVolumeClaim' })
    await runNamed(deps, NAME, {
      watches: [
        { target: CLAIMS, keys: (claim) => [keyOf(claim)] },
        { target: CLASSES, keys: () => [] },
        { target: ATTACHMENTS, keys: (attachment) => [keyOf(attachment)] },
      ],
      async reconcile(key, [claims, classes, attachments]) {
        const { namespace, name } = splitKey(key)
        if (namespace === undefined) return attach(deps, attachments?.get(undefined, name))
        const claim = claims?.get(namespace, name)
        const { spec = {} } = claim ? claimOf(claim) : {}
        const provisioner = claim?.metadata.annotations?.[PROVISIONERS[0]]
        if (!claim || spec.volumeName || provisioner === undefined || claim.metadata.deletionTimestamp) return
        if (claim.metadata.annotations?.['life.orch.io/fail'] !== undefined) {
          const why = 'failed to provision volume: the storage is full (simulated)'
          return events(claim, 'Warning', 'ProvisioningFailed', why)
        }
        const volume = volumeFor(claim, classes?.get(undefined, spec.storageClassName ?? ''), provisioner)
        try {
          await deps.client.create(VOLUMES, volume)
          const told = `Successfully provisioned volume ${volume.metadata.name ?? ''}`
          await events(claim, 'Normal', 'ProvisioningSucceeded', told)
        } catch (error) {
          if (!isStatus(error, 'AlreadyExists')) throw error
        }
      },
    })
  },
}

async function ensureStandardClass({ client }: ControllerDeps): Promise<void> {
  try {
    await client.create(CLASSES, {
      metadata: { name: STANDARD, annotations: { 'storageclass.orch.io/is-default-class': 'true' } },
      provisioner: DRIVER,
      reclaimPolicy: 'Delete',
      volumeBindingMode: 'WaitForFirstConsumer',
    })
  } catch (error) {
    if (!isStatus(error, 'AlreadyExists')) throw error
  }
}

function volumeFor(claim: ApiObject, storageClass: ApiObject | undefined, driver: string): ApiObject {
  const { name, namespace, uid = '', resourceVersion } = claim.metadata
  const { accessModes, resources, volumeMode, storageClassName } = claimOf(claim).spec ?? {}
  const volume = `pvc-${uid}`
  return {
    metadata: { name: volume, annotations: { [PROVISIONED_BY]: driver } },
    spec: {
      accessModes,
      capacity: { storage: resources?.requests?.['storage'] },
      volumeMode,
      storageClassName,
      persistentVolumeReclaimPolicy: classOf(storageClass).reclaimPolicy ?? 'Delete',
      claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', name, namespace, uid, resourceVersion },
      // Names of older provisioners are paths, which no driver may have.
      csi: { driver: dns1123Subdomain(driver).length === 0 ? driver : DRIVER, volumeHandle: volume },
    },
  }
}

async function attach({ client }: ControllerDeps, attachment: ApiObject | undefined): Promise<void> {
  if (!attachment || asDraft<storage.VolumeAttachment>(attachment).status?.attached) return
  await writeStatus(client, ATTACHMENTS, attachment, { attached: true })
}
