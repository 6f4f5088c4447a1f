import { isObject, type JsonObject } from '../../../machinery/json'
import { type CallbackBackend, checkCallbacks } from '../../../outside/admission-callbacks'
import { useDrafts } from '../../state/drafts'
import { useSimulatedService } from '../identity/use-simulated-service'
import { type CallbackExample, EXAMPLES, exampleUrl, registrationOf } from './callback-examples'
import type { TestCase } from './test-cases'

/** One request that a callback answered. */
export interface CallbackCall {
  readonly at: number
  readonly url: string
  readonly status: number
  readonly note: string
}

export interface RecentReview {
  readonly at: number
  readonly backend: string
  readonly review: JsonObject
}

/** The callbacks that this tab plays, and what changes them. */
export interface Callbacks {
  readonly loading: boolean
  readonly error: unknown
  readonly reload: () => void
  readonly backends: readonly CallbackBackend[]
  readonly calls: readonly CallbackCall[]
  readonly recent: readonly RecentReview[]
  /** Rejects with what is wrong with one of them. */
  readonly save: (backends: readonly CallbackBackend[]) => Promise<void>
}

export function useCallbacks(): Callbacks {
  const { state, error, reload, change } = useSimulatedService('admission-callbacks')
  const settings = isObject(state?.['settings']) ? checkCallbacks(state['settings']) : undefined
  const list = (key: string): unknown[] => (Array.isArray(state?.[key]) ? state[key] : [])
  return {
    loading: settings === undefined && error === undefined,
    error: settings === undefined ? error : undefined,
    reload,
    backends: settings?.backends ?? [],
    calls: list('calls') as CallbackCall[],
    recent: list('recent') as RecentReview[],
    save: (backends) => change({ backends } as unknown as JsonObject),
  }
}

const BLANK = `// Gets an AdmissionReview and returns the response.
export default function (review: any) {
  const { operation, object } = review.request
  return { allowed: true }
}
`

const backendOf = (id: string, title: string, source: string): CallbackBackend => ({
  id,
  title,
  url: exampleUrl(id),
  source,
  on: true,
  ownCa: false,
  latencyMs: 0,
  failurePercent: 0,
  limitMs: 5_000,
})

export const backendOfExample = ({ id, title, source }: CallbackExample): CallbackBackend =>
  backendOf(id, title, source)

/** A callback that allows everything, under a name that no other has. */
export function newBackend(existing: readonly CallbackBackend[]): CallbackBackend {
  let number = 1
  while (existing.some(({ id }) => id === `callback-${number}`)) number++
  return backendOf(`callback-${number}`, `Webhook ${number}`, BLANK)
}

export const exampleOf = (id: string): CallbackExample | undefined => EXAMPLES.find((example) => example.id === id)

/** The registration of a callback that is no example: everything that is created in namespaces of people. */
const plainRegistration = (id: string): string =>
  registrationOf({
    id,
    kind: 'Validating',
    rules: [{ operations: ['CREATE', 'UPDATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }],
  })

/** A text of a person that stands for another one until it is thrown away. */
export interface TextDraft {
  readonly text: string
  readonly changed: boolean
  readonly set: (text: string) => void
  readonly drop: () => void
  /** Drops what was saved, unless it has been typed on since. */
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

export const useSource = ({ id, source }: CallbackBackend): TextDraft => useTextDraft(keyOf(id, 'source'), source)

export function useRegistration({ id }: CallbackBackend): TextDraft {
  const example = exampleOf(id)
  return useTextDraft(keyOf(id, 'registration'), example ? registrationOf(example) : plainRegistration(id))
}

/** The tests of a callback; they are kept in this browser. */
export function useTests({ id }: CallbackBackend): {
  readonly tests: readonly TestCase[]
  readonly set: (tests: readonly TestCase[]) => void
} {
  const key = keyOf(id, 'tests')
  const kept = useDrafts((state) => state.drafts[key]?.text)
  return {
    tests: kept === undefined ? (exampleOf(id)?.tests ?? NO_TESTS) : (JSON.parse(kept) as TestCase[]),
    set: (tests) => useDrafts.getState().keep(key, JSON.stringify(tests)),
  }
}
const NO_TESTS: readonly TestCase[] = []

/** Forgets what a person wrote about a callback that is gone. */
export function forgetDrafts(id: string): void {
  for (const part of ['source', 'registration', 'tests', 'sample', 'operation'])
    useDrafts.getState().drop(keyOf(id, part))
}
