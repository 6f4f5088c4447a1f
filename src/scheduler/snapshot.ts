import { podOf } from '../api/kinds/shared/pod-types'
import type * as core from 'kt126/core/v1'
import { asDraft, type Draft } from '../api/kinds/meta/draft'
import { parseQuantity, quantityMillis } from '../machinery/quantity'
import type { ApiObject } from '../machinery/object'

export type Node = Draft<core.Node>
/** Amounts of resources: thousandths of a core for `cpu`, whole units for all else. */
export type Amounts = ReadonlyMap<string, number>

/** A node and what is on it. */
export interface NodeInfo {
  readonly name: string
  readonly object: ApiObject
  readonly allocatable: Amounts
  readonly pods: Set<ApiObject>
  /** Sums over its pods. */
  readonly requested: Map<string, number>
  readonly ports: Set<string>
}

const amountOf = (resource: string, value: unknown): number => {
  const millis = Number(quantityMillis(parseQuantity(value as string)))
  return resource === 'cpu' ? millis : millis / 1000
}

const amounts = (values: Readonly<Record<string, unknown>> | undefined): Map<string, number> =>
  new Map(Object.entries(values ?? {}).map(([resource, value]) => [resource, amountOf(resource, value)]))

const requestsSeen = new WeakMap<ApiObject, Amounts>()

/** What a pod requests: its containers together, or its largest init container, and the overhead. */
export function requestsOf(pod: ApiObject): Amounts {
  const seen = requestsSeen.get(pod)
  if (seen) return seen
  const { spec } = podOf(pod)
  const total = new Map<string, number>()
  const add = (values: Amounts) => values.forEach((value, key) => total.set(key, (total.get(key) ?? 0) + value))
  for (const { resources } of spec?.containers ?? []) add(amounts(resources?.requests))
  for (const { resources } of spec?.initContainers ?? [])
    amounts(resources?.requests).forEach((value, key) => total.set(key, Math.max(total.get(key) ?? 0, value)))
  add(amounts(spec?.overhead))
  requestsSeen.set(pod, total)
  return total
}

/** The ports of the host that a pod takes: `<protocol>/<address>/<port>`. */
export const portsOf = (pod: ApiObject): string[] =>
  (podOf(pod).spec?.containers ?? []).flatMap(({ ports = [] }) =>
    ports.flatMap(({ hostPort, hostIP = '0.0.0.0', protocol = 'TCP' }) =>
      hostPort ? [`${protocol}/${hostIP}/${hostPort}`] : [],
    ),
  )

/** A node as it would be without some of its pods. */
export const without = (node: NodeInfo, gone: readonly ApiObject[]): NodeInfo => {
  const left = [...node.pods].filter((pod) => !gone.includes(pod))
  const empty = { ...node, pods: new Set<ApiObject>(), requested: new Map<string, number>(), ports: new Set<string>() }
  return left.reduce((info, pod) => addTo(info, pod), empty as NodeInfo)
}

/** A node as it would be with one more pod. */
export function addTo(node: NodeInfo, pod: ApiObject): NodeInfo {
  const requested = new Map(node.requested)
  requestsOf(pod).forEach((value, key) => requested.set(key, (requested.get(key) ?? 0) + value))
  return { ...node, requested, pods: new Set([...node.pods, pod]), ports: new Set([...node.ports, ...portsOf(pod)]) }
}

/** Nodes with their pods, brought up to date from the caches before each decision. */
export class Snapshot {
  private readonly infos = new Map<string, NodeInfo>()
  /** Pods by their identifier, with the node that they count on. */
  private readonly placed = new Map<string, { pod: ApiObject; node: string }>()
  /** Pods that this scheduler has bound and whose events have not come yet. */
  private readonly assumed = new Map<string, { pod: ApiObject; node: string }>()

  nodes(): NodeInfo[] {
    return [...this.infos.values()]
  }

  /** Notes that a pod goes to a node before its event says so. */
  assume(pod: ApiObject, node: string): void {
    this.assumed.set(pod.metadata.uid ?? '', { pod, node })
  }
  forget(pod: ApiObject): void {
    this.assumed.delete(pod.metadata.uid ?? '')
  }

  update(nodes: readonly ApiObject[], pods: readonly ApiObject[]): void {
    this.updateNodes(nodes)
    const present = new Set<string>()
    for (const pod of pods) {
      const uid = pod.metadata.uid ?? ''
      const { spec, status } = podOf(pod)
      if (spec?.nodeName) this.assumed.delete(uid)
      const node = spec?.nodeName ?? this.assumed.get(uid)?.node
      if (!node || status?.phase === 'Succeeded' || status?.phase === 'Failed') continue
      present.add(uid)
      const before = this.placed.get(uid)
      if (before?.pod === pod && before.node === node) continue
      if (before) this.take(before)
      this.put({ pod, node })
    }
    for (const [uid, before] of this.placed) if (!present.has(uid)) this.take(before)
    if (this.assumed.size > 0) {
      const known = new Set(pods.map(({ metadata }) => metadata.uid))
      for (const uid of this.assumed.keys()) if (!known.has(uid)) this.assumed.delete(uid)
    }
  }

  private updateNodes(nodes: readonly ApiObject[]): void {
    const names = new Set(nodes.map(({ metadata }) => metadata.name ?? ''))
    for (const name of this.infos.keys()) if (!names.has(name)) this.infos.delete(name)
    for (const object of nodes) {
      const name = object.metadata.name ?? ''
      const before = this.infos.get(name)
      if (before?.object === object) continue
      const { status } = asDraft<core.Node>(object)
      const allocatable = amounts(status?.allocatable ?? status?.capacity)
      const empty = { pods: new Set<ApiObject>(), requested: new Map<string, number>(), ports: new Set<string>() }
      this.infos.set(name, { ...(before ?? empty), name, object, allocatable })
      // Pods may have come before their node.
      if (!before) for (const there of [...this.placed.values()]) if (there.node === name) this.put(there)
    }
  }

  private put(entry: { pod: ApiObject; node: string }): void {
    this.placed.set(entry.pod.metadata.uid ?? '', entry)
    const info = this.infos.get(entry.node)
    if (!info) return
    info.pods.add(entry.pod)
    requestsOf(entry.pod).forEach((value, key) => info.requested.set(key, (info.requested.get(key) ?? 0) + value))
    for (const port of portsOf(entry.pod)) info.ports.add(port)
  }

  private take(entry: { pod: ApiObject; node: string }): void {
    this.placed.delete(entry.pod.metadata.uid ?? '')
    const info = this.infos.get(entry.node)
    if (!info?.pods.delete(entry.pod)) return
    requestsOf(entry.pod).forEach((value, key) => info.requested.set(key, (info.requested.get(key) ?? 0) - value))
    for (const port of portsOf(entry.pod)) info.ports.delete(port)
  }
}
