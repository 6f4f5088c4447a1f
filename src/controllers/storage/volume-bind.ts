import { PERSISTENT_VOLUMES, PERSISTENT_VOLUME_CLAIMS } from '../../client/core-targets'
import { clone } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import type { ControllerDeps } from '../controllers'
import { undefinedIfGone, writeStatus } from '../kit'
import { BIND_COMPLETED, BOUND_BY_CONTROLLER, claimOf, volumeOf } from './volumes'

/** Makes each side refer to the other. The volume is written first, because it can have only one claim. */
export async function bind(deps: ControllerDeps, claim: ApiObject, volume: ApiObject): Promise<void> {
  const { client } = deps
  const held = await holdVolume(deps, claim, volume)
  await writeStatus(client, PERSISTENT_VOLUMES, held, { phase: 'Bound' })
  const bound = await nameVolume(deps, claim, held)
  if (!bound) return
  const { status } = claimOf(bound)
  const { accessModes, capacity } = volumeOf(held).spec ?? {}
  // The capacity of a bound claim is that of its file system, which may differ from the volume's while it grows.
  const first = status?.phase !== 'Bound'
  await writeStatus(client, PERSISTENT_VOLUME_CLAIMS, bound, {
    ...status,
    phase: 'Bound',
    accessModes,
    ...(first && { capacity }),
  })
}

/** Reserves a volume for a claim. */
async function holdVolume({ client }: ControllerDeps, claim: ApiObject, volume: ApiObject): Promise<ApiObject> {
  const { name = '', namespace, uid, resourceVersion } = claim.metadata
  const { claimRef } = volumeOf(volume).spec ?? {}
  if (claimRef?.uid === uid) return volume
  const held = clone(volume)
  if (!claimRef) held.metadata.annotations = { ...held.metadata.annotations, [BOUND_BY_CONTROLLER]: 'yes' }
  const reference = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', name, namespace, uid, resourceVersion }
  held['spec'] = { ...volumeOf(held).spec, claimRef: reference }
  return client.update(PERSISTENT_VOLUMES, held)
}

/** Writes the volume's name into the claim; undefined if the claim is gone. */
async function nameVolume(
  { client }: ControllerDeps,
  claim: ApiObject,
  { metadata: { name: volumeName = '' } }: ApiObject,
): Promise<ApiObject | undefined> {
  const { annotations = {}, namespace } = claim.metadata
  const { spec = {} } = claimOf(claim)
  if (spec.volumeName === volumeName && annotations[BIND_COMPLETED] !== undefined) return claim
  const bound = clone(claim)
  bound.metadata.annotations = { ...annotations, [BIND_COMPLETED]: 'yes' }
  if (!spec.volumeName) bound.metadata.annotations[BOUND_BY_CONTROLLER] = 'yes'
  bound['spec'] = { ...spec, volumeName }
  return undefinedIfGone(client.update({ ...PERSISTENT_VOLUME_CLAIMS, namespace }, bound))
}
