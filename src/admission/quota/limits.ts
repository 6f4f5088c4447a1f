import type * as core from 'kt126/core/v1'
import { asDraft, type Draft } from '../../api/kinds/meta/draft'
import { readUsage, type Usage, usageText, usageWhere } from '../../api/quota/amounts'
import { quotaApplies } from '../../api/quota/evaluators'
import type { QuotaEvaluator } from '../../api/quota/evaluator'
import { scopesOf } from '../../api/quota/scopes'
import { writeJson } from '../../machinery/json-text'
import type { ApiObject } from '../../machinery/object'
import { addQuantities, compareQuantities, quantitySign } from '../../machinery/quantity'
import type { AdmissionRequest } from '../plugin'
import { refused } from '../shared/request'
import type { LimitedResource } from './limited-resources'

/** A ResourceQuota that may be incomplete. */
export type Quota = Draft<core.ResourceQuota>
/** An object as a ResourceQuota. */
export const quotaOf = (object: ApiObject): Quota => asDraft<core.ResourceQuota>(object)

/**
 * The quotas that apply to a request's usage.
 * @throws ApiError 403 if a quota requires values the object does not specify, or no quota covers a limited resource
 */
export function pertinentQuotas(
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

/**
 * Checks a request's increase against one quota.
 * @throws ApiError 403 that says what is exceeded
 */
export function checkQuota(request: AdmissionRequest, quota: Quota, delta: Usage, used: Usage): void {
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
