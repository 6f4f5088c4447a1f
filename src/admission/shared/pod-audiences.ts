import type * as core from 'kt126/core/v1'
import type * as storage from 'kt126/storage/v1'
import { asDraft, type Draft } from '../../api/kinds/meta/draft'
import type { GroupResource, ObjectReader } from '../../machinery/reader'

const CLAIMS: GroupResource = { group: '', resource: 'persistentvolumeclaims' }
const VOLUMES: GroupResource = { group: '', resource: 'persistentvolumes' }
const DRIVERS: GroupResource = { group: 'storage.orch.io', resource: 'csidrivers' }

/** Name of the CSI driver that serves a claim; undefined while the claim has no volume, or one of another kind. */
function driverOfClaim(reader: ObjectReader, namespace: string, claim: string): string | undefined {
  const { spec: { volumeName } = {} } = asDraft<core.PersistentVolumeClaim>(reader.get(CLAIMS, namespace, claim))
  if (!volumeName) return undefined
  return asDraft<core.PersistentVolume>(reader.get(VOLUMES, undefined, volumeName)).spec?.csi?.driver
}

function driverOf(reader: ObjectReader, pod: Draft<core.Pod>, volume: Draft<core.Volume>): string | undefined {
  if (volume.csi) return volume.csi.driver
  const claim = volume.persistentVolumeClaim?.claimName ?? (volume.ephemeral && `${pod.metadata?.name}-${volume.name}`)
  return claim ? driverOfClaim(reader, pod.metadata?.namespace ?? '', claim) : undefined
}

/**
 * Whether a pod uses tokens for an audience ('' for the server's own): in a projected volume, or through a CSI driver that asks for them.
 */
export function usesAudience(reader: ObjectReader, pod: Draft<core.Pod>, audience: string): boolean {
  return (pod.spec?.volumes ?? []).some((volume) => {
    const projected = volume.projected?.sources ?? []
    if (projected.some(({ serviceAccountToken: token }) => token && (token.audience ?? '') === audience)) return true
    const driver = driverOf(reader, pod, volume)
    if (!driver) return false
    const { spec } = asDraft<storage.CSIDriver>(reader.get(DRIVERS, undefined, driver))
    return (spec?.tokenRequests ?? []).some((asked) => (asked.audience ?? '') === audience)
  })
}
