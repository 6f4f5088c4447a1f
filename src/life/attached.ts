import type * as core from 'kt126/core/v1'
import type * as storage from 'kt126/storage/v1'
import { asDraft } from '../api/kinds/meta/draft'
import type { ApiObject } from '../machinery/object'
import { claimOf, volumeOf } from '../controllers/storage/volumes'
import type { ControllerCache } from '../controllers/watched-cache'

/** The node that a volume is attached to; empty if none is named. */
export const nodeOfAttachment = (object: ApiObject): string =>
  asDraft<storage.VolumeAttachment>(object).spec?.nodeName ?? ''

/** Whether all of a pod's volumes with an attachable driver are attached to its node. Unbound claims don't count. */
export function areAttached(
  pod: ApiObject,
  claims: ControllerCache | undefined,
  volumes: ControllerCache | undefined,
  attachments: ControllerCache | undefined,
): boolean {
  const { spec } = asDraft<core.Pod>(pod)
  const wanted = (spec?.volumes ?? []).flatMap(({ persistentVolumeClaim }) => {
    const claim = claims?.get(pod.metadata.namespace, persistentVolumeClaim?.claimName ?? '')
    const name = claim && claimOf(claim).spec?.volumeName
    const volume = name ? volumes?.get(undefined, name) : undefined
    return volume && volumeOf(volume).spec?.csi ? [volume.metadata.name ?? ''] : []
  })
  if (wanted.length === 0) return true
  const here = new Set(
    (attachments?.list() ?? [])
      .map((attachment) => asDraft<storage.VolumeAttachment>(attachment))
      .filter(({ spec: to, status }) => to?.nodeName === spec?.nodeName && status?.attached)
      .map(({ spec: to }) => to?.source?.persistentVolumeName),
  )
  return wanted.every((name) => here.has(name))
}
