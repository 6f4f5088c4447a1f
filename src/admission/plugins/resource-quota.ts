import type * as core from 'kt126/core/v1'
import { asDraft, type Draft } from '../../api/kinds/meta/draft'
import {
  addUsage,
  NOTHING_USED,
  raiseUsage,
  readUsage,
  type Usage,
  usageDifference,
  usageIncrease,
  usageText,
  usageWhere,
  writeUsage,
} from '../../api/quota/amounts'
import { quotaApplies, type QuotaEvaluator, quotaEvaluator, totalUsage } from '../../api/quota/evaluators'
import { type Scope, scopesOf } from '../../api/quota/scopes'
import { hubResourceOf } from '../../api/shared-storage'
import { conflictError, internalError } from '../../machinery/api-error'
import { clone, equal } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import { addQuantities, compareQuantities, type Quantity, quantitySign } from '../../machinery/quantity'
import type { GroupResource } from '../../machinery/reader'
import type { PluginConfiguration } from '../configuration'
import type { AdmissionEnvironment, AdmissionPlugin, AdmissionRequest } from '../plugin'
import { expectKind, readShape, type ConfigShape, TYPE_FIELDS } from '../../machinery/config-shape'
import { isResize } from '../shared/pods'
import { NAMESPACES, refused } from '../shared/request'
import { writeJson } from '../../machinery/json-text'
import { requestWith } from '../../machinery/request'
import { KeyedQueue } from '../../machinery/keyed-queue'

const QUOTAS = { group: '', resource: 'resourcequotas' }
const ATTEMPTS = 10
/** A charge whose object never appears belonged to a write that failed. */
const CHARGE_LIFE_MS = 5000

const SHAPE: ConfigShape = {
  fields: {
    ...TYPE_FIELDS,
    limitedResources: {
      list: {
        fields: {
          apiGroup: 'string',
          resource: 'string',
          matchContains: { list: 'string' },
          matchScopes: { list: { fields: { scopeName: 'string', operator: 'string', values: { list: 'string' } } } },
        },
      },
    },
  },
}
const KINDS: Readonly<Record<string, readonly string[]>> = {
  ResourceQuotaConfiguration: ['apiserver.config.orch.io/v1'],
  Configuration: ['resourcequota.admission.orch.io/v1beta1', 'resourcequota.admission.orch.io/v1alpha1'],
}
/** What nobody may use unless a quota speaks of it. */
interface LimitedResource {
  readonly apiGroup?: string
  readonly resource?: string
  readonly matchContains?: readonly string[]
  readonly matchScopes?: readonly Scope[]
}

function readLimited({ value, where }: PluginConfiguration): readonly LimitedResource[] {
  const kind =
    (value as { kind?: unknown } | null)?.kind === 'Configuration' ? 'Configuration' : 'ResourceQuotaConfiguration'
  expectKind(value, kind, KINDS[kind] ?? [], where)
  return readShape<{ limitedResources?: LimitedResource[] }>(value, SHAPE, where).limitedResources ?? []
}

/** A write that has been let in, and may not be in the store yet. */
interface Charge {
  /** Names of the quotas whose status has it. */
  readonly written: Set<string>
  readonly of: GroupResource
  readonly namespace: string
  readonly name: string
  readonly object: ApiObject
  readonly old: ApiObject | undefined
  readonly until: number
}

type Quota = Draft<core.ResourceQuota>
const quotaOf = (object: ApiObject): Quota => asDraft<core.ResourceQuota>(object)

/** All objects of a namespace together keep to its quotas (admission document, ResourceQuota). */
export function resourceQuota(environment: AdmissionEnvironment, configuration?: PluginConfiguration): AdmissionPlugin {
  const { reader, clock } = environment
  const limited = configuration ? readLimited(configuration) : []
  const charges = new Set<Charge>()
  /** Writers of one quota come one after another. */
  const writers = new KeyedQueue()
  /** What is on its way into a status: it may have arrived before the answer does. */
  const writes = new Map<string, { readonly used: Record<string, string>; readonly charges: readonly Charge[] }>()

  /** Charges whose objects are not in the store yet, of one resource and namespace. */
  function openCharges(of: GroupResource, namespace: string): Charge[] {
    const open: Charge[] = []
    for (const charge of charges) {
      const stored = reader.get(charge.of, charge.namespace, charge.name)
      const version = charge.old?.metadata.resourceVersion
      const done = charge.old
        ? stored?.metadata.resourceVersion !== version
        : stored !== undefined && stored.metadata.uid === charge.object.metadata.uid
      if (done || clock.steady() > charge.until) charges.delete(charge)
      else if (charge.namespace === namespace && charge.of.group === of.group && charge.of.resource === of.resource)
        open.push(charge)
    }
    return open
  }

  /**
   * What is used: what the status says and what is still to be written there, or more when the store and open charges tell so.
   * The status alone is not enough, since whoever recalculates it may not have seen objects that were let in a moment ago.
   */
  function usedOf(
    quota: Quota,
    of: GroupResource,
    evaluator: QuotaEvaluator,
    namespace: string,
  ): Map<string, Quantity> {
    const scopes = scopesOf(quota.spec ?? {})
    const now = clock.now()
    const used = readUsage(quota.status?.used)
    const limited = (usage: Usage) => usageWhere(usage, (name) => used.has(name))
    const present = totalUsage(evaluator, scopes, reader.list(of, namespace), now)
    const write = writes.get(`${namespace}/${quota.metadata?.name ?? ''}`)
    const arrived = write !== undefined && equal(write.used, quota.status?.used)
    for (const charge of openCharges(of, namespace)) {
      const { object, old } = charge
      if (!quotaApplies(evaluator, scopes, object)) continue
      const delta = usageDifference(evaluator.usage(object, now), old ? evaluator.usage(old, now) : NOTHING_USED)
      addUsage(present, delta)
      if (!charge.written.has(quota.metadata?.name ?? '') && !(arrived && write.charges.includes(charge)))
        addUsage(used, limited(delta))
    }
    raiseUsage(used, limited(present))
    return used
  }

  /** Writes the present use into a quota's status. */
  async function write(
    namespace: string,
    name: string,
    of: GroupResource,
    evaluator: QuotaEvaluator,
    check: (quota: Quota) => void,
  ): Promise<void> {
    const key = `${namespace}/${name}`
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const live = reader.get(QUOTAS, namespace, name)
      // A quota that is gone limits nothing.
      if (!live) return
      check(quotaOf(live))
      const used = writeUsage(usedOf(quotaOf(live), of, evaluator, namespace))
      if (equal(used, quotaOf(live).status?.used ?? {})) return
      const open = openCharges(of, namespace)
      writes.set(key, { used, charges: open })
      try {
        const answer = await sendStatus(live, used)
        if (answer.ok) for (const charge of open) charge.written.add(name)
        if (answer.ok || answer.status === 404) return
        if (answer.status !== 409) {
          const { message } = (await answer.json()) as { message?: string }
          throw internalError(`the status of quota ${name} can't be written: ${message ?? answer.status}`)
        }
      } finally {
        writes.delete(key)
      }
    }
    throw conflictError(QUOTAS, name, 'its status keeps changing; please try again')
  }

  function sendStatus(quota: ApiObject, used: Record<string, string>): Promise<Response> {
    const { namespace = '', name = '' } = quota.metadata
    const status = { ...(quota.status as object), used }
    return environment.request(
      requestWith(`http://orchard.invalid/api/v1/namespaces/${namespace}/resourcequotas/${name}/status`, {
        method: 'PUT',
        headers: [['content-type', 'application/json']],
        body: writeJson({ ...quota, apiVersion: 'v1', kind: 'ResourceQuota', status }),
      }),
    )
  }

  return {
    name: 'ResourceQuota',
    operations: ['CREATE', 'UPDATE'],
    async validate(request) {
      const { namespace, resource, subresource, object, operation } = request
      const ofNamespaces = resource.group === '' && resource.resource === NAMESPACES.resource
      const resizes = isResize(request)
      if (namespace === '' || (subresource !== '' && !resizes) || ofNamespaces || !object) return
      const of = hubResourceOf(resource.group, resource.resource)
      const evaluator = quotaEvaluator(of)
      if (!evaluator || (operation === 'UPDATE' && !evaluator.updates && !resizes)) return
      const asked = limited.filter(
        (one) => one.resource === resource.resource && (one.apiGroup ?? '') === resource.group,
      )
      const quotas = reader.list(QUOTAS, namespace)
      if (quotas.length === 0 && asked.length === 0) return
      const now = clock.now()
      const pertinent = pertinentQuotas(request, evaluator, quotas, asked, now)
      // What becomes less is for the controller to see.
      const delta = usageIncrease(
        evaluator.usage(object, now),
        request.oldObject ? evaluator.usage(request.oldObject, now) : NOTHING_USED,
      )
      const more = usageWhere(delta, (_, amount) => quantitySign(amount) > 0)
      if (more.size === 0) return
      // Who asks for more of anything keeps to all limits that the object comes under, its unchanged amounts included.
      for (const quota of pertinent) checkQuota(request, quota, delta, usedOf(quota, of, evaluator, namespace))
      const charged = pertinent.filter((quota) => Object.keys(quota.status?.hard ?? {}).some((key) => more.has(key)))
      // A name that is taken is refused by the store, and costs nothing.
      const name = request.name || (object.metadata.name ?? '')
      const taken = operation === 'CREATE' && reader.get(of, namespace, name) !== undefined
      if (request.dryRun || charged.length === 0 || taken) return
      // From here on the charge counts, before anybody else can be let in.
      const charge: Charge = {
        written: new Set(),
        of,
        namespace,
        name,
        object: clone(object),
        old: request.oldObject,
        until: clock.steady() + CHARGE_LIFE_MS,
      }
      charges.add(charge)
      /** Another server may have let others in since: what the quota says now counts. */
      const check = (quota: Quota, seen: Quota): void => {
        const unchanged = quota.metadata?.resourceVersion === seen.metadata?.resourceVersion
        if (unchanged || charge.written.has(quota.metadata?.name ?? '')) return
        charges.delete(charge)
        checkQuota(request, quota, delta, usedOf(quota, of, evaluator, namespace))
        charges.add(charge)
      }
      await Promise.all(
        charged.map((seen) => {
          const called = seen.metadata?.name ?? ''
          const work = () => write(namespace, called, of, evaluator, (quota) => check(quota, seen))
          return writers.run(`${namespace}/${called}`, work)
        }),
      )
    },
  }
}

/** The quotas that limit what the request uses. Throws when one of them asks for more than the object says. */
function pertinentQuotas(
  request: AdmissionRequest,
  evaluator: QuotaEvaluator,
  quotas: readonly ApiObject[],
  limited: readonly LimitedResource[],
  now: number,
): Quota[] {
  const object = request.object as ApiObject
  const pertinent: Quota[] = []
  const covered = new Set<string>()
  const coveredScopes = new Set<string>()
  for (const one of quotas) {
    const quota = quotaOf(one)
    const name = quota.metadata?.name ?? ''
    const scopes = scopesOf(quota.spec ?? {})
    for (const scope of scopes) if (evaluator.inScope(object, scope)) coveredScopes.add(scope.scopeName ?? '')
    const restricted = Object.keys(quota.status?.hard ?? {}).filter((key) => evaluator.covers(key))
    if (restricted.length === 0 || !quotaApplies(evaluator, scopes, object)) continue
    const missing = evaluator.undeclared(object, restricted)
    if (missing.length > 0) throw refused(request, `failed quota: ${name}: must specify ${missing.join(',')}`)
    const unknown = restricted.filter((key) => quota.status?.used?.[key] === undefined)
    if (unknown.length > 0)
      throw refused(request, `status unknown for quota: ${name}, resources: ${restricted.sort().join(',')}`)
    pertinent.push(quota)
    for (const key of restricted) covered.add(key)
  }
  if (limited.length === 0) return pertinent
  const used = [...evaluator.usage(object, now)].filter(([, amount]) => quantitySign(amount) > 0).map(([key]) => key)
  const bare = used.filter(
    (key) =>
      limited.some(({ matchContains = [] }) => matchContains.some((part) => key.includes(part))) && !covered.has(key),
  )
  if (bare.length > 0) throw refused(request, `insufficient quota to consume: ${bare.sort().join(',')}`)
  const outside = limited
    .flatMap(({ matchScopes = [] }) => matchScopes)
    .filter((scope) => evaluator.inScope(object, scope) && !coveredScopes.has(scope.scopeName ?? ''))
  if (outside.length > 0) throw refused(request, `insufficient quota to match these scopes: ${writeJson(outside)}`)
  return pertinent
}

function checkQuota(request: AdmissionRequest, quota: Quota, delta: Usage, used: Usage): void {
  const hard = readUsage(quota.status?.hard)
  const requested = usageWhere(delta, (name) => hard.has(name))
  const exceeded = usageWhere(requested, (name, amount) => {
    const limit = hard.get(name)
    const before = used.get(name)
    return limit !== undefined && compareQuantities(before ? addQuantities(before, amount) : amount, limit) > 0
  })
  if (exceeded.size === 0) return
  const about = (name: string) => exceeded.has(name)
  throw refused(
    request,
    `exceeded quota: ${quota.metadata?.name ?? ''}, requested: ${usageText(exceeded)}, ` +
      `used: ${usageText(usageWhere(used, about))}, limited: ${usageText(usageWhere(hard, about))}`,
  )
}
