import type { Outside } from '../machinery/egress'
import type { Clock } from '../machinery/clock'
import type { ClientConnection } from '../machinery/client-config'
import { TtlCache } from '../machinery/ttl-cache'
import { callWebhook, statusIn, WEBHOOK_POLICIES } from '../machinery/webhook-client'
import { targetOfConnection, type WebhookTarget } from '../machinery/webhook-target'
import { messageOf } from '../machinery/message-of'
import type { Asking, Attributes, Authorizer, Decision, RulesFor } from './authorizer'

export interface WebhookOptions {
  readonly connection: ClientConnection
  readonly version: 'v1' | 'v1beta1'
  readonly authorizedTtlMs: number
  readonly unauthorizedTtlMs: number
  readonly outside: Outside
  readonly clock: Clock
}

const GROUP = 'authorization.orch.io'
const CACHE_ENTRIES = 8192
/** Requests whose attributes are longer are asked each time: callers could fill the cache with them. */
const CACHED_ATTRIBUTES = 10_000

/** The question as it is sent: `group` carries the groups in v1beta1. */
export function reviewSpecOf(attributes: Attributes, version: 'v1' | 'v1beta1'): Record<string, unknown> {
  const { user, verb, isResourceRequest, apiGroup, apiVersion, resource, subresource, namespace, name, path } =
    attributes
  const given = (members: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(members).filter(([, value]) => value !== ''))
  return {
    ...(isResourceRequest
      ? {
          resourceAttributes: given({
            namespace,
            verb,
            group: apiGroup,
            version: apiVersion,
            resource,
            subresource,
            name,
          }),
        }
      : { nonResourceAttributes: given({ path, verb }) }),
    ...(user.name && { user: user.name }),
    ...(user.groups.length > 0 && { [version === 'v1' ? 'groups' : 'group']: user.groups }),
    ...(user.extra && Object.keys(user.extra).length > 0 && { extra: user.extra }),
    ...(user.uid && { uid: user.uid }),
  }
}

/**
 * Asks a remote service by a SubjectAccessReview and remembers its answers for a while. Without an answer there is no opinion,
 * but an evaluation error.
 */
export class WebhookAuthorizer implements Authorizer {
  readonly name = 'Webhook'
  private readonly cache: TtlCache<Decision>
  private readonly target: WebhookTarget

  constructor(private readonly options: WebhookOptions) {
    this.cache = new TtlCache(options.clock, CACHE_ENTRIES)
    this.target = targetOfConnection(options.connection)
  }

  authorize(attributes: Attributes, asking?: Asking): Decision | Promise<Decision> {
    const spec = reviewSpecOf(attributes, this.options.version)
    const key = JSON.stringify(spec)
    return this.cache.get(key) ?? this.decide(attributes, spec, key, asking?.signal)
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
      const { namespace, verb, apiGroup, apiVersion, resource, subresource, name, path } = attributes
      const length = [namespace, verb, apiGroup, apiVersion, resource, subresource, name, path].reduce(
        (sum, text) => sum + text.length,
        0,
      )
      if (length < CACHED_ATTRIBUTES)
        this.cache.set(key, decision, decision.verdict === 'allow' ? authorizedTtlMs : unauthorizedTtlMs)
      return decision
    } catch (error) {
      signal?.throwIfAborted()
      return {
        verdict: 'no-opinion',
        reason: '',
        evaluationError: `Failed to make webhook authorizer request: ${messageOf(error)}`,
      }
    }
  }

  /** The status of the answer. */
  private async ask(spec: Record<string, unknown>, signal?: AbortSignal): Promise<Record<string, unknown>> {
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
      policy: WEBHOOK_POLICIES.subjectAccessReview,
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
