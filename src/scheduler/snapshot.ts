import type * as core from 'kt126/core/v1'
import { initGroups } from '../api/kinds/shared/sidecars'
import { podOf } from '../api/kinds/shared/pod-types'
import { asDraft, type Draft } from '../api/kinds/meta/draft'
import { parseQuantity, quantityMillis } from '../machinery/quantity'
import type { ApiObject } from '../machinery/object'

const uidOf = ({ metadata }: ApiObject): string => metadata.uid ?? ''

/** A Node that may be incomplete. */
export type Node = Draft<core.Node>
/** Amounts of resources: thousandths of a core for `cpu`, whole units for all others. */
export type Amounts = ReadonlyMap<string, number>

/** A node with aggregates over its pods. */
export interface NodeInfo {
  readonly name: string
  readonly object: ApiObject
  readonly allocatable: Amounts
  readonly pods: Set<ApiObject>
  /** Requests summed over its pods. */
  readonly requested: Map<string, number>
  readonly ports: Set<string>
  /** Its pods with required anti-affinity. */
  readonly withAntiAffinity: Set<ApiObject>
  /** How many of its pods request nothing of a resource, for the resources in `SCORED`. */
  readonly silent: Map<string, number>
  /** Number of its pods per controlling owner, by the owner's uid. */
  readonly siblings: Map<string, number>
}

/** The resources by which nodes are compared. */
export const SCORED = ['cpu', 'memory'] as const

const amountOf = (resource: string, value: unknown): number => {
  const millis = Number(quantityMillis(parseQuantity(value as string)))
  return resource === 'cpu' ? millis : millis / 1000
}

/** Amounts of a list of resources. */
export const amountsOf = (values: Readonly<Record<string, unknown>> | undefined): Map<string, number> =>
  new Map(Object.entries(values ?? {}).map(([resource, value]) => [resource, amountOf(resource, value)]))

/** By the spec, which the versions of a pod share until it changes. */
const requestsSeen = new WeakMap<object, Amounts>()
const NOTHING: Amounts = new Map()

/** The resource requests of a pod: the sum of its concurrent containers, or the maximum of its init containers, plus overhead. */
export function requestsOf(pod: ApiObject): Amounts {
  const { spec } = podOf(pod)
  if (!spec) return NOTHING
  const seen = requestsSeen.get(spec)
  if (seen) return seen
  const total = new Map<string, number>()
  const add = (values: Amounts, to = total) => values.forEach((value, key) => to.set(key, (to.get(key) ?? 0) + value))
  const { beside, before } = initGroups(spec.initContainers)
  for (const { resources } of [...(spec.containers ?? []), ...beside]) add(amountsOf(resources?.requests))
  for (const group of before) {
    const together = new Map<string, number>()
    for (const { resources } of group) add(amountsOf(resources?.requests), together)
    together.forEach((value, key) => total.set(key, Math.max(total.get(key) ?? 0, value)))
  }
  add(amountsOf(spec.overhead))
  requestsSeen.set(spec, total)
  return total
}

/** The host ports of a pod: `<protocol>/<address>/<port>`. */
export const portsOf = (pod: ApiObject): string[] =>
  (podOf(pod).spec?.containers ?? []).flatMap(({ ports = [] }) =>
    ports.flatMap(({ hostPort, hostIP = '0.0.0.0', protocol = 'TCP' }) =>
      hostPort ? [`${protocol}/${hostIP}/${hostPort}`] : [],
    ),
  )

/** Whether a wanted port is taken, on the same address or on all. */
export function clashes(wanted: readonly string[], taken: Pick<ReadonlySet<string>, 'keys'>): boolean {
  const parts = wanted.map((port) => port.split('/'))
  return (
    parts.length > 0 &&
    [...taken.keys()].some((port) => {
      const [protocol, ip, number] = port.split('/')
      return parts.some(
        (one) =>
          one[0] === protocol && one[2] === number && (one[1] === ip || ip === '0.0.0.0' || one[1] === '0.0.0.0'),
      )
    })
  )
}

const nothing = () => ({
  pods: new Set<ApiObject>(),
  requested: new Map<string, number>(),
  ports: new Set<string>(),
  withAntiAffinity: new Set<ApiObject>(),
  silent: new Map<string, number>(),
  siblings: new Map<string, number>(),
})

/** Whether a pod has required anti-affinity. */
const hasAntiAffinity = (pod: ApiObject): boolean =>
  (podOf(pod).spec?.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []).length > 0

/** The uid of an object's controller. */
export const controllerUidOf = ({ metadata }: ApiObject): string | undefined =>
  metadata.ownerReferences?.find(({ controller }) => controller)?.uid

const count = (counts: Map<string, number>, key: string, by: number): void => {
  counts.set(key, (counts.get(key) ?? 0) + by)
}

/** Adds a pod to a node's aggregates, or removes it. */
function tally(info: NodeInfo, pod: ApiObject, by: 1 | -1): void {
  const requests = requestsOf(pod)
  requests.forEach((value, key) => count(info.requested, key, by * value))
  for (const resource of SCORED) if (!requests.get(resource)) count(info.silent, resource, by)
  const owner = controllerUidOf(pod)
  if (owner === undefined) return
  count(info.siblings, owner, by)
  if (info.siblings.get(owner) === 0) info.siblings.delete(owner)
}

/** The node as it would be without the given pods. */
export const without = (node: NodeInfo, gone: readonly ApiObject[]): NodeInfo => {
  const left = [...node.pods].filter((pod) => !gone.includes(pod))
  const empty = { ...node, ...nothing() }
  return left.reduce<NodeInfo>((info, pod) => addTo(info, pod), empty)
}

/** The node as it would be with one more pod. */
export function addTo(node: NodeInfo, pod: ApiObject): NodeInfo {
  const after: NodeInfo = {
    ...node,
    requested: new Map(node.requested),
    silent: new Map(node.silent),
    siblings: new Map(node.siblings),
    pods: new Set([...node.pods, pod]),
    ports: new Set([...node.ports, ...portsOf(pod)]),
    withAntiAffinity: hasAntiAffinity(pod) ? new Set([...node.withAntiAffinity, pod]) : node.withAntiAffinity,
  }
  tally(after, pod, 1)
  return after
}

/** All nodes with their pods. It is updated with each pod change, so that a decision need not look at all pods. */
export class Snapshot {
  private readonly infos = new Map<string, NodeInfo>()
  /** Pods by uid, with the node that they are counted on. */
  private readonly placed = new Map<string, { pod: ApiObject; node: string }>()
  /** Pods that this scheduler has bound and whose events have not arrived yet. */
  private readonly assumed = new Map<string, string>()

  nodes(): NodeInfo[] {
    return [...this.infos.values()]
  }

  /** Counts a pod on a node before its event arrives. */
  assume(pod: ApiObject, node: string): void {
    this.assumed.set(uidOf(pod), node)
    this.changed(pod, pod)
  }
  /** Reverts `assume`: the pod was not bound. */
  forget(pod: ApiObject): void {
    this.assumed.delete(uidOf(pod))
    this.changed(pod, pod)
  }

  /** Records the new state of a pod; `present` is undefined if it is gone. */
  changed(pod: ApiObject, present: ApiObject | undefined): void {
    const uid = uidOf(pod)
    const before = this.placed.get(uid)
    // A change calls this with the old and the new state: the second call has nothing to do.
    if (before && before.pod === present && before.node === podOf(present).spec?.nodeName) return
    if (before) this.take(before)
    if (!present || uidOf(present) !== uid) return void this.assumed.delete(uid)
    const { spec, status } = podOf(present)
    if (spec?.nodeName) this.assumed.delete(uid)
    const node = spec?.nodeName || this.assumed.get(uid)
    if (node && status?.phase !== 'Succeeded' && status?.phase !== 'Failed') this.put({ pod: present, node })
  }

  /** Updates the nodes themselves. */
  update(nodes: readonly ApiObject[]): void {
    const names = new Set(nodes.map(({ metadata }) => metadata.name ?? ''))
    for (const name of this.infos.keys()) if (!names.has(name)) this.infos.delete(name)
    for (const object of nodes) {
      const name = object.metadata.name ?? ''
      const before = this.infos.get(name)
      if (before?.object === object) continue
      const { status } = asDraft<core.Node>(object)
      const allocatable = amountsOf(status?.allocatable ?? status?.capacity)
      this.infos.set(name, { ...(before ?? nothing()), name, object, allocatable })
      // Pods may have arrived before their node.
      if (!before) for (const there of [...this.placed.values()]) if (there.node === name) this.put(there)
    }
  }

  private put(entry: { pod: ApiObject; node: string }): void {
    this.placed.set(entry.pod.metadata.uid ?? '', entry)
    const info = this.infos.get(entry.node)
    if (!info) return
    if (info.pods.has(entry.pod)) return
    info.pods.add(entry.pod)
    if (hasAntiAffinity(entry.pod)) info.withAntiAffinity.add(entry.pod)
    tally(info, entry.pod, 1)
    for (const port of portsOf(entry.pod)) info.ports.add(port)
  }

  private take(entry: { pod: ApiObject; node: string }): void {
    this.placed.delete(entry.pod.metadata.uid ?? '')
    const info = this.infos.get(entry.node)
    if (!info?.pods.delete(entry.pod)) return
    info.withAntiAffinity.delete(entry.pod)
    tally(info, entry.pod, -1)
    for (const port of portsOf(entry.pod)) info.ports.delete(port)
  }
}
