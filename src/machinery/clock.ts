/** An injected clock: everything that waits or records a time uses the clock it was given. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls `run` once after `ms` of this clock; the returned function cancels it. */
  setTimer(ms: number, run: () => void): () => void
  /** Milliseconds of a monotonic source, for durations only. */
  steady(): number
  /** Like `setTimer`, but in real time: for short waits that go on while a person holds the clock. Absent where nobody can. */
  setSteadyTimer?(ms: number, run: () => void): () => void
  /**
   * Marks work as belonging to the current moment until the returned function is called. A clock that is stepped or runs faster than the
   * machine's waits for such work before it advances.
   */
  working?(): () => void
}

// One write sets several timestamps within the same second, so the last text is cached.
let latest = { second: NaN, text: '' }

/** RFC 3339 in whole seconds, UTC: the form of all timestamps in objects. */
export function timestamp(ms: number): string {
  const second = Math.floor(ms / 1000)
  if (second !== latest.second) latest = { second, text: new Date(second * 1000).toISOString().replace('.000Z', 'Z') }
  return latest.text
}
/** RFC 3339 with microseconds, for MicroTime fields. */
export const microTimestamp = (ms: number): string => new Date(ms).toISOString().replace(/(\.\d{3})Z$/, '$1000Z')

/** Resolves after `ms` of the clock; rejects with the signal's reason when it aborts first. */
export function sleep(clock: Pick<Clock, 'setTimer'>, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error)
    const abort = () => {
      cancel()
      reject(signal?.reason as Error)
    }
    const cancel = clock.setTimer(ms, () => {
      signal?.removeEventListener('abort', abort)
      resolve()
    })
    signal?.addEventListener('abort', abort, { once: true })
  })
}

/** Resolves after `ms` of real time, even if the clock is held; rejects with the signal's reason when it aborts first. */
export const steadySleep = (clock: Clock, ms: number, signal?: AbortSignal): Promise<void> =>
  sleep({ setTimer: (delay, run) => clock.setSteadyTimer?.(delay, run) ?? clock.setTimer(delay, run) }, ms, signal)

/** Resolves after `ms` of the clock, or as soon as the signal aborts: for loops that check their signal themselves. */
export const pause = (clock: Clock, ms: number, signal?: AbortSignal): Promise<void> =>
  sleep(clock, ms, signal).catch(() => undefined) // rejects only when the signal aborts
