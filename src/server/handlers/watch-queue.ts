import type { MaybePromise } from '../../machinery/maybe-promise'
import type { Entry, StoreEvent } from '../../store/store'
import { changedLine, existingLine, type WatchLine } from './watch-lines'

/** What sends the lines of a queue. */
export interface LineSender {
  /** Whether the client has room for another line. */
  hasRoom(): boolean
  /** Sends a line; a promise if it can't be sent at once, because of a conversion webhook. */
  send(line: WatchLine): MaybePromise<void>
  /** The queue is empty, or `send` has failed with this error. */
  rest(error?: unknown): void
}

/** Lines of a watch that are not sent yet. They are sent in order, one at a time, and at once if nothing has to be awaited. */
export class WatchQueue {
  private readonly lines: WatchLine[] = []
  /** Number of lines at the head that are initial events. */
  private initial = 0
  private working = false
  private closed = false
  /** Called when the reader takes more, while initial events wait for it. */
  private pulled: (() => void) | undefined

  constructor(private readonly sender: LineSender) {}

  get initialEvents(): number {
    return this.initial
  }

  /** Lines that are neither initial events nor sent yet. */
  get changes(): number {
    return this.lines.length - this.initial
  }

  /** Whether everything is sent. */
  get idle(): boolean {
    return !this.working && this.lines.length === 0
  }

  /** Queues the initial events. */
  addExisting(entries: readonly Entry[]): void {
    for (const entry of entries) this.lines.push(existingLine(entry))
    this.initial = this.lines.length
  }

  addChanges(events: readonly StoreEvent[]): void {
    for (const event of events) this.lines.push(changedLine(event))
  }

  /** Sends what is queued. The promise is for lines that can't be sent at once. */
  work(): MaybePromise<void> {
    if (this.working) return
    this.working = true
    return this.goThrough()
  }

  /** Sends more initial events, which waited for the reader. */
  goOn(): void {
    this.pulled?.()
    this.pulled = undefined
  }

  /** Drops what is queued. */
  close(): void {
    this.closed = true
    this.lines.length = 0
    this.goOn()
  }

  private goThrough(): MaybePromise<void> {
    try {
      for (let line = this.lines.shift(); line && !this.closed; line = this.lines.shift()) {
        const sent = this.sendLine(line)
        if (sent instanceof Promise)
          return sent.then(
            () => this.goThrough(),
            (error: unknown) => this.rest(error),
          )
      }
    } catch (error) {
      return this.rest(error)
    }
    this.rest()
  }

  private sendLine(line: WatchLine): MaybePromise<void> {
    // Initial events are sent as fast as the client reads them, however many there are.
    if (this.initial > 0 && !this.closed && !this.sender.hasRoom())
      return new Promise<void>((resolve) => (this.pulled = resolve)).then(() => this.sendLine(line))
    if (this.initial > 0) this.initial -= 1
    return this.sender.send(line)
  }

  private rest(error?: unknown): void {
    this.working = false
    this.sender.rest(error)
  }
}
