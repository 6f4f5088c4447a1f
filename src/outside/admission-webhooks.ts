import { encodeText } from '../machinery/base64'
import { type Clock, sleep } from '../machinery/clock'
import { isObject, type Json, type JsonObject } from '../machinery/json'
import { parseJson, writeJson } from '../machinery/json-text'
import { messageOf } from '../machinery/message-of'
import type { Random } from '../machinery/random'
import { checkWebhooks, placeOf, type WebhookBackend, type WebhookSettings } from './admission-webhook-settings'
import { RecentReviews } from './recent-reviews'
import type { Sandbox } from './sandbox/sandbox'
import { CallLog, type Settings, type SimulatedService } from './simulated'

/** What simulated admission webhooks run with. */
export interface WebhookOptions {
  readonly clock: Clock
  readonly random: Random
  readonly settings: Settings
  readonly sandbox: Sandbox
  /** PEM of an authority that is not trusted by default. */
  readonly authority: () => Promise<string>
}

const NAME = 'admission-callbacks'

/** The code to run, and its owner. */
const codeOf = ({ id, source }: WebhookBackend) => ({ source, name: 'default', owner: `${NAME}/${id}` })

/** The enabled backend at an address, if any. */
const backendAt = ({ backends }: WebhookSettings, url: string): WebhookBackend | undefined =>
  backends.find((one) => one.on && placeOf(one.url) === placeOf(url))

/** Admission webhooks as a request handler: user code answers AdmissionReviews. */
export function createAdmissionWebhooks(options: WebhookOptions): SimulatedService {
  const { clock, random, sandbox, settings: kept } = options
  const log = new CallLog()
  const recent = new RecentReviews()
  let settings: Promise<WebhookSettings> | undefined
  const read = (): Promise<WebhookSettings> =>
    (settings ??= kept.get(NAME).then((value) => {
      const checked = isObject(value) ? checkWebhooks(value) : { backends: [] }
      if (checked.backends.some(({ on }) => on)) sandbox.warm()
      return checked
    }))

  async function answer(backend: WebhookBackend, request: Request): Promise<{ response: Response; note: string }> {
    if (backend.latencyMs > 0) await sleep(clock, backend.latencyMs, request.signal)
    if (unlucky(random, backend.failurePercent)) throw new Error('connect: connection refused')
    const text = await request.text()
    const review = parseReview(text)
    if (!review) return { response: new Response('an AdmissionReview is expected', { status: 400 }), note: 'no review' }
    const { limitMs } = backend
    recent.note(clock.now(), backend.id, review, text)
    try {
      const given = await sandbox.run({ ...codeOf(backend), input: review, limitMs, signal: request.signal })
      const response = responseOf(review, given)
      return { response: Response.json(response), note: verdictOf(response) }
    } catch (error) {
      const why = messageOf(error)
      return { response: new Response(why, { status: 500 }), note: why }
    }
  }

  return {
    name: NAME,
    async ready(url) {
      const backend = backendAt(await read(), url)
      if (backend) await sandbox.prepare(codeOf(backend))
    },
    async handle(request, trust) {
      const backend = backendAt(await read(), request.url)
      if (!backend) return undefined
      const note = (status: number, text: string): void =>
        log.note({ at: clock.now(), method: request.method, url: backend.url, status, note: text })
      if (backend.ownCa && !trust.ca?.includes((await options.authority()).trim())) {
        note(0, 'the caller does not know its authority')
        throw new Error('x509: certificate signed by unknown authority')
      }
      try {
        const { response, note: text } = await answer(backend, request)
        note(response.status, text)
        return response
      } catch (error) {
        note(0, messageOf(error))
        throw error
      }
    },
    async state() {
      // Reading the authority may take long, so read the settings and calls after it.
      const ca = await options.authority()
      return {
        settings: (await read()) as unknown as JsonObject,
        ca,
        calls: log.list() as Json,
        recent: recent.list(),
      }
    },
    async change(value) {
      const checked = checkWebhooks(value)
      await kept.put(NAME, checked)
      settings = Promise.resolve(checked)
    },
    actions: {
      forget: async () => {
        recent.clear()
        await Promise.resolve()
      },
    },
  }
}

function unlucky(random: Random, percent: number): boolean {
  const [high = 0, low = 0] = random.bytes(2)
  return ((high << 8) | low) / 65_536 < percent / 100
}

function parseReview(text: string): JsonObject | undefined {
  try {
    const value: unknown = parseJson(text)
    return isObject(value) && value.kind === 'AdmissionReview' && isObject(value.request) ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * The full response from a user function's return value: a review is passed on unchanged; a bare response gets its uid and
 * the patch encoding.
 */
export function responseOf(review: JsonObject, given: Json): JsonObject {
  if (!isObject(given)) throw new Error('the function must return a response such as { allowed: true }')
  if ('response' in given || given.kind === 'AdmissionReview') return given
  const { patch, ...rest } = given
  const request = isObject(review.request) ? review.request : {}
  const response: JsonObject = { uid: request.uid ?? '', ...rest }
  if (Array.isArray(patch)) Object.assign(response, { patchType: 'JSONPatch', patch: encodeText(writeJson(patch)) })
  else if (patch !== undefined) response.patch = patch
  return { apiVersion: review.apiVersion ?? '', kind: 'AdmissionReview', response }
}

function verdictOf({ response }: JsonObject): string {
  if (!isObject(response)) return 'no response'
  if (response.allowed !== true) {
    const message = isObject(response.status) ? response.status.message : undefined
    return `denied${typeof message === 'string' ? `: ${message}` : ''}`
  }
  return response.patch === undefined || response.patch === null ? 'allowed' : 'changed'
}
