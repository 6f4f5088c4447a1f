import type * as core from 'kt126/core/v1'
import type { Draft } from '../../api/kinds/meta/draft'
import type { Container, PodSpec } from '../../api/kinds/shared/pod-types'
import { type Random, randomSuffix } from '../../machinery/random'

const MOUNT_PATH = '/var/run/secrets/orch.io/serviceaccount'
const VOLUME_PREFIX = 'orch-api-access-'
/** Slightly over an hour: this lifetime marks tokens that were mounted automatically. */
const TOKEN_SECONDS = 3607

type Volume = NonNullable<PodSpec['volumes']>[number]

/** A type of volume that holds a service account token. */
export interface TokenVolume {
  /** Whether a volume of the pod already is such a volume. */
  isSame(volume: Volume): boolean
  /** A name that no existing volume has. */
  newName(volumes: readonly Volume[]): string
  source(): Omit<Volume, 'name'>
}

/** A token issued for this pod, with expiry. */
export const projectedToken = (random: Random): TokenVolume => ({
  isSame: ({ name }) => name?.startsWith(VOLUME_PREFIX) ?? false,
  newName: () => VOLUME_PREFIX + randomSuffix(random),
  source: () => ({ projected: tokenProjection() }),
})

/** The token in a secret, shared by all pods of the account. */
export const secretToken = (secretName: string, random: Random): TokenVolume => ({
  isSame: ({ secret }) => secret?.secretName === secretName,
  newName: (volumes) =>
    volumes.some(({ name }) => name === secretName) ? `${secretName}-${randomSuffix(random)}` : secretName,
  source: () => ({ secret: { secretName, defaultMode: 0o644 } }),
})

const tokenProjection = (): Draft<core.ProjectedVolumeSource> => ({
  defaultMode: 0o644,
  sources: [
    { serviceAccountToken: { path: 'token', expirationSeconds: TOKEN_SECONDS } },
    { configMap: { name: 'orch-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
    {
      downwardAPI: { items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }] },
    },
  ],
})

/** Mounts the token in each container, and adds the volume if needed. */
export function mountToken(spec: PodSpec, token: TokenVolume): void {
  const volumes = spec.volumes ?? []
  const existing = volumes.find((volume) => token.isSame(volume))
  const name = existing?.name ?? token.newName(volumes)
  let needed = false
  for (const container of [...(spec.initContainers ?? []), ...(spec.containers ?? [])])
    if (mountIn(container, name)) needed = true
  if (!existing && needed) spec.volumes = [...volumes, { name, ...token.source() }]
}

/** Adds the mount unless the container already mounts something there. Returns whether it did. */
function mountIn(container: Container, name: string): boolean {
  const mounts = container.volumeMounts ?? []
  if (mounts.some(({ mountPath }) => mountPath === MOUNT_PATH)) return false
  container.volumeMounts = [...mounts, { name, readOnly: true, mountPath: MOUNT_PATH }]
  return true
}
