import type { Outside } from '../machinery/egress'
import type { Clock } from '../machinery/clock'
import type { ClientConnection } from '../machinery/client-config'
import { TtlCache } from '../machinery/ttl-cache'
import { callWebhook, statusIn } from '../machinery/webhook-client'
import { WEBHOOK_POLICIES } from '../machinery/webhook-policies'
import { targetOfConnection, type WebhookTarget } from '../machinery/webhook-target'
import { messageOf } from '../machinery/message-of'
import type { Metrics } from '../machinery/metrics'
import { selectorAttributes } from './selector-attributes'
import type { Match } from './structured/match-conditions'
import type { Asking, Attributes, Authorizer, Decision, RulesFor } from './authorizer'

/** How the authorization webhook is called and its answers are cached. */
export interface WebhookOptions {
  readonly connection: ClientConnection
  readonly version: 'v1' | 'v1beta1'
  readonly authorizedTtlMs: number
  readonly unauthorizedTtlMs: number
  /** Its name in the configuration. */
  readonly label?: string
  readonly timeoutMs?: number
  /** The decision if it can't be reached. Default NoOpinion. */
  readonly failurePolicy?: 'NoOpinion' | 'Deny'
  /** The requests that it is called for; all if absent. */
  readonly match?: (attributes: Attributes) => Match
  /** Reviews include selectors. */
  readonly selectors: boolean
  readonly outside: Outside
  readonly clock: Clock
  readonly metrics: Metrics
}

const GROUP = 'authorization.orch.io'
const CACHE_ENTRIES = 8192
/** Decisions for longer attributes are not cached, because callers could fill the cache with them. */
const CACHED_ATTRIBUTES = 10_000

/** The spec of the review as it is sent; in v1beta1 `group` has the groups. */
export function reviewSpecOf(
  attributes: Attributes,
  version: 'v1' | 'v1beta1',
  selectors = false,
): Record<string, unknown> {
  const { user, verb, isResourceRequest, apiGroup, apiVersion, resource, subresource, namespace, name, path } =
    attributes
  const given = (members: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(members).filter(([, value]) => value !== ''))
  return {
    ...(isResourceRequest
      ? {
          resourceAttributes: {
            ...given({ namespace, verb, group: apiGroup, version: apiVersion, resource, subresource, name }),
            ...(selectors && selectorAttributes(attributes)),
          },
        }
      : { nonResourceAttributes: given({ path, verb }) }),
    ...(user.name && { user: user.name }),
    ...(user.groups.length > 0 && { [version === 'v1' ? 'groups' : 'group']: user.groups }),
    ...(user.extra && Object.keys(user.extra).length > 0 && { extra: user.extra }),
    ...(user.uid && { uid: user.uid }),
  }
}

/**
 * Asks a remote service with a SubjectAccessReview and caches its answers for a while. Without an answer it has no opinion, but reports an
 * evaluation error.
 */
export class WebhookAuthorizer implements Authorizer {
  readonly name = 'Webhook'
  readonly label: string
  private readonly cache: TtlCache<Decision>
  private readonly target: WebhookTarget

  constructor(private readonly options: WebhookOptions) {
    this.label = options.label ?? 'webhook'
    this.cache = new TtlCache(options.clock, CACHE_ENTRIES)
    this.target = targetOfConnection(options.connection)
  }

  authorize(attributes: Attributes, asking?: Asking): Decision | Promise<Decision> {
    const { version, selectors, match } = this.options
    const answer = match?.(attributes)
    if (answer && !answer.matches) return this.unmatched(answer)
    const spec = reviewSpecOf(attributes, version, selectors)
    const key = JSON.stringify(spec)
    return this.cache.get(key) ?? this.decide(attributes, spec, key, asking?.signal)
  }

  private count(metric: string, more: Readonly<Record<string, string>> = {}): void {
    this.options.metrics.count(`apiserver_authorization_${metric}`, { ...more, name: this.label })
  }

  /** The decision if the webhook is not called: a condition is false, or none could be evaluated. */
  private unmatched({ problem }: Match): Decision {
    const type = { type: this.name }
    this.count(`match_condition_${problem === undefined ? 'exclusions_total' : 'evaluation_errors_total'}`, type)
    return problem === undefined ? { verdict: 'no-opinion', reason: '' } : this.failure(problem)
  }

  private failure(evaluationError: string): Decision {
    return { verdict: this.options.failurePolicy === 'Deny' ? 'deny' : 'no-opinion', reason: '', evaluationError }
  }

  rulesFor(): RulesFor {
    return {
      resourceRules: [],
      nonResourceRules: [],
      incomplete: true,
      evaluationError: 'webhook authorizer does not support user rule resolution',
    }
  }

  private async decide(
    attributes: Attributes,
    spec: Record<string, unknown>,
    key: string,
    signal: AbortSignal | undefined,
  ): Promise<Decision> {
    const { authorizedTtlMs, unauthorizedTtlMs } = this.options
    try {
      const decision = decisionOf(await this.ask(spec, signal))
      this.count('webhook_evaluations_total', { result: 'success' })
      const { namespace, verb, apiGroup, apiVersion, resource, subresource, name, path } = attributes
      const length = [namespace, verb, apiGroup, apiVersion, resource, subresource, name, path].reduce(
        (sum, text) => sum + text.length,
        0,
      )
      if (length < CACHED_ATTRIBUTES)
        this.cache.set(key, decision, decision.verdict === 'allow' ? authorizedTtlMs : unauthorizedTtlMs)
      return decision
    } catch (error) {
      this.count('webhook_evaluations_total', { result: signal?.aborted ? 'canceled' : 'error' })
      signal?.throwIfAborted()
      if (this.options.failurePolicy !== 'Deny') this.count('webhook_evaluations_fail_open_total', { result: 'error' })
      return this.failure(`Failed to make webhook authorizer request: ${messageOf(error)}`)
    }
  }

  /** The status of the review's answer. */
  private async ask(spec: Record<string, unknown>, signal?: AbortSignal): Promise<Record<string, unknown>> {
    const { timeoutMs } = this.options
    const apiVersion = `${GROUP}/${this.options.version}`
    const answer = await callWebhook(this.options, {
      target: this.target,
      body: {
        apiVersion,
        kind: 'SubjectAccessReview',
        metadata: { creationTimestamp: null },
        spec,
        status: { allowed: false },
      },
      policy: { ...WEBHOOK_POLICIES.subjectAccessReview, ...(timeoutMs !== undefined && { timeoutMs }) },
      signal,
    })
    return statusIn(answer, apiVersion, 'SubjectAccessReview')
  }
}

function decisionOf(status: Record<string, unknown>): Decision {
  const reason = typeof status['reason'] === 'string' ? status['reason'] : ''
  const { allowed, denied } = status
  if (denied === true && allowed === true)
    return {
      verdict: 'deny',
      reason,
      evaluationError: 'webhook subject access review returned both allow and deny response',
    }
  return { verdict: denied === true ? 'deny' : allowed === true ? 'allow' : 'no-opinion', reason }
}
