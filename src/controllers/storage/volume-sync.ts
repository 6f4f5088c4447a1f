import { PERSISTENT_VOLUMES } from '../../client/core-targets'
import { clone } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import { keyOf } from '../../client/object-key'
import type { ControllerCache } from '../watched-cache'
import type { ControllerDeps } from '../controllers'
import { remove, writeStatus } from '../kit'
import type { Recorder } from '../workloads/events'
import { BOUND_BY_CONTROLLER, claimOf, haveOtherModes, PROVISIONED_BY, volumeOf } from './volumes'

const VOLUME = { apiVersion: 'v1', kind: 'PersistentVolume' }

/** Sets the phase of a volume: available, bound, released by a deleted claim, or failed to be reclaimed. */
export async function syncVolume(
  deps: ControllerDeps,
  events: Recorder,
  volume: ApiObject,
  claims: ControllerCache | undefined,
): Promise<void> {
  const { claimRef, persistentVolumeReclaimPolicy } = volumeOf(volume).spec ?? {}
  const { name = '', annotations } = volume.metadata
  const enter = async (phase: string): Promise<ApiObject> =>
    (await writeStatus(deps.client, PERSISTENT_VOLUMES, volume, { phase })) ?? volume
  if (!claimRef?.uid) return void (await enter('Available'))
  const named = claims?.get(claimRef.namespace, claimRef.name ?? '')
  const claim = named?.metadata.uid === claimRef.uid ? named : undefined
  const volumeName = claim && (claimOf(claim).spec?.volumeName ?? '')
  if (volumeName === name) return void (await enter('Bound'))
  if (claim && volumeName === '') {
    if (haveOtherModes(volume, claim)) await tellModes(events, volume, claim)
    return
  }
  const isMade = annotations?.[PROVISIONED_BY] !== undefined && persistentVolumeReclaimPolicy === 'Delete'
  if (claim && !isMade) return unbind(deps, volume)
  const { phase } = volumeOf(volume).status ?? {}
  await reclaim(deps, events, phase === 'Released' || phase === 'Failed' ? volume : await enter('Released'))
}

async function tellModes(events: Recorder, volume: ApiObject, claim: ApiObject): Promise<void> {
  const { name = '' } = volume.metadata
  const end = `to requested PersistentVolumeClaim "${keyOf(claim)}" due to incompatible volumeMode.`
  await events(volume, 'Warning', 'VolumeMismatch', `Cannot bind PersistentVolume ${end}`, { about: VOLUME })
  await events(claim, 'Warning', 'VolumeMismatch', `Cannot bind PersistentVolume "${name}" ${end}`)
}

/** Gives a volume back whose claim has another one: a reservation by a person stays, for a claim of that name. */
async function unbind({ client }: ControllerDeps, volume: ApiObject): Promise<void> {
  const free = clone(volume)
  const { spec = {} } = volumeOf(free)
  const { [BOUND_BY_CONTROLLER]: byController, ...annotations } = free.metadata.annotations ?? {}
  const { claimRef, ...rest } = spec
  const { uid: _uid, ...reserved } = claimRef ?? {}
  free['spec'] = byController === undefined ? { ...rest, claimRef: reserved } : rest
  if (byController !== undefined) free.metadata.annotations = annotations
  await writeStatus(client, PERSISTENT_VOLUMES, await client.update(PERSISTENT_VOLUMES, free), { phase: 'Available' })
}

/** Does with a released volume what its policy says. The driver of a volume that it has made deletes it. */
async function reclaim(deps: ControllerDeps, events: Recorder, volume: ApiObject): Promise<void> {
  const { persistentVolumeReclaimPolicy: policy, hostPath, nfs } = volumeOf(volume).spec ?? {}
  const fail = async (reason: string, message: string): Promise<void> => {
    if (await writeStatus(deps.client, PERSISTENT_VOLUMES, volume, { phase: 'Failed', message }))
      await events(volume, 'Warning', reason, message, { about: VOLUME })
  }
  if (policy === 'Recycle') {
    if (!hostPath && !nfs) return fail('VolumeFailedRecycle', 'No recycler plugin found for the volume!')
    await events(volume, 'Normal', 'VolumeRecycled', 'Volume recycled', { about: VOLUME })
    return unbind(deps, volume)
  }
  if (policy !== 'Delete' || volume.metadata.deletionTimestamp) return
  if (volume.metadata.annotations?.[PROVISIONED_BY] !== undefined) return
  if (!hostPath) {
    const about = `volume "${volume.metadata.name ?? ''}"`
    return fail(
      'VolumeFailedDelete',
      `Error getting deleter volume plugin for ${about}: no deletable volume plugin matched`,
    )
  }
  const { path = '' } = hostPath
  if (/^\/tmp\/.+/.test(path)) return void (await remove(deps.client, PERSISTENT_VOLUMES, volume))
  await fail('VolumeFailedDelete', `host_path deleter only supports /tmp/.+ but received provided ${path}`)
}
