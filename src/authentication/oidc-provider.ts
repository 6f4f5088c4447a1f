import type { JSONWebKeySet } from 'jose'
import type { Clock } from '../machinery/clock'
import type { Outside } from '../machinery/egress'
import { isObject } from '../machinery/json'
import { messageOf } from '../machinery/message-of'

/** Where an OpenID Connect provider is, and how it is reached. */
export interface ProviderOptions {
  readonly issuer: string
  /** The discovery document, if it is not below the issuer. */
  readonly discoveryUrl?: string
  /** PEM CA certificates of the provider; the system's roots when absent. */
  readonly ca?: string
  readonly outside: Outside
  readonly clock: Clock
}

// How long a failure of the provider is cached before it is contacted again.
const RETRY_MS = 10_000
const TIME_LIMIT_MS = 30_000
/** Maximum number of renewals within `RETRY_MS`, because anybody can send tokens that no key verifies. */
const RENEWALS = 10

/** Fetches the provider's keys and caches them until a token needs another one. */
export class OidcProvider {
  private known: JSONWebKeySet | undefined
  private failure: { readonly at: number; readonly why: string } | undefined
  private pending: Promise<JSONWebKeySet | string> | undefined
  /** Times of recent renewals. */
  private renewals: readonly number[] = []

  constructor(private readonly options: ProviderOptions) {}

  /** The keys, fetched again if the cached ones are `stale` (but not too often); a text says why there are none. */
  keys(stale?: JSONWebKeySet): Promise<JSONWebKeySet | string> {
    if (this.known && (this.known !== stale || !this.mayRenew())) return Promise.resolve(this.known)
    if (this.failure && this.options.clock.now() - this.failure.at < RETRY_MS) return Promise.resolve(this.failure.why)
    return (this.pending ??= this.discover().finally(() => (this.pending = undefined)))
  }

  private mayRenew(): boolean {
    if (this.pending) return true
    const now = this.options.clock.now()
    this.renewals = this.renewals.filter((at) => Math.abs(now - at) < RETRY_MS)
    if (this.renewals.length >= RENEWALS) return false
    this.renewals = [...this.renewals, now]
    return true
  }

  private async discover(): Promise<JSONWebKeySet | string> {
    const { issuer, clock, discoveryUrl } = this.options
    try {
      const configuration = await this.fetchJson(
        discoveryUrl ?? `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
      )
      if (configuration.issuer !== issuer)
        throw new Error(`the provider says that its issuer is ${JSON.stringify(configuration.issuer)}`)
      if (typeof configuration.jwks_uri !== 'string') throw new Error('the provider names no key set')
      const keys = await this.fetchJson(configuration.jwks_uri)
      if (!Array.isArray(keys.keys)) throw new Error('the key set has no keys')
      this.failure = undefined
      return (this.known = keys as unknown as JSONWebKeySet)
    } catch (error) {
      const why = messageOf(error)
      this.failure = { at: clock.now(), why }
      return why
    }
  }

  private async fetchJson(url: string): Promise<Record<string, unknown>> {
    const body: unknown = await (await fetchFromProvider(this.options, url, { accept: 'application/json' })).json()
    if (!isObject(body)) throw new Error(`${url} did not return an object`)
    return body
  }
}

/** Sends a request to a provider with a time limit, and reads the whole answer. Rejects with Error unless it succeeds. */
export async function fetchFromProvider(
  { outside, ca, clock }: Pick<ProviderOptions, 'outside' | 'ca' | 'clock'>,
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const limit = new AbortController()
  const cancel = clock.setTimer(TIME_LIMIT_MS, () => limit.abort(new Error(`no answer from ${url}`)))
  try {
    const request = new Request(url, { headers, signal: limit.signal })
    const response = await outside.fetch(request, ca === undefined ? undefined : { ca })
    if (!response.ok) throw new Error(`${url} answered ${response.status}`)
    return new Response(await response.arrayBuffer())
  } finally {
    cancel()
  }
}
