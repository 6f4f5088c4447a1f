import type { Clock } from '../machinery/clock'
import type { Metrics } from '../machinery/metrics'
import { messageOf } from '../machinery/message-of'
import type { AuditEvent } from './audit'
import { type LogFormat, logLine, sizeOf, truncated } from './log-line'

/** Options of the audit log (`--audit-log-*`). */
export interface LogOptions {
  readonly format: LogFormat
  /** Whether a request waits for its event, waits and fails with it, or does not wait. */
  readonly mode: 'blocking' | 'blocking-strict' | 'batch'
  /** Used by the mode `batch` only. */
  readonly batch: {
    /** Maximum number of buffered events; later ones are dropped. */
    readonly bufferSize: number
    readonly maxSize: number
    /** How long an event may wait for others, in milliseconds; 0 means forever. */
    readonly maxWaitMs: number
    /** Batches per second, and the size of a burst; unlimited if absent. */
    readonly throttle?: { readonly qps: number; readonly burst: number }
  }
  /** Limits in bytes of JSON; nothing is truncated if absent. */
  readonly truncate?: { readonly event: number; readonly batch: number }
}

/** What the audit log writes to and reports to. */
export interface LogParts {
  readonly clock: Clock
  readonly metrics: Metrics
  /** Writes whole lines synchronously. Throws if they can't be written. */
  write(lines: string): void
  /** Called with the reason if events were lost. */
  report(why: string): void
}

/** The audit log in files. */
export interface LogBackend {
  /** Records one event; false if it is lost and its request must fail. */
  record(event: AuditEvent): boolean
  /** Writes the buffered events. */
  close(): void
}

/** The external audit log, one line per event (`--audit-log-*`). */
export function createLogBackend(options: LogOptions, parts: LogParts): LogBackend {
  const log = new LogWriter(options, parts)
  if (options.mode !== 'batch')
    return {
      record: (event) => log.write([event]) || options.mode === 'blocking',
      close: () => undefined,
    }
  const batches = new Batches(options.batch, parts, (events) => log.write(events))
  return {
    record(event) {
      if (!batches.add(event)) log.lost(1, 'the buffer of events is full')
      return true
    },
    close: () => batches.close(),
  }
}

class LogWriter {
  constructor(
    private readonly options: LogOptions,
    private readonly parts: LogParts,
  ) {}

  /** Returns whether all of them were written. */
  write(events: readonly AuditEvent[]): boolean {
    const { format, truncate } = this.options
    const lines: string[] = []
    for (const event of events) {
      const kept = truncate ? truncated(event, truncate.event) : event
      if (kept) lines.push(`${logLine(kept, format)}\n`)
      else this.lost(1, `event ${event.auditID} is larger than ${truncate?.event} bytes`)
    }
    let whole = lines.length === events.length
    for (const batch of truncate ? split(lines, truncate.batch) : [lines]) whole = this.writeLines(batch) && whole
    return whole
  }

  private writeLines(lines: readonly string[]): boolean {
    try {
      if (lines.length > 0) this.parts.write(lines.join(''))
      return true
    } catch (error) {
      this.lost(lines.length, messageOf(error))
      return false
    }
  }

  lost(events: number, why: string): void {
    this.parts.metrics.count('apiserver_audit_error_total', { plugin: 'log' }, events)
    this.parts.report(`audit log: ${events} ${events === 1 ? 'event is' : 'events are'} lost: ${why}`)
  }
}

/** Splits lines into parts of limited size in bytes; a longer line is a part of its own. */
function split(lines: readonly string[], most: number): string[][] {
  const parts: string[][] = []
  let size = Infinity
  for (const line of lines) {
    const bytes = sizeOf(line)
    if (size + bytes > most) {
      parts.push([])
      size = 0
    }
    parts.at(-1)?.push(line)
    size += bytes
  }
  return parts
}

/** Collects events and forwards them in batches. */
class Batches {
  private waiting: AuditEvent[] = []
  private cancel: (() => void) | undefined
  private due = false
  private tokens: number
  private refilled: number

  constructor(
    private readonly limits: LogOptions['batch'],
    private readonly parts: Pick<LogParts, 'clock'>,
    private readonly write: (events: readonly AuditEvent[]) => void,
  ) {
    this.tokens = limits.throttle?.burst ?? Infinity
    this.refilled = parts.clock.steady()
  }

  add(event: AuditEvent): boolean {
    if (this.waiting.length >= this.limits.bufferSize) return false
    this.waiting.push(event)
    this.arm()
    return true
  }

  close(): void {
    this.cancel?.()
    const rest = this.waiting
    this.waiting = []
    if (rest.length > 0) this.write(rest)
  }

  /** Sets the timer of the next batch, unless a timer that fires early enough is set. */
  private arm(): void {
    const full = this.waiting.length >= this.limits.maxSize
    if (this.cancel && (this.due || !full)) return
    if (this.waiting.length === 0 || (!full && this.limits.maxWaitMs === 0)) return
    this.cancel?.()
    this.due = full
    this.cancel = this.parts.clock.setTimer(full ? this.untilToken() : this.limits.maxWaitMs, () => this.flush())
  }

  private flush(): void {
    this.cancel = undefined
    this.due = true
    const ms = this.untilToken()
    if (ms > 0) {
      this.cancel = this.parts.clock.setTimer(ms, () => this.flush())
      return
    }
    this.due = false
    this.tokens -= 1
    this.write(this.waiting.splice(0, this.limits.maxSize))
    this.arm()
  }

  /** Milliseconds until another batch may be sent. */
  private untilToken(): number {
    const { throttle } = this.limits
    if (!throttle) return 0
    const now = this.parts.clock.steady()
    this.tokens = Math.min(throttle.burst, this.tokens + ((now - this.refilled) / 1000) * throttle.qps)
    this.refilled = now
    return this.tokens >= 1 ? 0 : Math.ceil(((1 - this.tokens) / throttle.qps) * 1000)
  }
}
