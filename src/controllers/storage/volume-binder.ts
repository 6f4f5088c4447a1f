import { PERSISTENT_VOLUMES, PERSISTENT_VOLUME_CLAIMS, PODS } from '../../client/core-targets'
import type { ApiObject } from '../../machinery/object'
import { keyOf, splitKey } from '../../client/object-key'
import type { ControllerCache } from '../watched-cache'
import type { ControllerRow } from '../controllers'
import { runNamed } from '../kit'
import { eventRecorder } from '../workloads/events'
import { syncClaim } from './claim-sync'
import { claimOf, CLASSES, classNameOf, volumeFor, volumeOf } from './volumes'
import { syncVolume } from './volume-sync'

const NAME = 'persistentvolume-binder'
/** Claims that wait are looked at again this often, and tell again why they wait. */
const RESYNC_MS = 15_000

/** Binds claims to volumes, requests missing volumes, and keeps the phases of both. */
export const volumeBinder: ControllerRow = {
  name: NAME,
  defaultOn: 'with-workloads',
  account: 'persistent-volume-binder',
  needs: ['v1/persistentvolumeclaims', 'v1/persistentvolumes', 'storage.orch.io/v1/storageclasses'],
  start(deps) {
    const events = eventRecorder(deps, 'persistentvolume-controller', {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
    })
    return runNamed(deps, NAME, {
      // One at a time, so that no two claims get the same volume.
      workers: 1,
      watches: [
        { target: PERSISTENT_VOLUME_CLAIMS, keys: (claim) => [keyOf(claim), ...namedVolume(claim)] },
        { target: PERSISTENT_VOLUMES, keys: (volume, [claims]) => [keyOf(volume), ...affected(volume, claims)] },
        { target: CLASSES, keys: (found, [claims]) => pending(claims, (claim) => asksFor(claim, found)) },
        { target: PODS, keys: () => [] },
      ],
      async reconcile(key, [claims, volumes, classes, pods]) {
        const { namespace, name } = splitKey(key)
        if (namespace === undefined) {
          const volume = volumes?.get(undefined, name)
          return volume && syncVolume(deps, events, volume, claims)
        }
        const claim = claims?.get(namespace, name)
        if (!claim || !volumes) return
        await syncClaim(deps, events, claim, { volumes, classes, pods })
        return claimOf(claim).status?.phase === 'Pending' ? { afterMs: RESYNC_MS } : undefined
      },
    })
  },
}

const namedVolume = (claim: ApiObject): string[] => {
  const { volumeName } = claimOf(claim).spec ?? {}
  return volumeName ? [volumeName] : []
}
const pending = (claims: ControllerCache | undefined, which: (claim: ApiObject) => boolean): string[] =>
  (claims?.list() ?? []).filter((claim) => claimOf(claim).status?.phase === 'Pending' && which(claim)).map(keyOf)

/** The claims that a changed volume may concern: the one it is for, those that name it, and waiting ones that it suits. */
const affected = (volume: ApiObject, claims: ControllerCache | undefined): string[] => {
  const { claimRef } = volumeOf(volume).spec ?? {}
  const { name = '' } = volume.metadata
  return [
    ...(claimRef?.name ? [`${claimRef.namespace ?? ''}/${claimRef.name}`] : []),
    ...pending(claims, (claim) => [...namedVolume(claim), volumeFor(claim, [volume])?.metadata.name].includes(name)),
  ]
}

/** Whether a claim names a class, or takes the default one. */
const asksFor = (claim: ApiObject, { metadata: { name } }: ApiObject): boolean =>
  [name, ''].includes(classNameOf(claim)) && claimOf(claim).spec?.storageClassName !== ''
