import { type Clock, pause } from '../machinery/clock'
import type { WatchEvent } from './watch-events'
import { StatusError } from './status-error'

/** How a follower continues after a failure: from its last version, with a new list, or not at all. */
export type Continuation = 'watch' | 'list' | 'stop'

/** The requests of a follower, and its callbacks. */
export interface FollowSteps {
  /** Reads the whole state; resolves with the version to watch from. */
  list(): Promise<string>
  /** Watches from a version until the stream ends; calls `seen` with the version of each event. */
  watch(from: string, seen: (version: string) => void): Promise<void>
  /** The version is too old (410); a list follows. */
  gone?(error: StatusError): void
  /**
   * Any other failure; `version` is the last one seen. If this is undefined or returns undefined, the follower waits, longer after each
   * failure, and continues from that version. If it resolves with a continuation, it has done its own waiting.
   */
  failed?(error: unknown, version: string | undefined): Promise<Continuation | undefined> | undefined
}

/** How a list is followed by watches. */
export interface FollowOptions {
  readonly clock: Clock
  readonly signal: AbortSignal
  /** The version to start from; without it, starts with a list. */
  readonly version?: string
  /** First wait after a failure in milliseconds; doubles each time. Default 100. */
  readonly firstWaitMs?: number
  /** Pause in milliseconds after a stream that ended within a second, so that a server that closes at once is not flooded. */
  readonly pauseMs?: number
}

const LONGEST_WAIT_MS = 10_000
const SHORT_STREAM_MS = 1000

/**
 * Lists, then watches from the list's version, repeatedly: after a stream ends it resumes from the last version seen, after 410 it lists
 * again. Resolves when `signal` aborts or a step returns `stop`. Resource API, "Change tracking".
 */
export async function follow(steps: FollowSteps, options: FollowOptions): Promise<void> {
  const { clock, signal, firstWaitMs = 100, pauseMs } = options
  const wait = (ms: number) => pause(clock, ms, signal)
  let { version } = options
  let failures = 0
  while (!signal.aborted) {
    try {
      version ??= await steps.list()
      const opened = clock.steady()
      await steps.watch(version, (seen) => {
        failures = 0
        version = seen
      })
      if (pauseMs !== undefined && clock.steady() - opened < SHORT_STREAM_MS) await wait(pauseMs)
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof StatusError && error.code === 410) {
        steps.gone?.(error)
        version = undefined
        continue
      }
      const next = await steps.failed?.(error, version)
      if (next === 'stop') return
      if (next === 'list') version = undefined
      if (next === undefined) await wait(Math.min(firstWaitMs * 2 ** ++failures, LONGEST_WAIT_MS))
    }
  }
}

/** Throws the error that an ERROR event carries. */
export function throwErrorOf({ type, object }: WatchEvent): void {
  if (type !== 'ERROR') return
  const { code = 500, reason = '', message = '' } = object as { code?: number; reason?: string; message?: string }
  throw new StatusError(code, reason, message)
}
