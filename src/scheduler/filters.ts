import type * as core from 'kt126/core/v1'
import { podOf } from '../api/kinds/shared/pod-types'
import { asDraft, type Draft } from '../api/kinds/meta/draft'
import { compileLabelSelector } from '../machinery/labels'
import type { ApiObject } from '../machinery/object'
import { matchesNodes, tolerates } from './node-selection'
import type { FilterPlugin, Refusal } from './plugin'
import { REASONS } from './reasons'
import { clashes, type NodeInfo, portsOf, requestsOf } from './snapshot'
import { topologySpread } from './topology-spread'
import { volumeBinding, volumeRestrictions, volumeZone } from './volume-filters'

const OK: readonly Refusal[] = []
const never = (reason: string): Refusal[] => [{ reason, final: true }]
const taintsOf = (node: NodeInfo) => asDraft<core.Node>(node.object).spec?.taints ?? []

const nodeUnschedulable: FilterPlugin = {
  name: 'NodeUnschedulable',
  prepare({ pod }) {
    const taint = { key: 'node.orch.io/unschedulable', effect: 'NoSchedule' as const }
    const tolerated = tolerates(podOf(pod).spec?.tolerations ?? [], taint)
    return (node) =>
      asDraft<core.Node>(node.object).spec?.unschedulable && !tolerated ? never('node(s) were unschedulable') : OK
  },
}

const nodeName: FilterPlugin = {
  name: 'NodeName',
  prepare({ pod }) {
    const wanted = podOf(pod).spec?.nodeName
    return (node) => (wanted && wanted !== node.name ? never("node(s) didn't match the requested node name") : OK)
  },
}

const taintToleration: FilterPlugin = {
  name: 'TaintToleration',
  prepare({ pod, release }) {
    const tolerations = podOf(pod).spec?.tolerations ?? []
    return (node) => {
      const taint = taintsOf(node).find(
        (candidate) => candidate.effect !== 'PreferNoSchedule' && !tolerates(tolerations, candidate),
      )
      return taint ? never(REASONS.taint(release, taint.key ?? '', taint.value ?? '')) : OK
    }
  },
}

const nodeAffinity: FilterPlugin = {
  name: 'NodeAffinity',
  prepare({ pod, release }) {
    const matches = matchesNodes(pod)
    return ({ object }) => (matches(object) ? OK : never(REASONS.nodeAffinity(release)))
  },
}

const nodePorts: FilterPlugin = {
  name: 'NodePorts',
  prepare({ pod }) {
    const wanted = portsOf(pod)
    return ({ ports }) =>
      clashes(wanted, ports) ? [{ reason: "node(s) didn't have free ports for the requested pod ports" }] : OK
  },
}

const resourcesFit: FilterPlugin = {
  name: 'NodeResourcesFit',
  prepare({ pod }) {
    const wanted = [...requestsOf(pod)].filter(([, amount]) => amount > 0)
    return ({ allocatable, requested, pods }) => {
      const refusals: Refusal[] = pods.size + 1 > (allocatable.get('pods') ?? 0) ? [{ reason: 'Too many pods' }] : []
      for (const [resource, amount] of wanted) {
        const all = allocatable.get(resource) ?? 0
        const missing = amount - (all - (requested.get(resource) ?? 0))
        if (missing > 0)
          refusals.push({
            reason: `Insufficient ${resource}`,
            near: lessText(resource, missing),
            ...(amount > all && { final: true }),
          })
      }
      return refusals
    }
  },
}

/**
 * How much less a pod would have to request: `200m less cpu`, `61.05 cores less`, `1.5Gi less memory`; a plain number for other resources.
 */
export function lessText(resource: string, amount: number): string {
  if (resource === 'cpu')
    return amount < 1000 ? `${amount}m less cpu` : `${amount / 1000} ${amount === 1000 ? 'core' : 'cores'} less`
  if (resource !== 'memory' && resource !== 'ephemeral-storage') return `${amount} less ${resource}`
  const units = ['', 'Ki', 'Mi', 'Gi', 'Ti']
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(amount) / 10)))
  return `${Math.ceil((amount / 1024 ** power) * 10) / 10}${units[power] ?? ''} less ${resource}`
}

type Term = Draft<core.PodAffinityTerm>

/** Whether an affinity term of `owner` selects another pod. */
export function takes(owner: ApiObject, term: Term, other: ApiObject, namespaces: readonly ApiObject[]): boolean {
  const { namespace = '' } = other.metadata
  const listed = term.namespaces ?? []
  const chosen = term.namespaceSelector ? compileLabelSelector(term.namespaceSelector) : undefined
  const named =
    listed.includes(namespace) ||
    (chosen && namespaces.some(({ metadata }) => metadata.name === namespace && chosen.matches(metadata.labels))) ||
    (listed.length === 0 && !chosen && namespace === owner.metadata.namespace)
  return Boolean(named) && compileLabelSelector(term.labelSelector).matches(other.metadata.labels)
}

const required = (pod: ApiObject, side: 'podAffinity' | 'podAntiAffinity'): Term[] =>
  podOf(pod).spec?.affinity?.[side]?.requiredDuringSchedulingIgnoredDuringExecution ?? []

const interPodAffinity: FilterPlugin = {
  name: 'InterPodAffinity',
  prepare({ pod, nodes, namespaces, release }) {
    const refuses = (reason: string, final = false): Refusal[] =>
      REASONS.affinity(release, reason).map((text) => ({ reason: text, ...(final && { final }) }))
    const domainsOf = (term: Term, fit: (other: ApiObject) => boolean): Set<string> => {
      const key = term.topologyKey ?? ''
      const found = nodes.filter(({ pods }) => [...pods].some(fit)).map(({ object }) => object.metadata.labels?.[key])
      return new Set(found.filter((domain) => domain !== undefined))
    }
    const prepare = (term: Term) => ({
      key: term.topologyKey ?? '',
      domains: domainsOf(term, (other) => takes(pod, term, other, namespaces)),
      self: takes(pod, term, pod, namespaces),
    })
    const together = required(pod, 'podAffinity').map(prepare)
    const apart = required(pod, 'podAntiAffinity').map(prepare)
    // Existing pods may have anti-affinity to this one.
    const unwelcome = nodes.flatMap(({ withAntiAffinity, object }) =>
      [...withAntiAffinity].flatMap((other) =>
        required(other, 'podAntiAffinity')
          .filter((term) => takes(other, term, pod, namespaces))
          .map(({ topologyKey = '' }) => ({ key: topologyKey, domain: object.metadata.labels?.[topologyKey] })),
      ),
    )
    // The first pod of a group with affinity to itself has no other pod to join.
    const first = together.length > 0 && together.every(({ domains, self }) => domains.size === 0 && self)
    return ({ object }) => {
      const domain = (key: string) => object.metadata.labels?.[key]
      if (together.some(({ key, domains }) => domain(key) === undefined || (!first && !domains.has(domain(key) ?? ''))))
        return refuses("node(s) didn't match pod affinity rules", true)
      if (apart.some(({ key, domains }) => domain(key) !== undefined && domains.has(domain(key) ?? '')))
        return refuses("node(s) didn't match pod anti-affinity rules")
      if (unwelcome.some((rule) => rule.domain !== undefined && rule.domain === domain(rule.key)))
        return refuses("node(s) didn't satisfy existing pods anti-affinity rules")
      return OK
    }
  },
}

/** The filters in order: the first one that refuses a node gives the reason. */
export const FILTERS: readonly FilterPlugin[] = [
  nodeUnschedulable,
  nodeName,
  taintToleration,
  nodeAffinity,
  nodePorts,
  resourcesFit,
  volumeRestrictions,
  volumeBinding,
  volumeZone,
  topologySpread,
  interPodAffinity,
]
