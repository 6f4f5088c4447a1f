import { bareStatus } from './bare-status'
import { type Clock, sleep } from './clock'
import { isConnectionReset, type Outside } from './egress'
import { isObject, type JsonObject } from './json'
import type { WebhookPolicy } from './webhook-policies'
import type { WebhookTarget } from './webhook-target'
import { parseJson, writeJson } from './json-text'
import { messageOf } from './message-of'

const BACKOFF_FACTOR = 1.5
const PASSING = new Set([429, 500, 504])
/** Maximum delays (Retry-After) honoured within one try. */
const DELAYS = 10
/** Longer than any time limit, and within the range of timers. */
const LONGEST_DELAY_MS = 3_600_000

/** A POST to a webhook and the rules for its time limit and retries. */
export interface WebhookCall {
  readonly target: WebhookTarget
  /** Serialised as JSON. */
  readonly body: unknown
  readonly policy: WebhookPolicy
  /** Aborts the call when the client has left or the request has timed out. */
  readonly signal?: AbortSignal | undefined
}

/** The webhook was reached, but its response is unusable. */
export class BadAnswer extends Error {
  override readonly name = 'BadAnswer'
  constructor(
    message: string,
    /** Whether a retry may succeed. */
    readonly passing = false,
  ) {
    super(message)
  }
}

/** Whether the call is worth retrying. */
const mayPass = (error: unknown): boolean => (error instanceof BadAnswer ? error.passing : isConnectionReset(error))

/**
 * Posts a review to a webhook and returns the JSON response.
 * @throws BadAnswer for an unusable response, Error if there is none, or the signal's reason if it ends the call
 */
export async function callWebhook(
  world: { readonly outside: Outside; readonly clock: Clock },
  call: WebhookCall,
): Promise<unknown> {
  const { tries, backoffMs } = call.policy
  for (let attempt = 1, wait = backoffMs; ; attempt++, wait *= BACKOFF_FACTOR) {
    if (world.outside.ready) await started(world.outside.ready, call)
    try {
      return await limited(world.clock, call, (signal) => exchange(world, call, signal))
    } catch (error) {
      if (!mayPass(error) || attempt >= tries) throw error
      await sleep(world.clock, wait, call.signal)
    }
  }
}

/**
 * The status of a response that must be a review of the given kind and version; empty if it has none.
 * @throws Error for any other response
 */
export function statusIn(answer: unknown, apiVersion: string, kind: string): JsonObject {
  if (!isObject(answer)) throw new Error('the answer is no object')
  if (answer.apiVersion !== apiVersion || answer.kind !== kind)
    throw new Error(
      `the answer must be a ${kind} of ${apiVersion}, not ${writeJson(answer.kind ?? '')} of ${writeJson(answer.apiVersion ?? '')}`,
    )
  return isObject(answer.status) ? answer.status : {}
}

/** Waits until the service has started or the client has left. */
async function started(ready: NonNullable<Outside['ready']>, { target, signal }: WebhookCall): Promise<void> {
  await (signal ? Promise.race([aborted(signal), ready(target.url.href)]) : ready(target.url.href))
}

/** The service may ignore the signal: reject when the time limit passes or the client leaves, without waiting for it. */
async function limited<T>(
  clock: Clock,
  { policy: { timeoutMs }, signal: client }: WebhookCall,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController()
  const leave = (): void => limit.abort(client?.reason)
  if (client?.aborted) leave()
  client?.addEventListener('abort', leave, { once: true })
  const timedOut = () => limit.abort(new Error('context deadline exceeded'))
  const cancel = clock.setTimer(timeoutMs, timedOut)
  try {
    return await Promise.race([aborted(limit.signal), run(limit.signal)])
  } catch (error) {
    throw limit.signal.aborted ? limit.signal.reason : error
  } finally {
    cancel()
    client?.removeEventListener('abort', leave)
  }
}

async function exchange(
  { outside, clock }: { readonly outside: Outside; readonly clock: Clock },
  { target, body }: WebhookCall,
  signal: AbortSignal,
): Promise<unknown> {
  for (let delays = 0; ; delays++) {
    const response = await send(outside, target, body, signal)
    if (response.ok) return jsonOf(await response.text())
    const { status } = response
    const delayMs = delayOf(response)
    if (delayMs !== undefined && delays < DELAYS) {
      await sleep(clock, delayMs, signal)
      continue
    }
    throw new BadAnswer(whyRefused(response, await response.text()), PASSING.has(status))
  }
}

function send(
  outside: Outside,
  { url, trust, authorization }: WebhookTarget,
  body: unknown,
  signal: AbortSignal,
): Promise<Response> {
  const request = new Request(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, */*',
      ...(authorization !== undefined && { authorization }),
    },
    body: writeJson(body),
    signal,
  })
  return outside.fetch(request, trust)
}

/** Milliseconds of the service's Retry-After, or undefined if it has none. */
function delayOf({ status, headers }: Response): number | undefined {
  const seconds = headers.get('retry-after') ?? ''
  if ((status !== 429 && status < 500) || !/^\d+$/.test(seconds)) return undefined
  return Math.min(Number(seconds) * 1000, LONGEST_DELAY_MS)
}

/** Reason of a failed response: the message of its Status, or the meaning of its code. */
function whyRefused(response: Response, text: string): string {
  let body: unknown
  try {
    body = parseJson(text)
  } catch {
    // Not a Status: fall back to the code.
  }
  return isObject(body) && body.kind === 'Status' && typeof body.message === 'string'
    ? body.message
    : bareStatus(response, 'POST', text).message
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    throw new BadAnswer(`the answer is not JSON: ${messageOf(error)}`)
  }
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const refuse = () => reject(signal.reason as Error)
    if (signal.aborted) refuse()
    signal.addEventListener('abort', refuse, { once: true })
  })
