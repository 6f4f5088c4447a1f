import type * as storage from 'kt126/storage/v1'
import { PERSISTENT_VOLUMES, PERSISTENT_VOLUME_CLAIMS } from '../client/core-targets'
import { asDraft } from '../api/kinds/meta/draft'
import type { ControllerDeps } from '../controllers/controllers'
import { ATTACHMENTS, claimOf, CLASSES, volumeOf } from '../controllers/storage/volumes'
import { keyOf } from '../client/object-key'
import type { ControllerCache } from '../controllers/watched-cache'
import type { ApiObject } from '../machinery/object'
import { Engine, type Moved } from './engine'
import { CustomStages } from './custom-stages'
import type { StagedResource, Related, Stage } from './stage'
import { ATTACHMENT_STAGES, CLAIM_STAGES, madeFor, VOLUME_STAGES } from './volume-stages'

/** Moves claims, volumes and attachments through their stages, as storage drivers would. No data is stored. */
export async function runVolumes(deps: ControllerDeps, name: string, component: string): Promise<void> {
  const own = new CustomStages()
  const run = (
    resource: StagedResource,
    builtIn: readonly Stage[],
    watches: Moved['watches'],
    related: (object: ApiObject, caches: readonly ControllerCache[]) => Related,
  ) =>
    new Engine(deps, own, { name, resource, component, builtIn }).run({
      watches,
      affects: () => true,
      forget: () => undefined,
      context: (_key, object, caches) => ({
        node: undefined,
        address: () => '',
        related: related(object, caches),
      }),
    })
  await Promise.all([
    run(
      'persistentvolumeclaims',
      CLAIM_STAGES,
      [
        { target: PERSISTENT_VOLUME_CLAIMS, keys: (claim) => [keyOf(claim)] },
        { target: CLASSES, keys: () => [] },
        { target: PERSISTENT_VOLUMES, keys: () => [] },
      ],
      (claim, [, classes, volumes]) => ({
        storageClass: classes?.get(undefined, claimOf(claim).spec?.storageClassName ?? ''),
        volume: volumes?.get(undefined, madeFor(claim)),
      }),
    ),
    run(
      'persistentvolumes',
      VOLUME_STAGES,
      [{ target: PERSISTENT_VOLUMES, keys: (volume) => [keyOf(volume)] }],
      () => ({}),
    ),
    run(
      'volumeattachments',
      ATTACHMENT_STAGES,
      [
        { target: ATTACHMENTS, keys: (attachment) => [keyOf(attachment)] },
        { target: PERSISTENT_VOLUMES, keys: () => [] },
        // A simulated failure of a claim also affects its attachments.
        { target: PERSISTENT_VOLUME_CLAIMS, keys: (claim, [attachments]) => attachmentsOf(claim, attachments) },
      ],
      (attachment, [, volumes, claims]) => ({ claim: claimOfAttachment(attachment, volumes, claims) }),
    ),
    own.follow(deps),
  ])
}

const volumeNameOf = (attachment: ApiObject): string =>
  asDraft<storage.VolumeAttachment>(attachment).spec?.source?.persistentVolumeName ?? ''

function claimOfAttachment(
  attachment: ApiObject,
  volumes: ControllerCache | undefined,
  claims: ControllerCache | undefined,
): ApiObject | undefined {
  const volume = volumes?.get(undefined, volumeNameOf(attachment))
  const { claimRef } = volume ? (volumeOf(volume).spec ?? {}) : {}
  return claimRef && claims?.get(claimRef.namespace, claimRef.name ?? '')
}

const attachmentsOf = (claim: ApiObject, attachments: ControllerCache | undefined): string[] =>
  (attachments?.list() ?? [])
    .filter((attachment) => volumeNameOf(attachment) === claimOf(claim).spec?.volumeName)
    .map(keyOf)
