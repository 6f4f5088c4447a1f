import type * as core from 'kt126/core/v1'
import type { ApiObject } from '../../machinery/object'
import { type Quantity, quantityOf } from '../../machinery/quantity'
import type { GroupResource } from '../../machinery/reader'
import { asDraft } from '../kinds/meta/draft'
import { storageClassOf } from '../kinds/shared/claim-spec'
import { addUsage, ONE, readUsage, type Usage, ZERO } from './amounts'
import type { Scope } from './scopes'
import type { QuotaEvaluator } from './evaluator'
import { pods } from './pod-evaluator'

/** Name of the quota for the number of a resource's objects: `count/deployments.apps`. */
export const countName = ({ group, resource }: GroupResource): string => `count/${resource}${group ? `.${group}` : ''}`

// Kinds other than pods have no scopes and require nothing.
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
