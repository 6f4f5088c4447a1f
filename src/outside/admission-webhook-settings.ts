import { isObject, type Json, type JsonObject } from '../machinery/json'

/** A webhook's address without query and fragment, used to match its calls. */
export const placeOf = (text: string): string => {
  const url = new URL(text)
  return `${url.protocol}//${url.host}${url.pathname.replace(/\/$/, '')}`
}

/** A simulated admission webhook: user code that answers at an address. */
export interface WebhookBackend {
  readonly id: string
  readonly title: string
  /** As in a webhook configuration; a service is `https://<name>.<namespace>.svc[:port]/<path>`. */
  readonly url: string
  /** TypeScript or JavaScript; its default export takes the review and returns the response. */
  readonly source: string
  readonly on: boolean
  /** Its certificate is issued by an authority that the webhook configuration must name in `caBundle`. */
  readonly ownCa: boolean
  /** Added to every answer, on the control plane's clock. */
  readonly latencyMs: number
  /** Percentage of calls that get no answer. */
  readonly failurePercent: number
  /** Real time after which the code is stopped. */
  readonly limitMs: number
}

/** The admission webhooks that are simulated in the tab. */
export interface WebhookSettings {
  readonly backends: readonly WebhookBackend[]
}
const MOST_BACKENDS = 50
const MOST_SOURCE = 256 * 1024
const LONGEST_LATENCY_MS = 60_000
const LONGEST_LIMIT_MS = 30_000

const fail = (why: string): never => {
  throw new Error(why)
}

function number(value: Json | undefined, what: string, least: number, most: number): number {
  if (typeof value !== 'number' || !(value >= least && value <= most))
    return fail(`${what} must be ${least} to ${most}`)
  return value
}

function checkBackend(value: Json): WebhookBackend {
  if (!isObject(value)) return fail('a webhook has an address and code')
  const text = (key: string): string => (typeof value[key] === 'string' ? value[key] : '')
  const title = text('title').trim()
  const url = text('url').trim()
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:')
    fail(`the address of ${title || 'a webhook'} must begin with https://`)
  if (new URL(url).search || new URL(url).hash) fail(`the address of ${title || url} has a query or a fragment`)
  const source = text('source')
  if (source.length > MOST_SOURCE) fail(`the code of ${title || url} is too long`)
  return {
    id: text('id') || fail('a webhook needs an id'),
    title,
    url,
    source,
    on: value.on !== false,
    ownCa: value.ownCa === true,
    latencyMs: number(value.latencyMs ?? 0, 'the latency', 0, LONGEST_LATENCY_MS),
    failurePercent: number(value.failurePercent ?? 0, 'the share of failures', 0, 100),
    limitMs: number(value.limitMs ?? 5_000, 'the limit', 10, LONGEST_LIMIT_MS),
  }
}

/** @throws Error that says what is wrong with the settings */
export function checkWebhooks(value: JsonObject): WebhookSettings {
  const backends = Array.isArray(value.backends) ? value.backends.map(checkBackend) : fail('backends must be a list')
  if (backends.length > MOST_BACKENDS) fail(`there can be ${MOST_BACKENDS} webhooks at most`)
  const twice = backends.find((one, i) => backends.some((other, j) => j < i && other.id === one.id))
  if (twice) fail(`there are two webhooks with the id ${twice.id}`)
  const crowded = backends.find(
    (one, i) => one.on && backends.some((other, j) => j < i && other.on && placeOf(other.url) === placeOf(one.url)),
  )
  if (crowded) fail(`two webhooks answer at ${crowded.url}: switch one of them off`)
  return { backends }
}
