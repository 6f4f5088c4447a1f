import { PERSISTENT_VOLUMES, PERSISTENT_VOLUME_CLAIMS } from '../../client/core-targets'
import { STORAGE_CLASS_ANNOTATION } from '../../api/kinds/shared/claim-spec'
import { defaultClasses } from '../../api/kinds/shared/default-class'
import { behaves } from '../../api/releases/ledger'
import { clone } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import { keyOf, splitKey } from '../../client/object-key'
import type { ControllerCache } from '../watched-cache'
import type { ControllerDeps, ControllerRow } from '../controllers'
import { runNamed, undefinedIfGone, writeStatus } from '../kit'
import { eventRecorder, type Recorder } from '../workloads/events'
import {
  BIND_COMPLETED,
  BOUND_BY_CONTROLLER,
  claimOf,
  CLASSES,
  classNameOf,
  isFor,
  NO_PROVISIONER,
  provisionerOf,
  PROVISIONERS,
  SELECTED_NODE,
  volumeFor,
  volumeOf,
  VOLUME_FAILS,
  waitsForConsumer,
} from './volumes'

const NAME = 'persistentvolume-binder'

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
    const pending = (claims: ControllerCache | undefined) =>
      (claims?.list() ?? []).filter((claim) => claimOf(claim).status?.phase !== 'Bound').map(keyOf)
    return runNamed(deps, NAME, {
      // One at a time, so that no two claims get the same volume.
      workers: 1,
      watches: [
        {
          target: PERSISTENT_VOLUME_CLAIMS,
          keys: (claim) => [keyOf(claim), ...[claimOf(claim).spec?.volumeName].filter((name) => name !== undefined)],
        },
        { target: PERSISTENT_VOLUMES, keys: (volume, [claims]) => [keyOf(volume), ...pending(claims)] },
        { target: CLASSES, keys: (_, [claims]) => pending(claims) },
      ],
      async reconcile(key, [claims, volumes, classes]) {
        const { namespace, name } = splitKey(key)
        if (namespace === undefined) {
          const volume = volumes?.get(undefined, name)
          if (volume) await settleVolume(deps, volume, claims)
          return
        }
        const claim = claims?.get(namespace, name)
        if (!claim || !volumes || claim.metadata.deletionTimestamp) return
        const { volumeName } = claimOf(claim).spec ?? {}
        if (volumeName) return bindNamed(deps, events, claim, volumes.get(undefined, volumeName))
        if (claim.metadata.annotations?.[VOLUME_FAILS] === 'bind')
          return events(claim, 'Warning', 'FailedBinding', 'the volume does not bind (simulated)')
        const storageClass = classes?.get(undefined, classNameOf(claim))
        const waits = waitsForConsumer(storageClass)
        // The scheduler knows which volumes a pod's node can reach: it reserves one for the claim, or names the node.
        const found = volumeFor(claim, waits ? volumes.list().filter((one) => isFor(one, claim)) : volumes.list())
        const chosen = claim.metadata.annotations?.[SELECTED_NODE] !== undefined
        if (waits && !chosen && !found) {
          const why = 'waiting for first consumer to be created before binding'
          return events(claim, 'Normal', 'WaitForFirstConsumer', why)
        }
        if (found) return bind(deps, claim, found)
        if (behaves('retroactive-default-class', deps) && (await takesDefault(deps, claim, classes))) return
        await askFor(deps, events, claim, storageClass)
      },
    })
  },
}

/** Handles a claim that names its volume or is already bound. */
async function bindNamed(deps: ControllerDeps, events: Recorder, claim: ApiObject, volume: ApiObject | undefined) {
  const completed = claim.metadata.annotations?.[BIND_COMPLETED] !== undefined
  const lost = volume === undefined || (volumeOf(volume).spec?.claimRef && !isFor(volume, claim))
  if (!lost) return bind(deps, claim, volume)
  if (completed && (await writeStatus(deps.client, PERSISTENT_VOLUME_CLAIMS, claim, { phase: 'Lost' })))
    await events(
      claim,
      'Warning',
      'ClaimLost',
      'Bound claim has lost its PersistentVolume. Data on the volume is lost!',
    )
}

/** Writes the default class into a claim that names none. Returns true if it did: the write triggers another reconcile of the claim. */
async function takesDefault({ client }: ControllerDeps, claim: ApiObject, classes: ControllerCache | undefined) {
  const { storageClassName } = claimOf(claim).spec ?? {}
  if (storageClassName !== undefined || claim.metadata.annotations?.[STORAGE_CLASS_ANNOTATION] !== undefined)
    return false
  const name = defaultClasses(classes?.list() ?? [])[0]?.metadata.name
  if (name === undefined) return false
  const updated = clone(claim)
  updated['spec'] = { ...claimOf(updated).spec, storageClassName: name }
  await undefinedIfGone(client.update({ ...PERSISTENT_VOLUME_CLAIMS, namespace: claim.metadata.namespace }, updated))
  return true
}

/** Asks the provisioner of the claim's class for a volume, or says in an event why there will be none. */
async function askFor(
  { client }: ControllerDeps,
  events: Recorder,
  claim: ApiObject,
  storageClass: ApiObject | undefined,
) {
  const name = classNameOf(claim)
  if (name === '') {
    const why = 'no persistent volumes available for this claim and no storage class is set'
    return events(claim, 'Normal', 'FailedBinding', why)
  }
  if (storageClass === undefined)
    return events(claim, 'Warning', 'ProvisioningFailed', `storageclass.storage.orch.io "${name}" not found`)
  const provisioner = provisionerOf(storageClass)
  if (provisioner === undefined) {
    const why = `no volume plugin matched name: ${NO_PROVISIONER}`
    return events(claim, 'Warning', 'ProvisioningFailed', why)
  }
  if (PROVISIONERS.some((key) => claim.metadata.annotations?.[key] !== provisioner)) {
    const { namespace } = claim.metadata
    const updated = clone(claim)
    for (const key of PROVISIONERS)
      updated.metadata.annotations = { ...updated.metadata.annotations, [key]: provisioner }
    await undefinedIfGone(client.update({ ...PERSISTENT_VOLUME_CLAIMS, namespace }, updated))
    const why = `waiting for a volume to be created, either by external provisioner "${provisioner}" or manually created by system administrator`
    await events(claim, 'Normal', 'ExternalProvisioning', why)
  }
}

/** Each side refers to the other; the volume is written first, because it can have only one claim. */
async function bind({ client }: ControllerDeps, claim: ApiObject, volume: ApiObject): Promise<void> {
  const { name = '', namespace, uid, resourceVersion } = claim.metadata
  const held = clone(volume)
  const { spec = {} } = volumeOf(held)
  if (spec.claimRef?.uid !== uid) {
    if (!spec.claimRef) held.metadata.annotations = { ...held.metadata.annotations, [BOUND_BY_CONTROLLER]: 'yes' }
    const reference = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', name, namespace, uid, resourceVersion }
    held['spec'] = { ...spec, claimRef: reference }
    await client.update(PERSISTENT_VOLUMES, held)
    // The event of this write triggers the claim again.
    return
  }
  await writeStatus(client, PERSISTENT_VOLUMES, volume, { phase: 'Bound' })
  const bound = clone(claim)
  const wanted = claimOf(bound).spec ?? {}
  const { annotations = {} } = claim.metadata
  if (wanted.volumeName !== volume.metadata.name || annotations[BIND_COMPLETED] === undefined) {
    bound.metadata.annotations = { ...annotations, [BIND_COMPLETED]: 'yes' }
    if (!wanted.volumeName) bound.metadata.annotations[BOUND_BY_CONTROLLER] = 'yes'
    bound['spec'] = { ...wanted, volumeName: volume.metadata.name ?? '' }
    await undefinedIfGone(client.update({ ...PERSISTENT_VOLUME_CLAIMS, namespace }, bound))
    return
  }
  const { accessModes, capacity } = spec
  await writeStatus(client, PERSISTENT_VOLUME_CLAIMS, claim, {
    ...claimOf(claim).status,
    phase: 'Bound',
    accessModes,
    capacity,
  })
}

/** Sets the phase of a volume: available, bound, or released by a deleted claim. */
async function settleVolume({ client }: ControllerDeps, volume: ApiObject, claims: ControllerCache | undefined) {
  const { spec = {}, status = {} } = volumeOf(volume)
  if (!spec.claimRef || !spec.claimRef.uid)
    return writeStatus(client, PERSISTENT_VOLUMES, volume, { phase: 'Available' })
  const claim = claims?.get(spec.claimRef.namespace, spec.claimRef.name ?? '')
  if (claim?.metadata.uid === spec.claimRef.uid) return
  // Then its driver deletes it, if its reclaim policy says so.
  if (status.phase !== 'Released' && status.phase !== 'Failed')
    return writeStatus(client, PERSISTENT_VOLUMES, volume, { phase: 'Released' })
}
