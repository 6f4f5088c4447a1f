import type { Outside } from '../admission/plugin'
import { utf8 } from '../machinery/base64'
import type { ClientConnection } from '../machinery/client-config'
import { type Clock, sleep } from '../machinery/clock'
import { isObject, type JsonObject } from '../machinery/json'
import type { UserInfo } from '../machinery/user'
import { toHex } from '../pki/certificate'
import { NONE, type Outcome, rejected, type TokenAuthenticator } from './authenticator'

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
const ATTEMPTS = 5
const FIRST_WAIT_MS = 500
const WAIT_FACTOR = 1.5
const TIME_LIMIT_MS = 30_000
const CACHE_ENTRIES = 4096
const RETRIED = new Set([429, 500, 502, 503, 504])

class Temporary extends Error {}

/** Asks a remote service about tokens and remembers its answers for a while (authentication document, "Token review"). */
export class TokenWebhook implements TokenAuthenticator {
  readonly name = 'webhook'
  private readonly cache = new Map<string, { readonly outcome: Outcome; readonly until: number }>()

  constructor(private readonly options: TokenWebhookOptions) {}

  async authenticateToken(token: string, audiences: readonly string[]): Promise<Outcome> {
    const { clock, ttlMs } = this.options
    const asked = audiences.length > 0 ? audiences : this.options.audiences
    const key = await this.keyOf(token, asked)
    const known = this.cache.get(key)
    if (known && known.until > clock.now()) return known.outcome
    let status: JsonObject
    try {
      status = await this.ask(token, asked)
    } catch (error) {
      // No answer is no verdict, so it is not remembered either.
      return rejected(`token callback: ${error instanceof Error ? error.message : String(error)}`)
    }
    const outcome = outcomeOf(status, asked, this.options.audiences)
    this.cache.delete(key)
    this.cache.set(key, { outcome, until: clock.now() + ttlMs })
    const oldest = this.cache.keys().next()
    if (this.cache.size > CACHE_ENTRIES && !oldest.done) this.cache.delete(oldest.value)
    return outcome
  }

  /** The cache holds no tokens, only what can't be turned back into one. */
  private async keyOf(token: string, audiences: readonly string[]): Promise<string> {
    const digest = await this.options.crypto.subtle.digest('SHA-256', utf8(JSON.stringify([token, audiences])))
    return toHex(new Uint8Array(digest))
  }

  private async ask(token: string, audiences: readonly string[]): Promise<JsonObject> {
    for (let attempt = 1, wait = FIRST_WAIT_MS; ; attempt++, wait *= WAIT_FACTOR) {
      try {
        return await this.askOnce(token, audiences)
      } catch (error) {
        if (!(error instanceof Temporary) || attempt >= ATTEMPTS) throw error
        await sleep(this.options.clock, wait)
      }
    }
  }

  private async askOnce(token: string, audiences: readonly string[]): Promise<JsonObject> {
    const { connection, version, clock, outside } = this.options
    const { ca, serverName, clientCertificate, clientKey, authorization } = connection
    const apiVersion = `${GROUP}/${version}`
    const limit = new AbortController()
    const cancel = clock.setTimer(TIME_LIMIT_MS, () =>
      limit.abort(new Error(`no answer within ${TIME_LIMIT_MS / 1000} seconds`)),
    )
    const request = new Request(connection.server, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(authorization && { authorization }),
      },
      body: JSON.stringify({
        kind: 'TokenReview',
        apiVersion,
        metadata: { creationTimestamp: null },
        spec: { token, ...(audiences.length > 0 && { audiences }) },
        status: { user: {} },
      }),
      signal: limit.signal,
    })
    try {
      const response = await outside
        .fetch(request, {
          ...(ca !== undefined && { ca }),
          ...(serverName !== undefined && { serverName }),
          ...(clientCertificate !== undefined && { clientCertificate }),
          ...(clientKey !== undefined && { clientKey }),
        })
        .catch((error: unknown) => {
          if (limit.signal.aborted) throw error
          throw new Temporary(error instanceof Error ? error.message : String(error))
        })
      if (RETRIED.has(response.status)) throw new Temporary(`the service answered ${response.status}`)
      if (!response.ok) throw new Error(`the service answered ${response.status}`)
      const body: unknown = await response.json()
      if (!isObject(body)) throw new Error('the answer is no object')
      if (body.apiVersion !== apiVersion || body.kind !== 'TokenReview')
        throw new Error(
          `the answer must be a TokenReview of ${apiVersion}, not ${JSON.stringify(body.kind ?? '')} of ${JSON.stringify(body.apiVersion ?? '')}`,
        )
      return isObject(body.status) ? body.status : {}
    } finally {
      cancel()
    }
  }
}

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []

function outcomeOf(status: JsonObject, asked: readonly string[], own: readonly string[]): Outcome {
  if (status.authenticated !== true) {
    const { error } = status
    return typeof error === 'string' && error ? { type: 'rejected', reason: error, answer: error } : NONE
  }
  const named = strings(status.audiences)
  const valid = named.length > 0 ? named : own
  const audiences = asked.filter((audience) => valid.includes(audience))
  if (audiences.length === 0 && asked.length > 0) return NONE
  return { type: 'identity', identity: { user: userOf(isObject(status.user) ? status.user : {}), audiences } }
}

function userOf({ username, uid, groups, extra }: JsonObject): UserInfo {
  const values = isObject(extra)
    ? Object.entries(extra).map(([key, value]): [string, string[]] => [key, strings(value)])
    : []
  return {
    name: typeof username === 'string' ? username : '',
    ...(typeof uid === 'string' && uid && { uid }),
    groups: strings(groups),
    ...(values.length > 0 && { extra: Object.fromEntries(values) }),
  }
}
