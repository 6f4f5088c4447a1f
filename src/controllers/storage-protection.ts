import type * as core from 'kt126/core/v1'
import { PERSISTENT_VOLUMES, PERSISTENT_VOLUME_CLAIMS, PODS } from '../client/core-targets'
import { asDraft } from '../api/kinds/meta/draft'
import { hasPodEnded } from '../api/kinds/shared/pod-types'
import type { Target } from '../client/targets'
import type { ApiObject } from '../machinery/object'
import { isStatus } from '../client/status-error'
import { keyOf, splitKey } from '../client/object-key'
import { runNamed } from './kit'
import type { ControllerDeps, ControllerRow } from './controllers'

const CLAIM_FINALIZER = 'orch.io/pvc-protection'
const VOLUME_FINALIZER = 'orch.io/pv-protection'

/** Adds the finalizer to live objects, and removes it from deleted ones that are no longer used. */
async function guard(
  { client }: ControllerDeps,
  target: Target,
  object: ApiObject,
  finalizer: string,
  inUse: boolean,
): Promise<void> {
  const { metadata } = object
  const finalizers = metadata.finalizers ?? []
  const has = finalizers.includes(finalizer)
  const deleted = metadata.deletionTimestamp !== undefined
  if (deleted ? !has || inUse : has) return
  const next = deleted ? finalizers.filter((name) => name !== finalizer) : [...finalizers, finalizer]
  try {
    await client.update(
      { ...target, namespace: metadata.namespace },
      { ...object, metadata: { ...metadata, finalizers: next } },
    )
  } catch (error) {
    if (!isStatus(error, 'NotFound')) throw error
  }
}

/** Claims that a pod names stay its own as long as it exists; those made for it only until it has ended. */
const claimsOf = (pod: ApiObject): string[] =>
  (asDraft<core.Pod>(pod).spec?.volumes ?? []).flatMap(({ name, persistentVolumeClaim, ephemeral }) => [
    ...(persistentVolumeClaim?.claimName ? [persistentVolumeClaim.claimName] : []),
    ...(ephemeral && !hasPodEnded(pod) ? [`${pod.metadata.name ?? ''}-${name ?? ''}`] : []),
  ])

/** A pod that waits for a node uses no claim yet: no node starts it with a claim that is being deleted. */
const isPlaced = (pod: ApiObject): boolean => Boolean(asDraft<core.Pod>(pod).spec?.nodeName)

/** A deleted claim is kept while a pod that has a node names it (admission document, StorageObjectInUseProtection). */
export const claimProtection: ControllerRow = {
  name: 'pvc-protection',
  defaultOn: true,
  account: 'pvc-protection-controller',
  needs: ['v1/persistentvolumeclaims', 'v1/pods'],
  start: (deps) =>
    runNamed(deps, 'pvc-protection', {
      watches: [
        { target: PERSISTENT_VOLUME_CLAIMS, keys: (claim) => [keyOf(claim)] },
        {
          target: PODS,
          keys: (pod) => claimsOf(pod).map((name) => `${pod.metadata.namespace ?? ''}/${name}`),
        },
      ],
      async reconcile(key, [claims, pods]) {
        const { namespace = '', name } = splitKey(key)
        const claim = claims?.get(namespace, name)
        if (!claim) return
        const inUse = (pods?.list(namespace) ?? []).some((pod) => isPlaced(pod) && claimsOf(pod).includes(name))
        await guard(deps, PERSISTENT_VOLUME_CLAIMS, claim, CLAIM_FINALIZER, inUse)
      },
    }),
}

/** A deleted volume is kept while it is bound to a claim. */
export const volumeProtection: ControllerRow = {
  name: 'pv-protection',
  defaultOn: true,
  account: 'pv-protection-controller',
  needs: ['v1/persistentvolumes'],
  start: (deps) =>
    runNamed(deps, 'pv-protection', {
      watches: [{ target: PERSISTENT_VOLUMES, keys: (volume) => [keyOf(volume)] }],
      async reconcile(key, [volumes]) {
        const volume = volumes?.get(undefined, key)
        if (!volume) return
        const bound = asDraft<core.PersistentVolume>(volume).status?.phase === 'Bound'
        await guard(deps, PERSISTENT_VOLUMES, volume, VOLUME_FINALIZER, bound)
      },
    }),
}
