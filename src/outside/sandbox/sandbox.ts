import type { Json } from '../../machinery/json'
import { parseJson } from '../../machinery/json-text'

/** One call of a person's code. */
export interface SandboxCall {
  /** TypeScript or JavaScript. Calls of the same source share what it keeps in its variables. */
  readonly source: string
  /** What is called: `default` for the module's default export, else a function or export of that name. */
  readonly name: string
  readonly input: Json
  /** Whose code it is, such as a webhook: code of different owners never shares a guest. */
  readonly owner?: string
  /** Real time from when its guest is ready, loading of the code included; a loop that takes longer is stopped. */
  readonly limitMs?: number
  readonly signal?: AbortSignal
  /** Called when the guest is ready and the time begins to count. */
  readonly onReady?: () => void
}

/**
 * Runs code that a person wrote, apart from everything else: it sees its input and nothing more of the world, neither storage
 * nor network nor the page. Rejects with what it throws, with what its answer lacks, and when its time is over; then its run
 * is really ended, and whatever else it was doing fails as well.
 */
export interface Sandbox {
  run(call: SandboxCall): Promise<Json>
  /** Resolves when a guest is ready for a call, or will never be; the call says which. */
  prepare(call: Pick<SandboxCall, 'source' | 'name' | 'owner'>): Promise<void>
  /** Prepares for a first call that will come soon. */
  warm(): void
}

/** The code failed, or was stopped; the message is for the person who wrote it. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError'
}

export const DEFAULT_LIMIT_MS = 5_000
/** Characters of JSON that an answer may have. */
export const MOST_CHARACTERS = 4 * 1024 * 1024

export const stopped = (limitMs: number): SandboxError =>
  new SandboxError(`it was stopped: it took longer than ${limitMs / 1000} seconds`)

/** An answer as it came out of the sandbox: nothing but a text is trusted to be one. Throws SandboxError. */
export function readAnswer(text: unknown): Json {
  if (typeof text !== 'string') throw new SandboxError('it answered something that is no text')
  if (text.length > MOST_CHARACTERS) throw new SandboxError(`its answer is longer than ${MOST_CHARACTERS} characters`)
  try {
    return parseJson(text) as Json
  } catch {
    throw new SandboxError('its answer is not JSON')
  }
}
