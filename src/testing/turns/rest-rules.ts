import { podOf, hasPodEnded } from '../../api/kinds/shared/pod-types'
import { hasReadyCondition, isActive } from '../../controllers/workloads/pods'
import { controllerOf } from '../../controllers/workloads/owners'
import type { ApiObject } from '../../machinery/object'
import type { MovingRules } from './moving-rules'

type Counts = Readonly<Record<string, unknown>>
const counts = (object: ApiObject, part: 'spec' | 'status'): Counts => (object[part] ?? {}) as Counts
const nameOf = ({ metadata }: ApiObject): string => metadata.name ?? ''

/** The members of a status that must equal a number. */
const same = (number: unknown, ...members: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(members.map((member) => [member, number]))

/** What the status of each kind of workload says once it has come to what it asks for. */
const REACHED: Readonly<Record<string, (object: ApiObject) => Record<string, unknown>>> = {
  'apps/deployments': (object) =>
    same(counts(object, 'spec')['replicas'], 'replicas', 'updatedReplicas', 'readyReplicas', 'availableReplicas'),
  'apps/replicasets': (object) =>
    same(counts(object, 'spec')['replicas'], 'replicas', 'readyReplicas', 'availableReplicas'),
  'core/replicationcontrollers': (object) =>
    same(counts(object, 'spec')['replicas'], 'replicas', 'readyReplicas', 'availableReplicas'),
  'apps/statefulsets': (object) => ({
    ...same(counts(object, 'spec')['replicas'], 'replicas', 'readyReplicas', 'availableReplicas', 'updatedReplicas'),
    currentRevision: counts(object, 'status')['updateRevision'],
  }),
  'apps/daemonsets': (object) => {
    const { updateStrategy } = counts(object, 'spec') as { updateStrategy?: { type?: string } }
    const wanted = counts(object, 'status')['desiredNumberScheduled']
    return {
      numberMisscheduled: 0,
      ...same(wanted, 'currentNumberScheduled', 'numberReady', 'numberAvailable'),
      ...(updateStrategy?.type !== 'OnDelete' && { updatedNumberScheduled: wanted }),
    }
  },
}

/** Where a status differs from what the workload asks for. */
function unreached(prefix: string, object: ApiObject): string[] {
  const status = counts(object, 'status')
  const wanted = { ...REACHED[prefix]?.(object), observedGeneration: object.metadata.generation }
  return Object.entries(wanted)
    .filter(([member, value]) => (status[member] ?? 0) !== (value ?? 0))
    .map(
      ([member, value]) => `${prefix} ${nameOf(object)}: ${member} is ${String(status[member])}, not ${String(value)}`,
    )
}

/** Jobs end, and then nothing of them runs. */
function unfinished(job: ApiObject, pods: readonly ApiObject[]): string[] {
  const { conditions = [], active } = counts(job, 'status') as { conditions?: { type: string }[]; active?: number }
  const over = conditions.some(({ type }) => type === 'Complete' || type === 'Failed')
  const running = pods.filter((pod) => controllerOf(pod)?.uid === job.metadata.uid && isActive(pod)).length
  return over && !active && running === 0
    ? []
    : [`job ${nameOf(job)}: ${running} pods run, active ${String(active)}, over ${over}`]
}

/** Pods are ready or have ended; those of an owner are as many as it counts. */
function unfit(pod: ApiObject): string[] {
  const { deletionTimestamp } = pod.metadata
  if (deletionTimestamp !== undefined) return [`pod ${nameOf(pod)} is still being deleted`]
  if (hasPodEnded(pod) || hasReadyCondition(pod)) return []
  return [`pod ${nameOf(pod)} on ${podOf(pod).spec?.nodeName ?? 'no node'} is not ready: ${JSON.stringify(pod.status)}`]
}

/** Objects whose owners are gone, which the garbage collector should have deleted. */
function abandoned(rules: MovingRules): string[] {
  const all = rules.of(/^\//)
  const uids = new Set(all.map(({ metadata }) => metadata.uid))
  return all
    .filter(({ metadata }) => {
      const owners = metadata.ownerReferences ?? []
      return owners.length > 0 && owners.every(({ uid }) => !uids.has(uid))
    })
    .map((object) => `${object.kind ?? ''} ${nameOf(object)} has no owner left`)
}

const ipsOf = (values: readonly (string | undefined)[]): string => [...new Set(values)].sort().join(' ')

/** The addresses of a service's slices and endpoints are those of its ready pods. */
function unserved(service: ApiObject, rules: MovingRules): string[] {
  const { selector, publishNotReadyAddresses } = counts(service, 'spec') as {
    selector?: Record<string, string>
    publishNotReadyAddresses?: boolean
  }
  if (!selector) return []
  const name = nameOf(service)
  const pods = rules
    .of(/^\/core\/pods\/default\//)
    .filter((pod) => Object.entries(selector).every(([key, value]) => pod.metadata.labels?.[key] === value))
    .filter((pod) => !hasPodEnded(pod) && (publishNotReadyAddresses || hasReadyCondition(pod)))
  const wanted = ipsOf(pods.map((pod) => podOf(pod).status?.podIP))
  const slices = rules
    .of(/^\/discovery\.orch\.io\/endpointslices\/default\//)
    .filter(({ metadata }) => metadata.labels?.['orch.io/service-name'] === name) as unknown as {
    endpoints?: { addresses: string[]; conditions: { ready?: boolean } }[]
  }[]
  const sliced = ipsOf(
    slices.flatMap(({ endpoints = [] }) =>
      endpoints.filter((one) => one.conditions.ready).flatMap((one) => one.addresses),
    ),
  )
  const listed = rules.of(/^\/core\/endpoints\/default\//).find((one) => nameOf(one) === name) as unknown as {
    subsets?: { addresses?: { ip: string }[] }[]
  }
  const told = ipsOf((listed?.subsets ?? []).flatMap(({ addresses = [] }) => addresses.map(({ ip }) => ip)))
  return sliced === wanted && told === wanted
    ? []
    : [`service ${name}: pods ${wanted}, slices ${sliced}, endpoints ${told}`]
}

/** A budget counts the pods that there are. */
function uncounted(budget: ApiObject, rules: MovingRules): string[] {
  const { selector } = counts(budget, 'spec') as { selector: { matchLabels: Record<string, string> } }
  const app = selector.matchLabels['app']
  const healthy = rules
    .of(/^\/core\/pods\/default\//)
    .filter((pod) => pod.metadata.labels?.['app'] === app && isActive(pod) && hasReadyCondition(pod)).length
  const { currentHealthy, observedGeneration } = counts(budget, 'status')
  return (currentHealthy ?? 0) === healthy && observedGeneration === budget.metadata.generation
    ? []
    : [`budget of ${String(app)}: ${String(currentHealthy)} healthy, not ${healthy}`]
}

/** What is not as its spec asks for, in a cluster that had the time to come to rest. */
export function unrest(rules: MovingRules): string[] {
  const pods = rules.of(/^\/core\/pods\//)
  const quota = rules.of(/^\/core\/resourcequotas\/default\//)[0]
  const used = (quota && (counts(quota, 'status')['used'] as Record<string, string> | undefined)?.['pods']) ?? ''
  const living = pods.filter((pod) => pod.metadata.namespace === 'default' && !hasPodEnded(pod)).length
  return [
    ...Object.keys(REACHED).flatMap((prefix) =>
      rules.of(new RegExp(`^/${prefix}/`)).flatMap((object) => unreached(prefix, object)),
    ),
    ...rules.of(/^\/batch\/jobs\//).flatMap((job) => unfinished(job, pods)),
    ...pods.flatMap(unfit),
    ...rules.of(/^\/core\/services\/default\//).flatMap((service) => unserved(service, rules)),
    ...rules.of(/^\/policy\/poddisruptionbudgets\//).flatMap((budget) => uncounted(budget, rules)),
    ...(quota && Number(used) !== living ? [`quota: ${used} pods used, not ${living}`] : []),
    ...rules
      .of(/^\//)
      .filter(({ metadata }) => metadata.deletionTimestamp !== undefined)
      .map((object) => `${object.kind ?? ''} ${nameOf(object)} is still being deleted`),
    ...abandoned(rules),
  ]
}
