import type { Client } from '../client/client'
import type { AuditRecord } from './audit-record'
import type { LogEntry } from './request-log'
import type { Person } from './scenario'

/** The cluster of a scenario, as its checks and requests see it. */
export interface ScenarioWorld {
  /** A client for a person of the scenario; for the administrator without a name. */
  as(person: string | undefined): Client
  /** A client that authenticates with a bearer token only. */
  withToken(token: string): Client
  readonly people: Readonly<Record<string, Person>>
  /** Requests by people since the scenario was opened, oldest first. */
  log(): readonly LogEntry[]
  /** The content of the audit log, oldest first; empty without a policy. */
  audited(): Promise<readonly AuditRecord[]>
  /** The cluster's clock, in milliseconds. */
  now(): number
  /** Time on the cluster's clock when the scenario was opened. */
  readonly openedAt: number
  /** Resolves when the effects of the last request have settled. */
  settle(): Promise<void>
  /** Advances the cluster's clock and resolves when everything due has run. */
  advance(ms: number): Promise<void>
  /** Pauses the cluster's clock. */
  hold?(): Promise<void>
}
