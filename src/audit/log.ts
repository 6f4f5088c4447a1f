import { writeJson } from '../machinery/json-text'
import type { AuditEvent, AuditLevel, AuditStage } from './audit'

/** A query for events; all given conditions must match. */
export interface AuditQuery {
  readonly user?: string
  readonly verb?: string
  /** As in rules: `pods`, or `pods/status` for a subresource. */
  readonly resource?: string
  readonly namespace?: string
  readonly level?: AuditLevel
  readonly stage?: AuditStage
  /** `allow` or `forbid`, as the authorizers decided. */
  readonly decision?: string
  /** First digit of the answer's status, such as 4 for all client errors. */
  readonly statusClass?: number
  /** Any part of the event contains it, ignoring case. */
  readonly text?: string
  /** Return only this many of the newest; all when absent. */
  readonly limit?: number
}

/** Events that a query found. */
export interface AuditPage {
  /** Oldest first. */
  readonly events: readonly AuditEvent[]
  /** Number of events that match the query, returned or not. */
  readonly matched: number
  /** Number of events in the log. */
  readonly kept: number
  /** Number of older events that were dropped. */
  readonly dropped: number
  /** Whether there is a policy at all. */
  readonly recording: boolean
}

const resourceOf = ({ objectRef }: AuditEvent): string =>
  objectRef?.subresource ? `${objectRef.resource ?? ''}/${objectRef.subresource}` : (objectRef?.resource ?? '')

function fits(event: AuditEvent, query: AuditQuery): boolean {
  const { user, verb, resource, namespace, level, stage, decision, statusClass, text } = query
  return (
    (!user || event.user.username === user || event.impersonatedUser?.username === user) &&
    (!verb || event.verb === verb) &&
    (!resource || resourceOf(event) === resource) &&
    (!namespace || event.objectRef?.namespace === namespace) &&
    (!level || event.level === level) &&
    (!stage || event.stage === stage) &&
    (!decision || event.annotations?.['authorization.orch.io/decision'] === decision) &&
    (!statusClass || Math.floor((event.responseStatus?.code ?? 0) / 100) === statusClass) &&
    (!text || writeJson(event).toLowerCase().includes(text.toLowerCase()))
  )
}

/** Keeps a limited number of the newest events in memory. */
export class AuditLog {
  private events: AuditEvent[] = []
  private dropped = 0

  constructor(private readonly most: number) {}

  add(event: AuditEvent): void {
    this.events.push(event)
    // Trimmed in bulk: moving the whole list for every event would cost more than the memory.
    if (this.events.length >= this.most * 2) this.trim()
  }

  query(query: AuditQuery): Omit<AuditPage, 'recording'> {
    this.trim()
    const matching = this.events.filter((event) => fits(event, query))
    const { limit = matching.length } = query
    return {
      events: limit > 0 ? matching.slice(-limit) : [],
      matched: matching.length,
      kept: this.events.length,
      dropped: this.dropped,
    }
  }

  private trim(): void {
    const surplus = this.events.length - this.most
    if (surplus <= 0) return
    this.dropped += surplus
    this.events = this.events.slice(surplus)
  }
}
