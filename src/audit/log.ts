import type { AuditEvent, AuditLevel, AuditStage } from './audit'
import { writeJson } from '../machinery/json-text'

/** Which events are asked for; all that are given must fit. */
export interface AuditQuery {
  readonly user?: string
  readonly verb?: string
  /** As in rules: `pods`, or `pods/status` for a part. */
  readonly resource?: string
  readonly namespace?: string
  readonly level?: AuditLevel
  readonly stage?: AuditStage
  /** `allow` or `forbid`, as the authorizers decided. */
  readonly decision?: string
  /** First digit of the answer's status, such as 4 for all that were refused. */
  readonly statusClass?: number
  /** Somewhere in the event, letters in either case. */
  readonly text?: string
  /** The newest so many; all when absent. */
  readonly limit?: number
}

export interface AuditPage {
  /** Oldest first. */
  readonly events: readonly AuditEvent[]
  /** How many fit the query, shown or not. */
  readonly matched: number
  /** How many are kept. */
  readonly kept: number
  /** Older ones that had to make room. */
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

/** Keeps the newest events in memory, so many and no more. */
export class AuditLog {
  private events: AuditEvent[] = []
  private dropped = 0

  constructor(private readonly most: number) {}

  add(event: AuditEvent): void {
    this.events.push(event)
    // Cleared in bulk: moving the whole list for every event would cost more than the room.
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
