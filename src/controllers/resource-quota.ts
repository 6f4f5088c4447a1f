import type * as core from 'kt126/core/v1'
import { RESOURCE_QUOTAS } from '../client/core-targets'
import { asDraft, type Draft } from '../api/kinds/meta/draft'
import { readUsage, type Usage, writeUsage, ZERO } from '../api/quota/amounts'
import { quotaEvaluator, totalUsage } from '../api/quota/evaluators'
import { scopesOf } from '../api/quota/scopes'
import type { FeedItem, FeedTarget } from '../machinery/feed'
import { clone } from '../machinery/json'
import type { ApiObject } from '../machinery/object'
import { compareQuantities, type Quantity } from '../machinery/quantity'
import { isStatus } from '../client/status-error'
import { keyOf, splitKey } from '../client/object-key'
import type { ControllerDeps, ControllerRow } from './controllers'
import { runNamed } from './kit'

const NAME = 'resourcequota'
/** The usage of terminating pods changes with time alone, and an event may have been missed. */
const RESYNC_MS = 5 * 60_000

/** Filters out kinds that no quota counts, above all the many events. */
const isCounted = ({ target }: FeedItem): boolean => quotaEvaluator(target) !== undefined

/** Keeps the status of quotas: the limits in force and their usage (admission document, ResourceQuota). */
export const resourceQuotas: ControllerRow = {
  name: NAME,
  defaultOn: true,
  account: 'resourcequota-controller',
  needs: ['v1/resourcequotas'],
  start(deps) {
    const { feed } = deps
    const seen = new SeenQuotas()
    return runNamed(deps, NAME, {
      watches: [{ target: RESOURCE_QUOTAS, keys: (quota) => (seen.isNews(quota) ? [keyOf(quota)] : []) }],
      triggers: (add, [quotas]) =>
        feed.subscribe((type, item) => {
          const { namespace } = item.metadata
          if (namespace === undefined || !isCounted(item)) return
          // Every charge writes a quota's status, which must not trigger a recount.
          if (type === 'set' && item.target.group === '' && item.target.resource === RESOURCE_QUOTAS.resource) return
          for (const quota of quotas?.list(namespace) ?? []) add(keyOf(quota))
        }),
      reconcile: (key) => recalculate(key, deps),
    })
  },
}

/** Distinguishes quotas that must be recounted from those whose usage was only charged. */
class SeenQuotas {
  private readonly uids = new Set<string>()

  isNews(quota: ApiObject): boolean {
    const { uid = '' } = quota.metadata
    const { spec = {}, status = {} } = asDraft<core.ResourceQuota>(quota)
    const known = this.uids.has(uid)
    this.uids.add(uid)
    return !known || !same(readUsage(spec.hard), readUsage(status.hard))
  }
}

async function recalculate(key: string, { client, feed, clock }: ControllerDeps): Promise<{ afterMs: number } | void> {
  const { namespace = '', name } = splitKey(key)
  // Reads the live object, because the cache ignores charges; by list, because the role does not allow get.
  const query = { fieldSelector: `metadata.name=${name}` }
  const [quota] = (await client.list({ ...RESOURCE_QUOTAS, namespace }, { query })).items
  if (!quota) return
  const { spec = {}, status = {} } = asDraft<core.ResourceQuota>(quota)
  const hard = readUsage(spec.hard)
  const used = new Map<string, Quantity>()
  for (const target of feed.targets())
    if (target.namespaced)
      for (const [limited, amount] of await usageOf(target, namespace, spec, hard, { client, clock }))
        used.set(limited, amount)
  if (!same(hard, readUsage(status.hard)) || !same(used, readUsage(status.used))) {
    const next = clone(quota)
    next.status = { hard: writeUsage(hard), used: writeUsage(used) }
    try {
      await client.update({ ...RESOURCE_QUOTAS, namespace }, next, { subresource: 'status' })
    } catch (error) {
      if (!isStatus(error, 'NotFound')) throw error
    }
  }
  return { afterMs: RESYNC_MS }
}

/** The usage by objects of one resource, for the names that a quota limits. */
async function usageOf(
  target: FeedTarget,
  namespace: string,
  spec: Draft<core.ResourceQuotaSpec>,
  hard: Usage,
  { client, clock }: Pick<ControllerDeps, 'client' | 'clock'>,
): Promise<Usage> {
  const evaluator = quotaEvaluator(target)
  const names = evaluator ? [...hard.keys()].filter((name) => evaluator.covers(name)) : []
  if (!evaluator || names.length === 0 || !target.verbs.includes('list')) return new Map()
  const { group, version, resource } = target
  const { items } = await client.list({ group, version, resource, namespace })
  const total = totalUsage(evaluator, scopesOf(spec), items, clock.now())
  return new Map(names.map((name) => [name, total.get(name) ?? ZERO]))
}

const same = (a: Usage, b: Usage): boolean =>
  a.size === b.size &&
  [...a].every(([name, amount]) => {
    const other = b.get(name)
    return other !== undefined && compareQuantities(amount, other) === 0
  })
