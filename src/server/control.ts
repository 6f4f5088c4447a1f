import type { PluginState } from '../admission/plugin-states'
import type { AuditEvent } from '../audit/audit'
import type { AuditPage, AuditQuery } from '../audit/log'
import type { JsonObject } from '../machinery/json'
import type { ServingIdentity, SiteServerState } from '../machinery/serving'
import type { LifeState, StageTrial } from '../machinery/lives'
import type { ApiObject } from '../machinery/object'
import type { Placement } from '../machinery/placement'
import type { Durability, StoreMedium } from '../store/medium'
import type { OutsideRequest } from './observation/outside-requests'
import type { RequestTrace } from './trace'

/**
 * What the page may ask of its control plane beside the API: the controls that a server's operator has on the machine.
 * Travels on the page's port, never over HTTP.
 */
export interface ClockState {
  readonly mode: 'running' | 'held'
  /** Milliseconds since the epoch as the control plane sees them. */
  readonly now: number
  /** How far it is ahead of the machine's clock. */
  readonly aheadMs: number
  /** How many of its seconds pass in one of the machine's; 1 when absent. */
  readonly rate?: number
}

export interface ControlCalls {
  /** The flags that the control plane runs with, and why it refused to start if it did. */
  flags: { args: null; result: { argv: readonly string[]; error?: string } }
  /** Restarts with these flags over the same store, as a server restarts; watches end. Rejects on a bad flag. */
  restart: { args: { argv: readonly string[] }; result: null }
  /**
   * What a link has changed, and what it may change: `try` runs with the settings of a link that this cluster may take without a
   * question, or that the person agreed to; `save` keeps what runs now, `leave` goes back to what is saved. Nothing is saved by `try`.
   */
  link: { args: LinkAction; result: LinkState }
  clock: {
    args:
      | { action: 'read' | 'hold' | 'resume' }
      | { action: 'step'; ms: number }
      /** 1 to 1,000 times as fast as the machine's. */
      | { action: 'speed'; rate: number }
    result: ClockState
  }
  /**
   * Resolves when the start is over and everything that runs by itself waits for time to pass, or for somebody outside: what the last
   * request set going is done. Time does not move for it.
   */
  rest: { args: null; result: null }
  /** The newest traces, oldest first. */
  traces: { args: { limit: number }; result: readonly RequestTrace[] }
  /**
   * From now on traces are (not) recorded in full and sent as events; audit events are (not) sent as they come, nor are what programs
   * outside the page send (`outside`), with their bodies.
   */
  observe: { args: { traces?: boolean; audit?: boolean; outside?: boolean }; result: null }
  /** The scheduler's last decisions, newest first: for every pod that waits, and for the last ones that were placed. */
  placements: { args: null; result: readonly Placement[] }
  /** The stages in the lives of simulated objects, and which of them comes next for whom. */
  lives: { args: null; result: LifeState }
  /** What a stage would do with one object as it is now; null where nobody moves such an object. Changes nothing. */
  'try-stage': {
    args: { kind: string; stage: ApiObject; namespace?: string; name: string }
    result: StageTrial | null
  }
  /** The plugins that the release knows, in the order in which they run. */
  admission: { args: null; result: readonly PluginState[] }
  /** What the audit log holds; empty without `--audit-policy-file`. */
  audit: { args: AuditQuery; result: AuditPage }
  compact: { args: { revision?: number }; result: { compactedRevision: number } }
  store: {
    args: null
    result: { revision: number; compactedRevision: number; objects: number; durable: boolean; fault?: string }
  }
  /**
   * Where a page keeps the store. `move` takes everything to another medium, checks it there, goes on there, and deletes it where
   * it was; it rejects, having changed nothing, where objects are there already that it may not `replace`.
   */
  medium: { args: { action: 'state' } | MediumMove; result: MediumState }
  /** Everything stored, as a JSON text that `import` takes. */
  export: { args: null; result: string }
  /**
   * Checks an export and then stores it: in place of everything, or `merge`d with what is there. Rejects with the place of
   * what can't be stored; then nothing has stopped or changed.
   */
  import: { args: { text: string; mode?: 'replace' | 'merge' }; result: null }
  /** Brings back what the last import replaced or deleted. Rejects when there is nothing to bring back. */
  'undo-import': { args: null; result: null }
  /**
   * Deletes everything and starts with the first state, with `argv` under other flags. Rejects on a bad flag, having changed nothing;
   * flags that turn out not to run leave the first state under the former ones.
   */
  reset: { args: { argv: readonly string[] } | null; result: null }
  /**
   * A service that is simulated outside the cluster: its settings, replaced when they are given, and what it has done lately.
   * Only a tab plays services.
   */
  outside: { args: { service: string; settings?: JsonObject; action?: string }; result: JsonObject }
  /** A certificate of the cluster's own authority for a server at this machine's names, in PEM. */
  'serving-identity': { args: null; result: ServingIdentity }
  /**
   * Proves a part of a lesson, by its place among the parts, in control planes of their own that are thrown away: what the lesson
   * says of itself, and whether that is so. Only a page proves lessons.
   */
  prove: {
    args: { scenario: JsonObject; part: number }
    result: readonly { readonly title: string; readonly ok: boolean; readonly problem?: string }[]
  }
  /**
   * The objects that a cluster with these flags starts with, from one that is thrown away. Only a page asks for them; rejects where
   * such a cluster does not start.
   */
  'start-objects': {
    args: { argv: readonly string[] }
    result: readonly { readonly path: string; readonly kind: string; readonly title: string }[]
  }
  /** A client certificate of an administrator, for programs outside the page, in PEM. */
  administrator: { args: null; result: { name: string; certificate: string; key: string } }
  /** How native clients reach this control plane, and which ones did. Only a page has such a server. */
  server: { args: null; result: SiteServerState }
  /** Calls what the cluster would reach over its network, as somebody beside the cluster does; `ca` is PEM. */
  reach: {
    args: { method: string; url: string; headers?: Readonly<Record<string, string>>; body?: string; ca?: string }
    result: { status: number; headers: Readonly<Record<string, string>>; body: string }
  }
}

export interface MediumMove {
  readonly action: 'move'
  readonly medium: Exclude<StoreMedium, 'memory'>
  readonly durability?: Durability
  readonly replace?: boolean
}

export interface MediumState {
  readonly medium: StoreMedium
  readonly durability: Durability
  /** Why this is not the medium that the flags ask for. */
  readonly note?: string
}

export type LinkAction =
  | { readonly action: 'state' | 'save' | 'leave' }
  | { readonly action: 'try'; readonly argv?: readonly string[]; readonly relay?: string; readonly accepted: boolean }

export interface LinkState {
  /** A person has made something in this cluster, or saved settings for it. */
  readonly content: boolean
  /** The flags that run, and those that are saved for the next start. */
  readonly argv: readonly string[]
  readonly saved: readonly string[]
  /** What runs came from a link and is not saved. */
  readonly trial: boolean
  /** Address of the relay that reaches this cluster. */
  readonly relay?: string
  /** Why the settings of the link do not run. */
  readonly error?: string
  /** The link waits for the person's answer. */
  readonly ask: boolean
}

export interface ControlEvents {
  trace: RequestTrace
  audit: AuditEvent
  outside: OutsideRequest
  clock: ClockState
  /** Another page has tried, saved or left the settings of a link. */
  link: LinkState
  /** The store has a problem that the person must see; absent when it is over. */
  fault: { message?: string }
}

export type ControlName = keyof ControlCalls
export type Control = <N extends ControlName>(
  name: N,
  args: ControlCalls[N]['args'],
) => Promise<ControlCalls[N]['result']>

export type { AuditEvent, AuditPage, AuditQuery, PluginState }
