import { behaves } from '../api/releases/ledger'
import { at } from '../machinery/json'
import type { ApiObject } from '../machinery/object'
import type { StateChange, GroupResource, ObjectReader } from '../machinery/reader'
import { claimOf, nodeOf, podReferences, referenceKey, volumeSecrets } from './node-references'

/** Counts references from holders to keys. */
class Counts {
  private readonly counts = new Map<string, Map<string, number>>()

  add(key: string, holder: string, by: 1 | -1): void {
    const holders = this.counts.get(key) ?? new Map<string, number>()
    const count = (holders.get(holder) ?? 0) + by
    if (count > 0) holders.set(holder, count)
    else holders.delete(holder)
    if (holders.size > 0) this.counts.set(key, holders)
    else this.counts.delete(key)
  }
  has(key: string, holder: string): boolean {
    return this.counts.get(key)?.has(holder) ?? false
  }
  holders(key: string): Iterable<string> {
    return this.counts.get(key)?.keys() ?? []
  }
}

const PODS: GroupResource = { group: '', resource: 'pods' }
const VOLUMES: GroupResource = { group: '', resource: 'persistentvolumes' }
const NODES: GroupResource = { group: '', resource: 'nodes' }
const ATTACHMENTS: GroupResource = { group: 'storage.orch.io', resource: 'volumeattachments' }
const SLICES: GroupResource = { group: 'resource.orch.io', resource: 'resourceslices' }

const podKey = (namespace: string, name: string): string => `pod:${namespace}/${name}`
const sliceKey = (name: string): string => `slice:${name}`
const attachmentKey = (name: string): string => `attachment:${name}`

/**
 * Which objects are related to which node: a node's pods, the objects that they refer to, the volumes bound to their claims, the secrets of
 * those volumes, attachments, and resource slices. Follows every change.
 */
export class NodeGraph {
  /** Direct references of nodes, through their pods. */
  private readonly byNode = new Counts()
  /** secret → volumes that need it. */
  private readonly secretVolumes = new Counts()
  private readonly volumeClaims = new Map<string, string>()

  constructor(reader: ObjectReader, release: number) {
    const follow = (of: GroupResource, count: (object: ApiObject, by: 1 | -1) => void): void => {
      reader.subscribe(of, (change: StateChange) => {
        const { previous } = change
        if (previous) count(previous, -1)
        if (change.type === 'set') count(change.object, 1)
      })
      for (const object of reader.list(of)) count(object, 1)
    }
    follow(PODS, (pod, by) => this.countPod(pod, by))
    follow(VOLUMES, (volume, by) => this.countVolume(volume, by))
    follow(ATTACHMENTS, (attachment, by) => this.countAttachment(attachment, by))
    follow(SLICES, (slice, by) => this.countSlice(slice, by))
    if (behaves('node-config-source-references', release)) follow(NODES, (node, by) => this.countNode(node, by))
  }

  /** Whether a pod of this node refers to the object, directly or through a bound volume. */
  concerns(node: string, reference: string): boolean {
    if (this.byNode.has(reference, node)) return true
    for (const volume of this.secretVolumes.holders(reference)) if (this.concernsVolume(node, volume)) return true
    return false
  }
  concernsVolume(node: string, volume: string): boolean {
    const claim = this.volumeClaims.get(volume)
    return claim !== undefined && this.byNode.has(claim, node)
  }
  /** Whether the pod is bound to this node. */
  runsPod(node: string, namespace: string, name: string): boolean {
    return this.byNode.has(podKey(namespace, name), node)
  }
  concernsAttachment(node: string, attachment: string): boolean {
    return this.byNode.has(attachmentKey(attachment), node)
  }
  concernsSlice(node: string, slice: string): boolean {
    return this.byNode.has(sliceKey(slice), node)
  }

  private countPod(pod: ApiObject, by: 1 | -1): void {
    const node = nodeOf(pod)
    if (!node) return
    this.byNode.add(podKey(pod.metadata.namespace ?? '', pod.metadata.name ?? ''), node, by)
    for (const reference of podReferences(pod)) this.byNode.add(reference, node, by)
  }
  private countVolume(volume: ApiObject, by: 1 | -1): void {
    const claim = claimOf(volume)
    const name = volume.metadata.name ?? ''
    if (claim === undefined) return
    if (by > 0) this.volumeClaims.set(name, claim)
    else this.volumeClaims.delete(name)
    for (const secret of volumeSecrets(volume)) this.secretVolumes.add(secret, name, by)
  }
  private countAttachment(attachment: ApiObject, by: 1 | -1): void {
    const node = at(attachment, 'spec', 'nodeName')
    if (typeof node === 'string' && node) this.byNode.add(attachmentKey(attachment.metadata.name ?? ''), node, by)
  }
  private countSlice(slice: ApiObject, by: 1 | -1): void {
    const node = at(slice, 'spec', 'nodeName')
    if (typeof node === 'string' && node) this.byNode.add(sliceKey(slice.metadata.name ?? ''), node, by)
  }
  private countNode(node: ApiObject, by: 1 | -1): void {
    const source = at(node, 'spec', 'configSource', 'configMap')
    const [namespace, name] = [at(source, 'namespace'), at(source, 'name')]
    if (typeof namespace === 'string' && typeof name === 'string')
      this.byNode.add(referenceKey('configmap', namespace, name), node.metadata.name ?? '', by)
  }
}
