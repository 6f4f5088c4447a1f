import type * as core from 'kt126/core/v1'
import type * as storage from 'kt126/storage/v1'
import { NODES, PERSISTENT_VOLUMES, PERSISTENT_VOLUME_CLAIMS, PODS } from '../../client/core-targets'
import { asDraft } from '../../api/kinds/meta/draft'
import type { ApiObject } from '../../machinery/object'
import type { ControllerCache } from '../watched-cache'
import type { ControllerRow } from '../controllers'
import { remove, runNamed } from '../kit'
import { shortHash } from '../workloads/short-hash'
import { eventRecorder } from '../workloads/events'
import { isStatus } from '../../client/status-error'
import { ATTACHMENTS, claimOf, volumeOf } from './volumes'

const NAME = 'attachdetach'

const nodeOf = (pod: ApiObject): string | undefined => asDraft<core.Pod>(pod).spec?.nodeName
const attachmentOf = (object: ApiObject) => asDraft<storage.VolumeAttachment>(object)
const nodeOfAttachment = (object: ApiObject): string => attachmentOf(object).spec?.nodeName ?? ''

/** Attaches the volumes that pods use to their nodes, and detaches unused ones. */
export const attachDetach: ControllerRow = {
  name: NAME,
  defaultOn: 'with-nodes',
  account: 'attachdetach-controller',
  needs: ['v1/pods', 'v1/persistentvolumes', 'storage.orch.io/v1/volumeattachments'],
  start(deps) {
    const usersOf = (claim: ApiObject, pods: ControllerCache | undefined) =>
      (pods?.list(claim.metadata.namespace) ?? [])
        .filter((pod) => claimNames(pod).includes(claim.metadata.name ?? ''))
        .flatMap((pod) => nodeOf(pod) ?? [])
    const events = eventRecorder(deps, 'attachdetach-controller', { apiVersion: 'v1', kind: 'Pod' })
    /** The last reported outcome of each attachment. */
    const told = new Map<string, string>()
    const tellOutcome = async (attachment: ApiObject, pods: readonly ApiObject[]): Promise<void> => {
      const { uid = '' } = attachment.metadata
      const { spec, status } = attachmentOf(attachment)
      const error = status?.attachError?.message
      const now = status?.attached ? 'attached' : error !== undefined ? 'failed' : 'waits'
      const before = told.get(uid)
      if (before === now) return
      told.set(uid, now)
      const volume = `volume "${spec?.source?.persistentVolumeName ?? ''}"`
      for (const pod of pods)
        if (now === 'failed')
          await events(
            pod,
            'Warning',
            'FailedAttachVolume',
            `AttachVolume.Attach failed for ${volume} : ${error ?? ''}`,
          )
        else if (now === 'attached' && before !== undefined)
          await events(pod, 'Normal', 'SuccessfulAttachVolume', `AttachVolume.Attach succeeded for ${volume}`)
    }
    return runNamed(deps, NAME, {
      watches: [
        { target: PODS, keys: (pod) => (claimNames(pod).length > 0 ? [nodeOf(pod) ?? []].flat() : []) },
        { target: PERSISTENT_VOLUME_CLAIMS, keys: (claim, [pods]) => usersOf(claim, pods) },
        { target: PERSISTENT_VOLUMES, keys: () => [] },
        { target: ATTACHMENTS, keys: (attachment) => [nodeOfAttachment(attachment)] },
        { target: NODES, keys: ({ metadata }) => [metadata.name ?? ''] },
      ],
      async reconcile(node, [pods, claims, volumes, attachments, nodes]) {
        const wanted = new Map<string, string>()
        const users = new Map<string, ApiObject[]>()
        const here = (pods?.list() ?? []).filter((pod) => nodeOf(pod) === node && !hasEnded(pod))
        for (const pod of nodes?.get(undefined, node) ? here : [])
          for (const name of claimNames(pod)) {
            const claim = claims?.get(pod.metadata.namespace, name)
            const volumeName = claim && claimOf(claim).spec?.volumeName
            const volume = volumeName ? volumes?.get(undefined, volumeName) : undefined
            const driver = volume && volumeOf(volume).spec?.csi?.driver
            if (!volumeName || !driver) continue
            wanted.set(volumeName, driver)
            users.set(volumeName, [...(users.get(volumeName) ?? []), pod])
          }
        const present = attachments?.list() ?? []
        const uids = new Set(present.map(({ metadata }) => metadata.uid))
        for (const uid of told.keys()) if (!uids.has(uid)) told.delete(uid)
        for (const attachment of present.filter((one) => nodeOfAttachment(one) === node)) {
          const volume = attachmentOf(attachment).spec?.source?.persistentVolumeName ?? ''
          await tellOutcome(attachment, users.get(volume) ?? [])
          if (!wanted.delete(volume) && !attachment.metadata.deletionTimestamp)
            await remove(deps.client, ATTACHMENTS, attachment)
        }
        for (const [volume, attacher] of wanted) {
          const name = `csi-${shortHash([volume, attacher, node])}`
          const spec = { attacher, nodeName: node, source: { persistentVolumeName: volume } }
          try {
            // The driver removes it when the volume is detached.
            const finalizers = [`external-attacher/${attacher.replaceAll('.', '-')}`]
            await deps.client.create(ATTACHMENTS, { metadata: { name, finalizers }, spec })
          } catch (error) {
            if (!isStatus(error, 'AlreadyExists')) throw error
          }
        }
      },
    })
  },
}

const hasEnded = (pod: ApiObject): boolean =>
  ['Failed', 'Succeeded'].includes(asDraft<core.Pod>(pod).status?.phase ?? '')

const claimNames = (pod: ApiObject): string[] =>
  (asDraft<core.Pod>(pod).spec?.volumes ?? []).flatMap(({ persistentVolumeClaim }) =>
    persistentVolumeClaim?.claimName ? [persistentVolumeClaim.claimName] : [],
  )
