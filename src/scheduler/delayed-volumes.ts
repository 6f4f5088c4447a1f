import { PERSISTENT_VOLUMES, PERSISTENT_VOLUME_CLAIMS } from '../client/core-targets'
import { BOUND_BY_CONTROLLER, SELECTED_NODE, volumeOf } from '../controllers/storage/volumes'
import type { Client } from '../client/client'
import type { ApiObject } from '../machinery/object'
import type { ClusterView } from './plugin'
import type { NodeInfo } from './snapshot'
import { hasDelayedBinding, claimNamesOf, volumeOn } from './volume-filters'

/** Volumes that are bound or created only when the first pod of their claim has a node. */
export class DelayedVolumes {
  /** The nodes of pods whose volumes are pending, by pod key. */
  private readonly chosen = new Map<string, string>()

  constructor(private readonly client: Pick<Client, 'patch'>) {}

  /** The node chosen for a pod before its volumes exist, while it still fits. */
  promised(key: string, fitting: readonly NodeInfo[]): NodeInfo | undefined {
    const name = this.chosen.get(key)
    return fitting.find((node) => node.name === name)
  }

  /** Forgets the node that was chosen for a pod. */
  forget(key: string): void {
    this.chosen.delete(key)
  }

  /** Assigns the node to the claims that wait for their first pod; undefined if the pod need not wait for volumes. */
  provide(key: string, world: ClusterView, node: NodeInfo): Promise<void> | undefined {
    const { pod, claims, classes } = world
    const late = claimNamesOf(pod).filter((name) => hasDelayedBinding(claims(name), classes))
    if (late.length === 0) return undefined
    this.chosen.set(key, node.name)
    return this.assign(late, world, node)
  }

  private async assign(late: readonly string[], world: ClusterView, node: NodeInfo): Promise<void> {
    const { pod, claims } = world
    for (const name of late) {
      const claim = claims(name)
      const volume = claim && volumeOn(world, claim, node.object)
      if (volume) await this.reserve(volume, claim)
      if (volume || claim?.metadata.annotations?.[SELECTED_NODE] === node.name) continue
      const patch = { metadata: { annotations: { [SELECTED_NODE]: node.name } } }
      await this.client.patch({ ...PERSISTENT_VOLUME_CLAIMS, namespace: pod.metadata.namespace }, name, 'merge', patch)
    }
  }

  /** Reserves an existing volume for a claim; the volume controller binds the two. */
  private async reserve(volume: ApiObject, { metadata }: ApiObject): Promise<void> {
    if (volumeOf(volume).spec?.claimRef?.uid === metadata.uid) return
    const { name, namespace, uid, resourceVersion } = metadata
    const claimRef = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', name, namespace, uid, resourceVersion }
    const kept = { resourceVersion: volume.metadata.resourceVersion, annotations: { [BOUND_BY_CONTROLLER]: 'yes' } }
    await this.client.patch(PERSISTENT_VOLUMES, volume.metadata.name ?? '', 'merge', {
      metadata: kept,
      spec: { claimRef },
    })
  }
}
