import type { Json } from '../../machinery/json'
import { parseJson } from '../../machinery/json-text'

/** A call of user code. */
export interface SandboxCall {
  /** TypeScript or JavaScript. Calls with the same source share its module state. */
  readonly source: string
  /** The function to call: `default` for the default export, otherwise a function or export of that name. */
  readonly name: string
  readonly input: Json
  /** Owner of the code, such as a webhook: different owners never share a guest. */
  readonly owner?: string
  /** Real time from when the guest is ready, including loading of the code; longer calls are stopped. */
  readonly limitMs?: number
  readonly signal?: AbortSignal
  /** Called when the guest is ready and the time limit starts. */
  readonly onReady?: () => void
}

/**
 * Runs user code in isolation: it sees its input and nothing else, neither storage nor network nor the page. Rejects with
 * what the code throws, for an invalid answer, and on time-out; then the run is terminated and its other calls fail as well.
 */
export interface Sandbox {
  run(call: SandboxCall): Promise<Json>
  /** Resolves when a guest is ready for a call, or has failed to start; the call reports which. */
  prepare(call: Pick<SandboxCall, 'source' | 'name' | 'owner'>): Promise<void>
  /** Prepares for a first call soon. */
  warm(): void
}

/** The code failed or was stopped; the message is for its author. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError'
}

/** Time limit of one call, in milliseconds. */
export const DEFAULT_LIMIT_MS = 5_000
/** Maximum number of JSON characters in an answer. */
export const MOST_CHARACTERS = 4 * 1024 * 1024

/** The error of a call that was stopped at its time limit. */
export const stopped = (limitMs: number): SandboxError =>
  new SandboxError(`it was stopped: it took longer than ${limitMs / 1000} seconds`)

/** Parses an answer from the sandbox; only text is accepted. @throws SandboxError */
export function readAnswer(text: unknown): Json {
  if (typeof text !== 'string') throw new SandboxError('it did not return text')
  if (text.length > MOST_CHARACTERS) throw new SandboxError(`its answer is longer than ${MOST_CHARACTERS} characters`)
  try {
    return parseJson(text) as Json
  } catch {
    throw new SandboxError('its answer is not JSON')
  }
}
