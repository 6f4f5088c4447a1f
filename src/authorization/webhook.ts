import type { Outside, OutsideTrust } from '../admission/plugin'
import { type Clock, sleep } from '../machinery/clock'
import type { ClientConnection } from '../machinery/client-config'
import { isObject } from '../machinery/json'
import type { Attributes, Authorizer, Decision, RulesFor } from './authorizer'

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
const ATTEMPTS = 5
const FIRST_WAIT_MS = 500
const WAIT_FACTOR = 1.5
const TIME_LIMIT_MS = 30_000
const RETRIED = new Set([429, 500, 504])

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

class Temporary extends Error {}

/**
 * Asks a remote service by a SubjectAccessReview and remembers its answers for a while. Without an answer there is no opinion,
 * but an evaluation error.
 */
export class WebhookAuthorizer implements Authorizer {
  readonly name = 'Webhook'
  private readonly cache = new Map<string, { readonly decision: Decision; readonly until: number }>()

  constructor(private readonly options: WebhookOptions) {}

  authorize(attributes: Attributes): Decision | Promise<Decision> {
    const spec = reviewSpecOf(attributes, this.options.version)
    const key = JSON.stringify(spec)
    const known = this.cache.get(key)
    if (known && known.until > this.options.clock.now()) return known.decision
    return this.decide(attributes, spec, key)
  }

  rulesFor(): RulesFor {
    return {
      resourceRules: [],
      nonResourceRules: [],
      incomplete: true,
      evaluationError: 'webhook authorizer does not support user rule resolution',
    }
  }

  private async decide(attributes: Attributes, spec: Record<string, unknown>, key: string): Promise<Decision> {
    const { clock, authorizedTtlMs, unauthorizedTtlMs } = this.options
    try {
      const decision = decisionOf(await this.ask(spec))
      const { namespace, verb, apiGroup, apiVersion, resource, subresource, name, path } = attributes
      const length = [namespace, verb, apiGroup, apiVersion, resource, subresource, name, path].reduce(
        (sum, text) => sum + text.length,
        0,
      )
      if (length < CACHED_ATTRIBUTES)
        this.remember(key, decision, clock.now() + (decision.verdict === 'allow' ? authorizedTtlMs : unauthorizedTtlMs))
      return decision
    } catch (error) {
      return {
        verdict: 'no-opinion',
        reason: '',
        evaluationError: `Failed to make webhook authorizer request: ${error instanceof Error ? error.message : String(error)}`,
      }
    }
  }

  private remember(key: string, decision: Decision, until: number): void {
    this.cache.delete(key)
    this.cache.set(key, { decision, until })
    const oldest = this.cache.keys().next()
    if (this.cache.size > CACHE_ENTRIES && !oldest.done) this.cache.delete(oldest.value)
  }

  /** The status of the answer; tries again while the service is out of reach or overloaded. */
  private async ask(spec: Record<string, unknown>): Promise<Record<string, unknown>> {
    for (let attempt = 1, wait = FIRST_WAIT_MS; ; attempt++, wait *= WAIT_FACTOR) {
      try {
        return await this.askOnce(spec)
      } catch (error) {
        if (!(error instanceof Temporary) || attempt >= ATTEMPTS) throw error
        await sleep(this.options.clock, wait)
      }
    }
  }

  private async askOnce(spec: Record<string, unknown>): Promise<Record<string, unknown>> {
    const { connection, version, clock } = this.options
    const apiVersion = `${GROUP}/${version}`
    const limit = new AbortController()
    const cancel = clock.setTimer(TIME_LIMIT_MS, () =>
      limit.abort(new Error(`no answer within ${TIME_LIMIT_MS / 1000} seconds`)),
    )
    try {
      const response = await this.send(
        new Request(connection.server, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            accept: 'application/json',
            ...(connection.authorization && { authorization: connection.authorization }),
          },
          body: JSON.stringify({
            apiVersion,
            kind: 'SubjectAccessReview',
            metadata: { creationTimestamp: null },
            spec,
            status: { allowed: false },
          }),
          signal: limit.signal,
        }),
      )
      if (RETRIED.has(response.status)) throw new Temporary(`the service answered ${response.status}`)
      if (!response.ok) throw new Error(`the service answered ${response.status}`)
      const body = (await response.json()) as unknown
      if (!isObject(body)) throw new Error('the answer is no object')
      if (body['apiVersion'] !== apiVersion || body['kind'] !== 'SubjectAccessReview')
        throw new Error(
          `the answer must be a SubjectAccessReview of ${apiVersion}, not ${JSON.stringify(body['kind'] ?? '')} of ${JSON.stringify(body['apiVersion'] ?? '')}`,
        )
      return isObject(body['status']) ? body['status'] : {}
    } finally {
      cancel()
    }
  }

  private async send(request: Request): Promise<Response> {
    const { ca, serverName, clientCertificate, clientKey } = this.options.connection
    const trust: OutsideTrust = {
      ...(ca !== undefined && { ca }),
      ...(serverName !== undefined && { serverName }),
      ...(clientCertificate !== undefined && { clientCertificate }),
      ...(clientKey !== undefined && { clientKey }),
    }
    try {
      return await this.options.outside.fetch(request, trust)
    } catch (error) {
      if (request.signal.aborted) throw error
      throw new Temporary(error instanceof Error ? error.message : String(error))
    }
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
