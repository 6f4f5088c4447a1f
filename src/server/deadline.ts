import { badRequest, timeout } from '../machinery/api-error'
import type { Clock } from '../machinery/clock'
import { goDurationFault, parseGoDuration } from '../machinery/go-duration'

const timedOut = () => timeout('Timeout: request did not complete within requested timeout - context deadline exceeded')

/** All requests that have a time limit. One timer serves them: most of them are answered long before it fires. */
export class Deadlines {
  private readonly pending = new Map<Deadline, number>()
  private armed: { readonly at: number; readonly cancel: () => void } | undefined

  /** Once `lifetime` has aborted and all are answered, no timer is left to keep the process. */
  constructor(
    private readonly clock: Clock,
    private readonly lifetime: AbortSignal,
  ) {
    lifetime.addEventListener('abort', () => this.disarm(), { once: true })
  }

  start(deadline: Deadline, ms: number): void {
    const at = this.clock.now() + ms
    this.pending.set(deadline, at)
    deadline.onStop = () => {
      this.pending.delete(deadline)
      if (this.lifetime.aborted) this.disarm()
    }
    if (!this.armed || at < this.armed.at) this.arm(at)
  }

  private arm(at: number): void {
    this.armed?.cancel()
    this.armed = { at, cancel: this.clock.setTimer(at - this.clock.now(), () => this.fire()) }
  }

  private disarm(): void {
    if (this.pending.size > 0) return
    this.armed?.cancel()
    this.armed = undefined
  }

  private fire(): void {
    this.armed = undefined
    const now = this.clock.now()
    let next = Infinity
    for (const [deadline, at] of this.pending) {
      if (at > now) next = Math.min(next, at)
      else {
        this.pending.delete(deadline)
        deadline.pass()
      }
    }
    if (next < Infinity) this.arm(next)
  }
}

/**
 * The end of a request's time. When it comes the request is answered with a timeout, whatever its webhooks and plugins still
 * do, and nothing of it is stored any more. What the store has begun to write is waited for: an answer never says less
 * than what happened.
 */
export class Deadline {
  /** Set by whoever times the request. */
  onStop: () => void = () => undefined
  private passed = false
  private committing = 0
  private readonly listeners = new Set<() => void>()
  private abort: AbortController | undefined

  /** Aborts when the time is over. */
  get signal(): AbortSignal {
    if (!this.abort) {
      const abort = (this.abort = new AbortController())
      this.whenOver(() => abort.abort(timedOut()))
    }
    return this.abort.signal
  }

  /** The time is over. */
  pass(): void {
    this.passed = true
    if (this.committing === 0) this.tell()
  }
  /** The request is answered, or has done what can't be undone. */
  stop(): void {
    this.onStop()
  }

  /** The result of `work`; rejects with a timeout as soon as the time is over. */
  race<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const forget = this.whenOver(() => reject(timedOut()))
      work.then(
        (result) => {
          forget()
          resolve(result)
        },
        (error: Error) => {
          forget()
          reject(error)
        },
      )
    })
  }

  /**
   * Runs a write of the store; throws a timeout instead when the time is over. A request that has written is answered as
   * one that has, unless more writes follow (`last` is false).
   */
  async commit<T>(write: () => Promise<T>, last = true): Promise<T> {
    if (this.passed) throw timedOut()
    this.committing += 1
    let written = false
    try {
      const result = await write()
      written = true
      return result
    } finally {
      this.committing -= 1
      if (written && last) this.stop()
      else if (this.passed && this.committing === 0) this.tell()
    }
  }

  private whenOver(listener: () => void): () => void {
    if (this.passed && this.committing === 0) listener()
    else this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
  private tell(): void {
    for (const listener of [...this.listeners]) listener()
  }
}

/**
 * How long a request may take, in milliseconds: what its `timeout` parameter says, but no longer than `most`; zero and
 * less say nothing. Throws BadRequest for a value that is no duration.
 */
export function timeoutOf(query: URLSearchParams, most: number): number {
  const text = query.get('timeout') ?? ''
  if (text === '') return most
  const ms = parseGoDuration(text)
  if (ms === undefined) throw badRequest(`invalid timeout specified in the request URL - ${goDurationFault(text)}`)
  return ms > 0 && ms < most ? ms : most
}
