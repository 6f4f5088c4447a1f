import type { Clock } from '../machinery/clock'
import { isObject, type Json, type JsonObject } from '../machinery/json'
import { messageOf } from '../machinery/message-of'
import { CallLog, type SimulatedService, type Settings } from './simulated'
import type { RunFunction } from './token-webhook'

/** The simulated authorization webhook: its address and its code. */
export interface AuthorizationWebhookSettings {
  readonly url: string
  /** Source of `function review(subjectAccessReview)`, which returns the status. */
  readonly code: string
}

/** The example that a new cluster shows. */
export const DEFAULT_AUTHORIZATION_WEBHOOK: AuthorizationWebhookSettings = {
  url: 'https://access.orchard.example/review',
  code: `// Called for every request that no authorizer before it decides.
// Returns the status of the SubjectAccessReview: allowed, denied, or neither for no opinion.
function review({ spec }) {
  const { user, groups = [], resourceAttributes: asked } = spec
  if (!asked) return { allowed: false }
  if (asked.resource === 'secrets' && asked.verb === 'list')
    return { allowed: false, denied: true, reason: 'secrets are read one by one' }
  if (groups.includes('auditors') && ['get', 'list', 'watch'].includes(asked.verb))
    return { allowed: true, reason: 'auditors may look at everything' }
  return { allowed: false, reason: \`nothing is known of \${user}\` }
}
`,
}

/** What the simulated authorization webhook runs with. */
export interface AuthorizationWebhookOptions {
  readonly clock: Clock
  readonly settings: Settings
  readonly run: RunFunction
}

const NAME = 'authorization-callback'
const VERSIONS = ['authorization.orch.io/v1', 'authorization.orch.io/v1beta1']

/** An authorization webhook as a request handler: a user function answers SubjectAccessReviews. */
export function createAuthorizationWebhook({
  clock,
  settings: kept,
  run,
}: AuthorizationWebhookOptions): SimulatedService {
  const log = new CallLog()
  let settings: Promise<AuthorizationWebhookSettings> | undefined
  const read = (): Promise<AuthorizationWebhookSettings> =>
    (settings ??= kept
      .get(NAME)
      .then((value) => (isObject(value) ? checkAuthorizationWebhook(value) : DEFAULT_AUTHORIZATION_WEBHOOK)))

  return {
    name: NAME,
    async handle(request) {
      const { url, code } = await read()
      if (placeOf(request.url) !== placeOf(url)) return undefined
      const note = (status: number, text: string): void =>
        log.note({ at: clock.now(), method: request.method, url, status, note: text })
      const body: unknown = await request.json().catch(() => undefined)
      if (
        !isObject(body) ||
        body.kind !== 'SubjectAccessReview' ||
        !VERSIONS.some((version) => version === body.apiVersion)
      ) {
        note(400, 'not a SubjectAccessReview')
        return new Response('a SubjectAccessReview is expected', { status: 400 })
      }
      const { apiVersion, kind } = body
      const question = questionOf(body)
      try {
        const status = await run(code, 'review', body)
        if (!isObject(status)) throw new Error('the function returned no status such as { allowed: true }')
        note(200, `${question}: ${verdictOf(status)}`)
        return Response.json({ apiVersion, kind, spec: body.spec ?? {}, status })
      } catch (error) {
        const message = messageOf(error)
        // 422 is not retried: a function that failed will fail again.
        note(422, `${question}: ${message}`)
        return new Response(message, { status: 422 })
      }
    },
    state: async () => ({ settings: (await read()) as unknown as JsonObject, calls: log.list() as Json }),
    async change(value) {
      const checked = checkAuthorizationWebhook(value)
      await kept.put(NAME, checked)
      settings = Promise.resolve(checked)
    },
  }
}

const placeOf = (text: string): string => {
  const { origin, pathname } = new URL(text)
  return origin + pathname.replace(/\/$/, '')
}

const textAt = (object: JsonObject, key: string): string => {
  const value = object[key]
  return typeof value === 'string' ? value : ''
}

/** User and request on one line. */
function questionOf({ spec }: JsonObject): string {
  if (!isObject(spec)) return 'nothing'
  const who = textAt(spec, 'user') || 'somebody'
  const { resourceAttributes: asked, nonResourceAttributes: path } = spec
  if (isObject(asked)) {
    const [resource, subresource, namespace] = ['resource', 'subresource', 'namespace'].map((key) => textAt(asked, key))
    const what = subresource ? `${resource}/${subresource}` : resource
    return `${who} ${textAt(asked, 'verb')} ${what}${namespace ? ` in ${namespace}` : ''}`
  }
  return isObject(path) ? `${who} ${textAt(path, 'verb')} ${textAt(path, 'path')}` : who
}

function verdictOf(status: JsonObject): string {
  const verdict = status.denied === true ? 'denied' : status.allowed === true ? 'allowed' : 'no opinion'
  const reason = textAt(status, 'reason')
  return reason ? `${verdict}: ${reason}` : verdict
}

/** @throws Error that says what is wrong with the settings */
export function checkAuthorizationWebhook(value: JsonObject): AuthorizationWebhookSettings {
  const url = textAt(value, 'url').trim()
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') throw new Error('the address must begin with https://')
  return { url, code: textAt(value, 'code') }
}
