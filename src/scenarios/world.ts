import type { Client } from '../client/client'
import type { AuditRecord } from './audit-record'
import type { LogEntry } from './request-log'
import type { Person } from './scenario'

/** The cluster that a scenario plays in, as its checks and requests reach it. */
export interface ScenarioWorld {
  /** Speaks for a person of the scenario; for the administrator without a name. */
  as(person: string | undefined): Client
  /** Presents a bearer token, and nothing else. */
  withToken(token: string): Client
  readonly people: Readonly<Record<string, Person>>
  /** The requests that people have made since the scenario was opened, oldest first. */
  log(): readonly LogEntry[]
  /** What the audit log holds, oldest first; nothing where there is no policy. */
  audited(): Promise<readonly AuditRecord[]>
  /** The cluster's clock, in milliseconds. */
  now(): number
  /** When the scenario was opened, on the cluster's clock. */
  readonly openedAt: number
  /** Resolves when what the last request set going in the cluster has come to rest. */
  settle(): Promise<void>
  /** Moves the cluster's clock forward and resolves when what was due has run. */
  advance(ms: number): Promise<void>
  /** Stops the cluster's clock. */
  hold?(): Promise<void>
}
