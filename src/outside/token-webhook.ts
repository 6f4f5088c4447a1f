import type { Clock } from '../machinery/clock'
import { isObject, type Json, type JsonObject } from '../machinery/json'
import { messageOf } from '../machinery/message-of'
import { CallLog, type SimulatedService, type Settings } from './simulated'

/** A token in the webhook's table, with its result. */
export interface TokenRow {
  readonly token: string
  readonly username: string
  readonly uid: string
  readonly groups: readonly string[]
  /** Empty for the API server's own. */
  readonly audiences: readonly string[]
}

/** The simulated token webhook: its address, and whose token is whose. */
export interface TokenWebhookSettings {
  readonly url: string
  /** `table`: the rows below; `code`: a function of the review. */
  readonly mode: 'table' | 'code'
  readonly rows: readonly TokenRow[]
  /** Source of `function review(tokenReview)`, which returns the status. */
  readonly code: string
  /** Returned in every answer instead of a verdict; empty for none. */
  readonly error: string
}

/** The example that a new cluster shows. */
export const DEFAULT_TOKEN_WEBHOOK: TokenWebhookSettings = {
  url: 'https://tokens.orchard.example/review',
  mode: 'table',
  rows: [
    { token: 'badge-4711', username: 'vera', uid: '4711', groups: ['warehouse'], audiences: [] },
    { token: 'badge-0815', username: 'walt', uid: '0815', groups: ['guests'], audiences: [] },
  ],
  code: `// Called for every token that no other authenticator knows.
// Returns the status of the TokenReview.
function review({ spec }) {
  const badge = /^badge-(\\d{4})$/.exec(spec.token)
  if (!badge) return { authenticated: false, error: 'not a badge' }
  return {
    authenticated: true,
    user: {
      username: \`badge:\${badge[1]}\`,
      groups: badge[1].startsWith('0') ? ['guests'] : ['warehouse'],
      extra: { 'orchard.example/door': ['north'] },
    },
  }
}
`,
  error: '',
}

/** Runs a user function in isolation; rejects with what it throws, and on time-out. */
export type RunFunction = (source: string, name: string, input: Json) => Promise<Json>

/** What the simulated token webhook runs with. */
export interface TokenWebhookOptions {
  readonly clock: Clock
  readonly settings: Settings
  readonly run?: RunFunction
}

const NAME = 'token-callback'
const VERSIONS = ['authentication.orch.io/v1', 'authentication.orch.io/v1beta1']

/** A token webhook as a request handler: answers TokenReviews from a table or a user function. */
export function createTokenWebhook({ clock, settings: kept, run }: TokenWebhookOptions): SimulatedService {
  const log = new CallLog()
  let settings: Promise<TokenWebhookSettings> | undefined
  const read = (): Promise<TokenWebhookSettings> =>
    (settings ??= kept.get(NAME).then((value) => (isObject(value) ? checkTokenWebhook(value) : DEFAULT_TOKEN_WEBHOOK)))

  return {
    name: NAME,
    async handle(request) {
      const current = await read()
      const url = new URL(request.url)
      if (url.origin + url.pathname !== current.url.replace(/\/$/, '') && request.url !== current.url) return undefined
      const note = (status: number, text: string): void =>
        log.note({ at: clock.now(), method: request.method, url: current.url, status, note: text })
      const body: unknown = await request.json().catch(() => undefined)
      if (!isObject(body) || body.kind !== 'TokenReview' || !VERSIONS.some((version) => version === body.apiVersion)) {
        note(400, 'not a TokenReview')
        return new Response('a TokenReview is expected', { status: 400 })
      }
      try {
        const status = await statusOf(current, body, run)
        note(200, verdictOf(status))
        return Response.json({ apiVersion: body.apiVersion, kind: 'TokenReview', status })
      } catch (error) {
        const message = messageOf(error)
        // 422 is not retried: a function that failed will fail again.
        note(422, message)
        return new Response(message, { status: 422 })
      }
    },
    state: async () => ({
      settings: (await read()) as unknown as JsonObject,
      canRunCode: run !== undefined,
      calls: log.list() as Json,
    }),
    async change(value) {
      const checked = checkTokenWebhook(value)
      if (checked.mode === 'code' && !run) throw new Error('functions can not be run here')
      await kept.put(NAME, checked)
      settings = Promise.resolve(checked)
    },
  }
}

async function statusOf(settings: TokenWebhookSettings, review: JsonObject, run?: RunFunction): Promise<JsonObject> {
  if (settings.error) return { authenticated: false, error: settings.error }
  if (settings.mode === 'code') {
    if (!run) throw new Error('functions can not be run here')
    const status = await run(settings.code, 'review', review)
    if (!isObject(status)) throw new Error('the function returned no status')
    return status
  }
  const spec = isObject(review.spec) ? review.spec : {}
  const row = settings.rows.find(({ token }) => token === spec.token)
  if (!row) return { authenticated: false }
  const asked = Array.isArray(spec.audiences) ? spec.audiences : []
  const audiences = asked.filter((audience) => row.audiences.some((own) => own === audience))
  if (row.audiences.length > 0 && audiences.length === 0)
    return { authenticated: false, error: 'the token is for another audience' }
  return {
    authenticated: true,
    user: { username: row.username, ...(row.uid && { uid: row.uid }), groups: [...row.groups] },
    ...(row.audiences.length > 0 && { audiences }),
  }
}

function verdictOf({ authenticated, user, error }: JsonObject): string {
  if (authenticated === true)
    return `is ${isObject(user) && typeof user.username === 'string' ? user.username : 'nobody'}`
  return typeof error === 'string' && error ? `refused: ${error}` : 'not known'
}

const texts = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []

/** @throws Error that says what is wrong with the settings */
export function checkTokenWebhook(value: JsonObject): TokenWebhookSettings {
  const text = (key: string): string => (typeof value[key] === 'string' ? value[key] : '')
  const url = text('url').trim()
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') throw new Error('the address must begin with https://')
  const rows = Array.isArray(value.rows) ? value.rows : []
  return {
    url,
    mode: value.mode === 'code' ? 'code' : 'table',
    code: text('code'),
    error: text('error'),
    rows: rows.filter(isObject).map((row) => {
      const field = (key: string): string => (typeof row[key] === 'string' ? row[key].trim() : '')
      if (!field('token') || !field('username')) throw new Error('a row must have a token and a user name')
      return {
        token: field('token'),
        username: field('username'),
        uid: field('uid'),
        groups: texts(row.groups),
        audiences: texts(row.audiences),
      }
    }),
  }
}
