import { behaves } from '../api/releases/ledger'
import { badRequest, timeout } from '../machinery/api-error'
import type { Clock } from '../machinery/clock'
import { goDurationFault, parseGoDuration } from '../machinery/go-duration'

const timedOut = () => timeout('Timeout: request did not complete within requested timeout - context deadline exceeded')

/** All pending request deadlines. They share one timer, because most requests are answered long before it fires. */
export class Deadlines {
  private readonly pending = new Map<Deadline, number>()
  private armed: { readonly at: number; readonly cancel: () => void } | undefined

  /** Once `lifetime` has aborted and every request is answered, no timer remains to keep the process alive. */
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
 * The deadline of a request. When it passes, the request is answered with a timeout, whatever its webhooks and plugins are still doing, and
 * nothing of it is stored afterwards. A store write that has already begun is awaited: the answer never hides a write that happened.
 */
export class Deadline {
  /** Set by the owner of the timer. */
  onStop: () => void = () => undefined
  private passed = false
  private committing = 0
  private readonly listeners: (() => void)[] = []
  private abort: AbortController | undefined

  /** Aborts when the deadline passes. */
  get signal(): AbortSignal {
    if (!this.abort) {
      const abort = (this.abort = new AbortController())
      this.whenOver(() => abort.abort(timedOut()))
    }
    return this.abort.signal
  }

  /** Called when the deadline passes. */
  pass(): void {
    this.passed = true
    if (this.committing === 0) this.tell()
  }
  /** Stops the timer: the request is answered, or has done something that can't be undone. */
  stop(): void {
    this.onStop()
  }

  /** The result of `work`; rejects with a timeout as soon as the deadline passes. */
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
   * Runs a store write, or throws a timeout if the deadline has passed. After the last write of a request its deadline no longer applies;
   * `last` is false if more writes follow.
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
    else this.listeners.push(listener)
    return () => this.forget(listener)
  }
  private forget(listener: () => void): void {
    // Races are nested: the last one ends first.
    if (this.listeners.at(-1) === listener) this.listeners.pop()
    else if (this.listeners.includes(listener)) this.listeners.splice(this.listeners.indexOf(listener), 1)
  }
  private tell(): void {
    for (const listener of [...this.listeners]) listener()
  }
}

/**
 * The time limit of a request, in milliseconds: its `timeout` parameter, but at most `most`; zero or less counts as unset. Throws
 * BadRequest if the value is not a duration; old releases ignore that.
 */
export function timeoutOf(query: URLSearchParams, most: number, release: number): number {
  const text = query.get('timeout') ?? ''
  if (text === '') return most
  const ms = parseGoDuration(text)
  if (ms === undefined && !behaves('timeout-checked', release)) return most
  if (ms === undefined) throw badRequest(`invalid timeout specified in the request URL - ${goDurationFault(text)}`)
  return ms > 0 && ms < most ? ms : most
}
