import type { Outside } from '../machinery/egress'
import { utf8 } from '../machinery/base64'
import type { ClientConnection } from '../machinery/client-config'
import type { Clock } from '../machinery/clock'
import { isObject, type JsonObject, textsIn } from '../machinery/json'
import { TtlCache } from '../machinery/ttl-cache'
import type { UserInfo } from '../machinery/user'
import { callWebhook, statusIn } from '../machinery/webhook-client'
import { WEBHOOK_POLICIES } from '../machinery/webhook-policies'
import { targetOfConnection, type WebhookTarget } from '../machinery/webhook-target'
import { messageOf } from '../machinery/message-of'
import { toHex } from '../pki/certificate'
import { type Asking, NONE, type Outcome, rejected, type TokenAuthenticator } from './authenticator'

/** How the token webhook is called, and its answers are cached. */
export interface TokenWebhookOptions {
  readonly connection: ClientConnection
  readonly version: 'v1' | 'v1beta1'
  readonly ttlMs: number
  /** The API server's own audiences. */
  readonly audiences: readonly string[]
  readonly outside: Outside
  readonly clock: Clock
  readonly crypto: Pick<Crypto, 'subtle'>
}

const GROUP = 'authentication.orch.io'
const CACHE_ENTRIES = 4096

/** Asks a remote service about tokens and caches its answers for a while (authentication document, "Token review"). */
export class TokenWebhook implements TokenAuthenticator {
  readonly name = 'webhook'
  private readonly cache: TtlCache<Outcome>
  private readonly target: WebhookTarget

  constructor(private readonly options: TokenWebhookOptions) {
    this.cache = new TtlCache(options.clock, CACHE_ENTRIES)
    this.target = targetOfConnection(options.connection)
  }

  async authenticateToken(token: string, audiences: readonly string[], asking?: Asking): Promise<Outcome> {
    const asked = audiences.length > 0 ? audiences : this.options.audiences
    const key = await this.keyOf(token, asked)
    const known = this.cache.get(key)
    if (known) return known
    const signal = asking?.signal
    let status: JsonObject
    try {
      status = await this.ask(token, asked, signal)
    } catch (error) {
      signal?.throwIfAborted()
      // A failure is not a verdict, so it is not cached.
      return rejected(`token webhook: ${messageOf(error)}`)
    }
    const outcome = outcomeOf(status, asked, this.options.audiences)
    this.cache.set(key, outcome, this.options.ttlMs)
    return outcome
  }

  /** The cache key is a digest, so that the cache holds no tokens. */
  private async keyOf(token: string, audiences: readonly string[]): Promise<string> {
    const digest = await this.options.crypto.subtle.digest('SHA-256', utf8(JSON.stringify([token, audiences])))
    return toHex(new Uint8Array(digest))
  }

  private async ask(token: string, audiences: readonly string[], signal?: AbortSignal): Promise<JsonObject> {
    const apiVersion = `${GROUP}/${this.options.version}`
    const answer = await callWebhook(this.options, {
      target: this.target,
      body: {
        kind: 'TokenReview',
        apiVersion,
        metadata: { creationTimestamp: null },
        spec: { token, ...(audiences.length > 0 && { audiences }) },
        status: { user: {} },
      },
      policy: WEBHOOK_POLICIES.tokenReview,
      signal,
    })
    return statusIn(answer, apiVersion, 'TokenReview')
  }
}

function outcomeOf(status: JsonObject, asked: readonly string[], own: readonly string[]): Outcome {
  if (status.authenticated !== true) {
    const { error } = status
    return typeof error === 'string' && error ? { type: 'rejected', reason: error, answer: error } : NONE
  }
  const named = textsIn(status.audiences)
  const valid = named.length > 0 ? named : own
  const audiences = asked.filter((audience) => valid.includes(audience))
  if (audiences.length === 0 && asked.length > 0) return NONE
  const user = userOf(isObject(status.user) ? status.user : {})
  if (user.name === '') return rejected('token webhook: the answer names no user')
  return { type: 'identity', identity: { user, audiences } }
}

function userOf({ username, uid, groups, extra }: JsonObject): UserInfo {
  const values = isObject(extra)
    ? Object.entries(extra).map(([key, value]): [string, string[]] => [key, textsIn(value)])
    : []
  return {
    name: typeof username === 'string' ? username : '',
    ...(typeof uid === 'string' && uid && { uid }),
    groups: textsIn(groups),
    ...(values.length > 0 && { extra: Object.fromEntries(values) }),
  }
}
