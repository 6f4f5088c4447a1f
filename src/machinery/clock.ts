/** The clock is a thing one can hold: everything that waits or dates asks the one that was handed in. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls `run` once after `ms` of this clock; the returned function cancels it. */
  setTimer(ms: number, run: () => void): () => void
  /** Milliseconds of a steady source, for durations only. */
  steady(): number
  /**
   * Says that something is done that belongs to this moment, until the returned function is called: a clock that is stepped or runs
   * faster than the machine's stands still for it.
   */
  working?(): () => void
}

// A write dates several things, all of them in the same second.
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
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
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

/** Resolves after `ms` of the clock, or as soon as the signal aborts: for loops that look at their signal. */
export const pause = (clock: Clock, ms: number, signal?: AbortSignal): Promise<void> =>
  sleep(clock, ms, signal).catch(() => undefined) // it rejects for nothing but the signal
