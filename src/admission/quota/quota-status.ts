import {
  addUsage,
  NOTHING_USED,
  raiseUsage,
  readUsage,
  type Usage,
  usageDifference,
  usageWhere,
  writeUsage,
} from '../../api/quota/amounts'
import { quotaApplies, totalUsage } from '../../api/quota/evaluators'
import type { QuotaEvaluator } from '../../api/quota/evaluator'
import { scopesOf } from '../../api/quota/scopes'
import { conflictError, internalError } from '../../machinery/api-error'
import { equal } from '../../machinery/json'
import { writeJson } from '../../machinery/json-text'
import { KeyedQueue } from '../../machinery/keyed-queue'
import type { ApiObject } from '../../machinery/object'
import type { Quantity } from '../../machinery/quantity'
import type { GroupResource } from '../../machinery/reader'
import { requestWith } from '../../machinery/request'
import type { AdmissionEnvironment } from '../plugin'
import type { Charge, Charges } from './charges'
import { type Quota, quotaOf } from './limits'

/** The resource resourcequotas. */
export const QUOTAS: GroupResource = { group: '', resource: 'resourcequotas' }
const ATTEMPTS = 10

/** Objects of one resource in a namespace, and the evaluator that measures them. */
export interface Counted {
  readonly of: GroupResource
  readonly namespace: string
  readonly evaluator: QuotaEvaluator
}

/** Reads quota usage, including pending writes, and updates quota statuses. */
export class QuotaStatus {
  /** Serialises writers of one quota. */
  readonly #writers = new KeyedQueue()
  /** Status writes in progress, which may take effect before their response arrives. */
  readonly #writes = new Map<string, { readonly used: Record<string, string>; readonly charges: readonly Charge[] }>()

  constructor(
    private readonly environment: Pick<AdmissionEnvironment, 'reader' | 'clock' | 'request'>,
    private readonly charges: Charges,
  ) {}

  /**
   * Usage: the status plus pending updates, or more if the store and open charges say so. The status alone does not suffice, since a
   * recalculation may have missed objects admitted a moment ago.
   */
  usedOf(quota: Quota, { of, namespace, evaluator }: Counted): Map<string, Quantity> {
    const { reader, clock } = this.environment
    const name = quota.metadata?.name ?? ''
    const scopes = scopesOf(quota.spec ?? {})
    const now = clock.now()
    const used = readUsage(quota.status?.used)
    const limited = (usage: Usage) => usageWhere(usage, (key) => used.has(key))
    const present = totalUsage(evaluator, scopes, reader.list(of, namespace), now)
    const write = this.#writes.get(`${namespace}/${name}`)
    const arrived = write !== undefined && equal(write.used, quota.status?.used)
    for (const charge of this.charges.openOf(of, namespace)) {
      const { object, old } = charge
      if (!quotaApplies(evaluator, scopes, object)) continue
      const delta = usageDifference(evaluator.usage(object, now), old ? evaluator.usage(old, now) : NOTHING_USED)
      addUsage(present, delta)
      if (!charge.written.has(name) && !(arrived && write.charges.includes(charge))) addUsage(used, limited(delta))
    }
    raiseUsage(used, limited(present))
    return used
  }

  /**
   * Updates a quota's status with current usage, after earlier writes of the same quota. `check` is called with the quota before each
   * attempt.
   * @throws what `check` throws; ApiError 409 if the status keeps changing, 500 if it can't be written
   */
  write(name: string, counted: Counted, check: (quota: Quota) => void): Promise<void> {
    return this.#writers.run(`${counted.namespace}/${name}`, () => this.writeNow(name, counted, check))
  }

  private async writeNow(name: string, counted: Counted, check: (quota: Quota) => void): Promise<void> {
    const { of, namespace } = counted
    const key = `${namespace}/${name}`
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const live = this.environment.reader.get(QUOTAS, namespace, name)
      // A deleted quota limits nothing.
      if (!live) return
      check(quotaOf(live))
      const used = writeUsage(this.usedOf(quotaOf(live), counted))
      if (equal(used, quotaOf(live).status?.used ?? {})) return
      const open = this.charges.openOf(of, namespace)
      this.#writes.set(key, { used, charges: open })
      try {
        const answer = await this.send(live, used)
        if (answer.ok) for (const charge of open) charge.written.add(name)
        if (answer.ok || answer.status === 404) return
        if (answer.status !== 409) {
          const { message } = (await answer.json()) as { message?: string }
          throw internalError(`the status of quota ${name} can't be written: ${message ?? answer.status}`)
        }
      } finally {
        this.#writes.delete(key)
      }
    }
    throw conflictError(QUOTAS, name, 'its status keeps changing; please try again')
  }

  private send(quota: ApiObject, used: Record<string, string>): Promise<Response> {
    const { namespace = '', name = '' } = quota.metadata
    const status = { ...(quota.status as object), used }
    return this.environment.request(
      requestWith(`http://orchard.invalid/api/v1/namespaces/${namespace}/resourcequotas/${name}/status`, {
        method: 'PUT',
        headers: [['content-type', 'application/json']],
        body: writeJson({ ...quota, apiVersion: 'v1', kind: 'ResourceQuota', status }),
      }),
    )
  }
}
