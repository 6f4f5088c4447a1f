import { initGroups } from '../kinds/shared/sidecars'
import type * as core from 'kt126/core/v1'
import type { ApiObject } from '../../machinery/object'
import { type Quantity, quantityOf } from '../../machinery/quantity'
import type { GroupResource } from '../../machinery/reader'
import { asDraft, type Draft } from '../kinds/meta/draft'
import { storageClassOf } from '../kinds/shared/claim-spec'
import { isExtended, isHugePages } from '../kinds/shared/resources'
import { addUsage, ONE, raiseUsage, readUsage, type Usage, ZERO } from './amounts'
import { podInScope, type Scope } from './scopes'

/** Measures objects of one resource for quotas. */
export interface QuotaEvaluator {
  /** Whether updates may change usage. */
  readonly updates: boolean
  /** Whether a quota's resource name applies to these objects. */
  covers(name: string): boolean
  usage(object: ApiObject, now: number): Usage
  inScope(object: ApiObject, scope: Scope): boolean
  /** Resources that a quota limits but the object does not specify. */
  undeclared(object: ApiObject, names: readonly string[]): string[]
}

export const countName = ({ group, resource }: GroupResource): string => `count/${resource}${group ? `.${group}` : ''}`

// ---- pods

const COMPUTE = ['cpu', 'memory'] as const
/** Resources that every container must specify once a quota limits them. */
const DECLARED = COMPUTE.flatMap((name) => [name, `requests.${name}`, `limits.${name}`])
const POD_NAMES = new Set([
  'count/pods',
  'pods',
  ...DECLARED,
  'ephemeral-storage',
  'requests.ephemeral-storage',
  'limits.ephemeral-storage',
])

/** Quota usage of requests and limits: a plain name means requests. */
function sizeUsage(requests: Usage, limits: Usage): Map<string, Quantity> {
  const usage = new Map<string, Quantity>()
  for (const [name, amount] of requests) {
    if (POD_NAMES.has(name) || isHugePages(name)) usage.set(name, amount).set(`requests.${name}`, amount)
    else if (isExtended(name)) usage.set(`requests.${name}`, amount)
  }
  for (const [name, amount] of limits) if (POD_NAMES.has(`limits.${name}`)) usage.set(`limits.${name}`, amount)
  return usage
}

/** Whether a pod counts as running: finished pods, and those past their deletion grace period, use only object count. */
function isAtWork(pod: ApiObject, now: number): boolean {
  const { phase } = (pod.status ?? {}) as { phase?: string }
  if (phase === 'Failed' || phase === 'Succeeded') return false
  const { deletionTimestamp, deletionGracePeriodSeconds } = pod.metadata
  if (deletionTimestamp === undefined || deletionGracePeriodSeconds === undefined) return true
  return now <= Date.parse(deletionTimestamp) + Number(deletionGracePeriodSeconds) * 1000
}

/** Resources of a pod: the sum of regular containers and sidecars, or the largest init container. */
function podSize(
  { containers = [], initContainers = [], overhead }: Draft<core.PodSpec>,
  member: 'requests' | 'limits',
): Usage {
  const total = new Map<string, Quantity>()
  const { beside, before } = initGroups(initContainers)
  for (const { resources } of [...containers, ...beside]) addUsage(total, readUsage(resources?.[member]))
  for (const group of before) {
    const together = new Map<string, Quantity>()
    for (const { resources } of group) addUsage(together, readUsage(resources?.[member]))
    raiseUsage(total, together)
  }
  addUsage(total, readUsage(overhead))
  return total
}

const pods: QuotaEvaluator = {
  updates: false,
  covers: (name) =>
    POD_NAMES.has(name) ||
    isHugePages(name.replace(/^requests\./, '')) ||
    (name.startsWith('requests.') && isExtended(name.slice('requests.'.length))),
  usage(pod, now) {
    const usage = new Map([['count/pods', ONE]])
    if (!isAtWork(pod, now)) return usage
    const { spec = {} } = asDraft<core.Pod>(pod)
    usage.set('pods', ONE)
    addUsage(usage, sizeUsage(podSize(spec, 'requests'), podSize(spec, 'limits')))
    return usage
  },
  inScope: podInScope,
  undeclared(pod, names) {
    const asked = names.filter((name) => DECLARED.includes(name))
    if (asked.length === 0) return []
    const { containers = [], initContainers = [] } = asDraft<core.Pod>(pod).spec ?? {}
    const missing = [...containers, ...initContainers].flatMap(({ resources }) => {
      const declared = sizeUsage(readUsage(resources?.requests), readUsage(resources?.limits))
      return asked.filter((name) => !declared.has(name))
    })
    return [...new Set(missing)].sort()
  },
}

// ---- everything else has no scopes, and nothing to declare

const plain = { inScope: () => false, undeclared: () => [] }
const among =
  (...names: string[]) =>
  (name: string): boolean =>
    names.includes(name)

const services: QuotaEvaluator = {
  ...plain,
  updates: true,
  covers: among('count/services', 'services', 'services.nodeports', 'services.loadbalancers'),
  usage(service) {
    const { spec = {} } = asDraft<core.Service>(service)
    const usage = new Map<string, Quantity>([
      ['count/services', ONE],
      ['services', ONE],
      ['services.nodeports', ZERO],
      ['services.loadbalancers', ZERO],
    ])
    const ports = spec.ports ?? []
    if (spec.type === 'NodePort') usage.set('services.nodeports', quantityOf(ports.length))
    if (spec.type === 'LoadBalancer') {
      const allocated = spec.allocateLoadBalancerNodePorts === false ? ports.filter(({ nodePort }) => nodePort) : ports
      usage.set('services.nodeports', quantityOf(allocated.length)).set('services.loadbalancers', ONE)
    }
    return usage
  },
}

const CLASS_SUFFIX = '.storageclass.storage.orch.io/'

const claims: QuotaEvaluator = {
  ...plain,
  updates: true,
  covers: (name) =>
    ['count/persistentvolumeclaims', 'persistentvolumeclaims', 'requests.storage'].includes(name) ||
    name.endsWith(`${CLASS_SUFFIX}persistentvolumeclaims`) ||
    name.endsWith(`${CLASS_SUFFIX}requests.storage`),
  usage(claim) {
    const { spec = {} } = asDraft<core.PersistentVolumeClaim>(claim)
    const usage = new Map([
      ['count/persistentvolumeclaims', ONE],
      ['persistentvolumeclaims', ONE],
    ])
    const ofClass = storageClassOf(claim, spec.storageClassName)
    if (ofClass) usage.set(`${ofClass}${CLASS_SUFFIX}persistentvolumeclaims`, ONE)
    const storage = readUsage(spec.resources?.requests).get('storage')
    if (storage) {
      usage.set('requests.storage', storage)
      if (ofClass) usage.set(`${ofClass}${CLASS_SUFFIX}requests.storage`, storage)
    }
    return usage
  },
}

/** Resources that can also be counted by their plain name. */
const BY_NAME = new Set(['configmaps', 'resourcequotas', 'replicationcontrollers', 'secrets'])

function counted(of: GroupResource): QuotaEvaluator {
  const names = [countName(of), ...(of.group === '' && BY_NAME.has(of.resource) ? [of.resource] : [])]
  const usage: Usage = new Map(names.map((name) => [name, ONE]))
  return { ...plain, updates: false, covers: among(...names), usage: () => usage }
}

/** Not counted: types that are not stored, and events. */
const UNCOUNTED = new Set([
  '/bindings',
  '/componentstatuses',
  '/events',
  'authentication.orch.io/selfsubjectreviews',
  'authentication.orch.io/tokenreviews',
  'authorization.orch.io/subjectaccessreviews',
  'authorization.orch.io/selfsubjectaccessreviews',
  'authorization.orch.io/localsubjectaccessreviews',
  'authorization.orch.io/selfsubjectrulesreviews',
])

const evaluators = new Map<string, QuotaEvaluator>([
  ['/pods', pods],
  ['/services', services],
  ['/persistentvolumeclaims', claims],
])

/** The evaluator of a resource; undefined if quotas don't count it. */
export function quotaEvaluator(of: GroupResource): QuotaEvaluator | undefined {
  const key = `${of.group}/${of.resource}`
  if (UNCOUNTED.has(key)) return undefined
  const known = evaluators.get(key) ?? counted(of)
  evaluators.set(key, known)
  return known
}

/** Whether a quota's scopes include an object. */
export const quotaApplies = (evaluator: QuotaEvaluator, scopes: readonly Scope[], object: ApiObject): boolean =>
  scopes.every((scope) => evaluator.inScope(object, scope))

// Stored objects never change, so usage is cached; only for terminating ones it depends on time.
const remembered = new WeakMap<ApiObject, Usage>()
function storedUsage(evaluator: QuotaEvaluator, object: ApiObject, now: number): Usage {
  if (object.metadata.deletionTimestamp !== undefined) return evaluator.usage(object, now)
  const known = remembered.get(object) ?? evaluator.usage(object, now)
  remembered.set(object, known)
  return known
}

/** Total usage of stored objects, which must not change afterwards, for all resources that can be limited. */
export function totalUsage(
  evaluator: QuotaEvaluator,
  scopes: readonly Scope[],
  objects: readonly ApiObject[],
  now: number,
): Map<string, Quantity> {
  const total = new Map<string, Quantity>()
  for (const object of objects)
    if (quotaApplies(evaluator, scopes, object)) addUsage(total, storedUsage(evaluator, object, now))
  return total
}
