import { parseJson, writeJson } from '../../../machinery/json-text'
import { isObject, type JsonObject } from '../../../machinery/json'
import { type WebhookBackend, checkWebhooks } from '../../../outside/admission-webhook-settings'
import { useDrafts } from '../../state/drafts'
import { useSimulatedService } from '../../queries/use-simulated-service'
import { webhookPolicy } from './webhook-policies/catalogue'
import type { WebhookPolicy } from './webhook-policies/policy'
import { registrationOf, webhookNamespace, webhookUrl } from './webhook-registration'
import type { TestCase } from './test-cases'

/** A request that a webhook answered. */
export interface WebhookCall {
  readonly at: number
  readonly url: string
  readonly status: number
  readonly note: string
}

/** A review that a simulated webhook received lately; `at` in milliseconds since the epoch. */
export interface RecentReview {
  readonly at: number
  readonly backend: string
  readonly review: JsonObject
}

/** The webhooks that run in this tab, with functions to change them. */
export interface Webhooks {
  readonly loading: boolean
  readonly error: unknown
  readonly reload: () => void
  readonly backends: readonly WebhookBackend[]
  readonly calls: readonly WebhookCall[]
  readonly recent: readonly RecentReview[]
  /** Rejects with the error of an invalid webhook. */
  readonly save: (backends: readonly WebhookBackend[]) => Promise<void>
}

/** The simulated webhooks, their last reviews, and ways to change them. */
export function useWebhooks(): Webhooks {
  const { state, error, reload, change } = useSimulatedService('admission-callbacks')
  const settings = isObject(state?.['settings']) ? checkWebhooks(state['settings']) : undefined
  const list = (key: string): unknown[] => (Array.isArray(state?.[key]) ? state[key] : [])
  return {
    loading: settings === undefined && error === undefined,
    error: settings === undefined ? error : undefined,
    reload,
    backends: settings?.backends ?? [],
    calls: list('calls') as WebhookCall[],
    recent: list('recent') as RecentReview[],
    save: (backends) => change({ backends } as unknown as JsonObject),
  }
}

const BLANK = `// Receives an AdmissionReview and returns the response.
export default function (review: any) {
  const { operation, object } = review.request
  return { allowed: true }
}
`

const backendOf = (id: string, title: string, source: string): WebhookBackend => ({
  id,
  title,
  url: webhookUrl(id),
  source,
  on: true,
  ownCa: false,
  latencyMs: 0,
  failurePercent: 0,
  limitMs: 5_000,
})

/** A webhook that runs the code of an example. */
export const backendOfPolicy = ({ id, title, source }: WebhookPolicy): WebhookBackend => backendOf(id, title, source)

/** A webhook that allows everything, under an unused name. */
export function newBackend(existing: readonly WebhookBackend[]): WebhookBackend {
  let number = 1
  while (existing.some(({ id }) => id === `webhook-${number}`)) number++
  return backendOf(`webhook-${number}`, `Webhook ${number}`, BLANK)
}

/** The default registration: all pods created or updated in user namespaces. */
const PLAIN = {
  kind: 'Validating',
  rules: [{ operations: ['CREATE', 'UPDATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }],
} as const

/** Edited text that replaces another one until it is discarded. */
export interface TextDraft {
  readonly text: string
  readonly changed: boolean
  readonly set: (text: string) => void
  readonly drop: () => void
  /** Drops the saved text, unless it has changed since. */
  readonly settle: (saved: string) => void
}

function useTextDraft(key: string, base: string): TextDraft {
  const draft = useDrafts((state) => state.drafts[key]?.text)
  const { keep, drop, settle } = useDrafts.getState()
  return {
    text: draft ?? base,
    changed: draft !== undefined && draft !== base,
    set: (text) => (text === base ? drop(key) : keep(key, text)),
    drop: () => drop(key),
    settle: (saved) => settle(key, saved),
  }
}

const keyOf = (id: string, part: string): string => `admission/callback/${id}/${part}`

/** The draft of a webhook's code. */
export const useSource = ({ id, source }: WebhookBackend): TextDraft => useTextDraft(keyOf(id, 'source'), source)

/** The draft of a webhook's configuration. */
export function useRegistration({ id, url }: WebhookBackend): TextDraft {
  const registration = registrationOf(webhookPolicy(id) ?? { ...PLAIN, id }, webhookNamespace(url))
  return useTextDraft(keyOf(id, 'registration'), registration)
}

/** The tests of a webhook, stored in this browser. */
export function useTests({ id }: WebhookBackend): {
  readonly tests: readonly TestCase[]
  readonly set: (tests: readonly TestCase[]) => void
} {
  const key = keyOf(id, 'tests')
  const kept = useDrafts((state) => state.drafts[key]?.text)
  return {
    tests: kept === undefined ? (webhookPolicy(id)?.tests ?? NO_TESTS) : (parseJson(kept) as TestCase[]),
    set: (tests) => useDrafts.getState().keep(key, writeJson(tests)),
  }
}
const NO_TESTS: readonly TestCase[] = []

/** Deletes the drafts of a removed webhook. */
export function forgetDrafts(id: string): void {
  for (const part of ['source', 'registration', 'tests', 'sample', 'operation'])
    useDrafts.getState().drop(keyOf(id, part))
}
