import { PERSISTENT_VOLUME_CLAIMS } from '../../client/core-targets'
import { STORAGE_CLASS_ANNOTATION } from '../../api/kinds/shared/claim-spec'
import { defaultClasses } from '../../api/kinds/shared/default-class'
import { hasPodEnded, podOf } from '../../api/kinds/shared/pod-types'
import { behaves } from '../../api/releases/ledger'
import { clone } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import type { ControllerCache } from '../watched-cache'
import type { ControllerDeps } from '../controllers'
import { undefinedIfGone, writeStatus } from '../kit'
import type { Recorder } from '../workloads/events'
import { bind } from './volume-bind'
import {
  BIND_COMPLETED,
  BOUND_BY_CONTROLLER,
  claimOf,
  classNameOf,
  isFor,
  misfitOf,
  NO_PROVISIONER,
  provisionerOf,
  PROVISIONERS,
  SELECTED_NODE,
  volumeFor,
  VOLUME_FAILS,
  volumeOf,
  waitsForConsumer,
} from './volumes'

interface Known {
  readonly volumes: ControllerCache
  readonly classes: ControllerCache | undefined
  readonly pods: ControllerCache | undefined
}

/** Brings one claim on: binds it, asks for a volume, or tells why it waits. */
export async function syncClaim(deps: ControllerDeps, events: Recorder, claim: ApiObject, known: Known): Promise<void> {
  const { volumeName } = claimOf(claim).spec ?? {}
  const volume = volumeName ? known.volumes.get(undefined, volumeName) : undefined
  if (claim.metadata.annotations?.[BIND_COMPLETED] !== undefined) return syncBound(deps, events, claim, volume)
  if (volumeName) return bindNamed(deps, events, claim, volume)
  if (claim.metadata.annotations?.[VOLUME_FAILS] === 'bind')
    return events(claim, 'Warning', 'FailedBinding', 'the volume does not bind (simulated)')
  const storageClass = known.classes?.get(undefined, classNameOf(claim))
  const waits = waitsForConsumer(storageClass)
  // The scheduler knows which volumes a pod's node can reach: it reserves one for the claim, or names the node.
  const all = known.volumes.list()
  const found = volumeFor(claim, waits ? all.filter((one) => isFor(one, claim)) : all)
  if (found) return bind(deps, claim, found)
  if (waits && claim.metadata.annotations?.[SELECTED_NODE] === undefined) return tellWaiting(events, claim, known.pods)
  if (behaves('retroactive-default-class', deps) && (await takesDefault(deps, claim, known.classes))) return
  await askFor(deps, events, claim, storageClass)
}

/** Handles a claim that names its volume, but is not bound yet. */
async function bindNamed(deps: ControllerDeps, events: Recorder, claim: ApiObject, volume: ApiObject | undefined) {
  if (!volume) return
  const name = volume.metadata.name ?? ''
  if (volumeOf(volume).spec?.claimRef) {
    if (isFor(volume, claim)) return bind(deps, claim, volume)
    if (claim.metadata.annotations?.[BOUND_BY_CONTROLLER] === undefined)
      await events(claim, 'Warning', 'FailedBinding', `volume "${name}" already bound to a different claim.`)
    return
  }
  const misfit = misfitOf(volume, claim)
  if (misfit === undefined) return bind(deps, claim, volume)
  await events(claim, 'Warning', 'VolumeMismatch', `Cannot bind to requested volume "${name}": ${misfit}`)
}

/** Handles a claim that was bound: it may have lost its volume. */
async function syncBound(deps: ControllerDeps, events: Recorder, claim: ApiObject, volume: ApiObject | undefined) {
  const lose = async (reason: string, why: string): Promise<void> => {
    if (await writeStatus(deps.client, PERSISTENT_VOLUME_CLAIMS, claim, { phase: 'Lost' }))
      await events(claim, 'Warning', reason, why)
  }
  if (!claimOf(claim).spec?.volumeName)
    return lose('ClaimLost', 'Bound claim has lost reference to PersistentVolume. Data on the volume is lost!')
  if (!volume) return lose('ClaimLost', 'Bound claim has lost its PersistentVolume. Data on the volume is lost!')
  if (volumeOf(volume).spec?.claimRef && !isFor(volume, claim))
    return lose('ClaimMisbound', 'Two claims are bound to the same volume, this one is bound incorrectly')
  await bind(deps, claim, volume)
}

/** Tells that a claim waits for its first pod, or for the scheduler. */
function tellWaiting(events: Recorder, claim: ApiObject, pods: ControllerCache | undefined): Promise<void> {
  const { name, namespace } = claim.metadata
  const waiting = (pods?.list(namespace) ?? []).filter(
    (pod) =>
      !podOf(pod).spec?.nodeName &&
      !hasPodEnded(pod) &&
      podOf(pod).spec?.volumes?.some((volume) => volume.persistentVolumeClaim?.claimName === name),
  )
  if (waiting.length === 0)
    return events(claim, 'Normal', 'WaitForFirstConsumer', 'waiting for first consumer to be created before binding')
  const names = waiting.map(({ metadata }) => metadata.name ?? '')
  const what = names.length > 1 ? 'pods' : 'pod'
  return events(claim, 'Normal', 'WaitForPodScheduled', `waiting for ${what} ${names.join(',')} to be scheduled`)
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
  { client, release }: ControllerDeps,
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
  const keys = PROVISIONERS.slice(behaves('storage-provisioner-annotation', release) ? 0 : 1)
  if (keys.some((key) => claim.metadata.annotations?.[key] !== provisioner)) {
    const { namespace } = claim.metadata
    const updated = clone(claim)
    for (const key of keys) updated.metadata.annotations = { ...updated.metadata.annotations, [key]: provisioner }
    await undefinedIfGone(client.update({ ...PERSISTENT_VOLUME_CLAIMS, namespace }, updated))
  }
  const why = `waiting for a volume to be created, either by external provisioner "${provisioner}" or manually created by system administrator`
  await events(claim, 'Normal', 'ExternalProvisioning', why)
}
