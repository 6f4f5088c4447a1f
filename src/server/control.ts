import type { PluginState } from '../admission/plugin-states'
import type { AuditEvent } from '../audit/audit'
import type { AuditPage, AuditQuery } from '../audit/log'
import type { JsonObject } from '../machinery/json'
import type { ServingIdentity, SiteServerState } from '../machinery/serving'
import type { LifeState, StageTrial } from '../machinery/life-engines'
import type { ApiObject } from '../machinery/object'
import type { Placement } from '../machinery/placement'
import type { Durability, StoreMedium } from '../store/medium'
import type { OutsideRequest } from './observation/outside-requests'
import type { RequestTrace } from './trace'

/**
 * The calls that a page can make to its control plane besides the API: the controls that a server's operator has on the machine. They
 * travel over the page's port, never over HTTP.
 */
export interface ClockState {
  readonly mode: 'running' | 'held'
  /** The control plane's current time, in milliseconds since the epoch. */
  readonly now: number
  /** How far the control plane's clock is ahead of the machine's, in milliseconds. */
  readonly aheadMs: number
  /** Seconds of the control plane's clock per second of the machine's; 1 when absent. */
  readonly rate?: number
}

/** The calls of a page's port by name, with their arguments and results. They are not reachable over HTTP. */
export interface ControlCalls {
  /** The flags that the control plane runs with, and the error if it refused to start. */
  flags: { args: null; result: { argv: readonly string[]; error?: string } }
  /** Restarts with these flags over the same store, as a server would; watches end. Rejects on an invalid flag. */
  restart: { args: { argv: readonly string[] }; result: null }
  /**
   * What a link has changed, and what it may change: `try` runs with the settings of a link that this cluster may accept without asking, or
   * that the user agreed to; `save` keeps the running settings, `leave` returns to the saved ones. `try` saves nothing.
   */
  link: { args: LinkAction; result: LinkState }
  clock: {
    args:
      | { action: 'read' | 'hold' | 'resume' }
      | { action: 'step'; ms: number }
      /** 1 to 1,000 times as fast as the machine's clock. */
      | { action: 'speed'; rate: number }
    result: ClockState
  }
  /**
   * Resolves when the start is complete and all background work is idle, waiting only for time to pass or for external input: everything
   * that the last request triggered is done. Time does not advance for it.
   */
  rest: { args: null; result: null }
  /** The newest traces, in chronological order. */
  traces: { args: { limit: number }; result: readonly RequestTrace[] }
  /**
   * Switches full traces on or off, and the events that report traces, audit events and the requests of programs outside the page
   * (`outside`, with their bodies).
   */
  observe: { args: { traces?: boolean; audit?: boolean; outside?: boolean }; result: null }
  /** The scheduler's latest decisions, newest first: one for every pending pod, and the last ones for pods that were placed. */
  placements: { args: null; result: readonly Placement[] }
  /** The life-cycle stages of simulated objects, and the next stage of each object. */
  lives: { args: null; result: LifeState }
  /** What a stage would do with one object in its present state; null if no engine handles objects of that kind. Changes nothing. */
  'try-stage': {
    args: { kind: string; stage: ApiObject; namespace?: string; name: string }
    result: StageTrial | null
  }
  /** The plugins that the release has, in the order in which they run. */
  admission: { args: null; result: readonly PluginState[] }
  /** Why a start would refuse an admission configuration file (a name or data URL); without a problem, it would accept it. */
  'check-admission': { args: { file: string }; result: { problem?: string } }
  /** A page of the audit log; empty without `--audit-policy-file`. */
  audit: { args: AuditQuery; result: AuditPage }
  compact: { args: { revision?: number }; result: { compactedRevision: number } }
  store: {
    args: null
    result: { revision: number; compactedRevision: number; objects: number; durable: boolean; fault?: string }
  }
  /**
   * Where a page keeps the store. `move` copies everything to another medium, verifies it, switches to it and deletes the original. It
   * rejects, having changed nothing, if the new medium already has objects and `replace` is not set.
   */
  medium: { args: { action: 'state' } | MediumMove; result: MediumState }
  /** Everything in the store, as JSON text that `import` accepts. */
  export: { args: null; result: string }
  /**
   * Validates an export, then stores it: in place of everything, or `merge`d with the existing objects. Rejects with the place of an
   * invalid entry; in that case nothing has stopped or changed.
   */
  import: { args: { text: string; mode?: 'replace' | 'merge' }; result: null }
  /** Restores what the last import replaced or deleted. Rejects if there is nothing to restore. */
  'undo-import': { args: null; result: null }
  /**
   * Deletes everything and starts from the initial state, with the flags `argv` if given. Rejects on an invalid flag, having changed
   * nothing; if the control plane can't run with the flags, the initial state runs with the previous ones.
   */
  reset: { args: { argv: readonly string[] } | null; result: null }
  /**
   * A simulated service outside the cluster: its settings, replaced if they are given, and its recent activity. Only a tab simulates
   * services.
   */
  outside: { args: { service: string; settings?: JsonObject; action?: string }; result: JsonObject }
  /** A serving certificate for this machine's names, signed by the cluster's own authority, in PEM. */
  'serving-identity': { args: null; result: ServingIdentity }
  /**
   * Proves one part of a lesson, by its index, in temporary control planes: the lesson's claims, and whether they hold.
   * Only a page proves lessons.
   */
  prove: {
    args: { scenario: JsonObject; part: number }
    result: readonly { readonly title: string; readonly ok: boolean; readonly problem?: string }[]
  }
  /**
   * The objects that a cluster with these flags starts with, taken from a temporary one. Only a page asks for them; rejects if such a
   * cluster does not start.
   */
  'start-objects': {
    args: { argv: readonly string[] }
    result: readonly { readonly path: string; readonly kind: string; readonly title: string }[]
  }
  /** An administrator's client certificate for programs outside the page, in PEM. */
  administrator: { args: null; result: { name: string; certificate: string; key: string } }
  /** How native clients reach this control plane, and which ones have done so. Only a page has such a server. */
  server: { args: null; result: SiteServerState }
  /** Sends a request to a service on the cluster's network, as a program next to the cluster would; `ca` is PEM. */
  reach: {
    args: { method: string; url: string; headers?: Readonly<Record<string, string>>; body?: string; ca?: string }
    result: { status: number; headers: Readonly<Record<string, string>>; body: string }
  }
}

/** Moves the store to another medium. `replace` discards what lies there. */
export interface MediumMove {
  readonly action: 'move'
  readonly medium: Exclude<StoreMedium, 'memory'>
  readonly durability?: Durability
  readonly replace?: boolean
}

/** The medium that the store is on. */
export interface MediumState {
  readonly medium: StoreMedium
  readonly durability: Durability
  /** Why this is not the medium that the flags ask for. */
  readonly note?: string
}

/** What a page does with the settings that its address asks for: show, try, save or leave them. */
export type LinkAction =
  | { readonly action: 'state' | 'save' | 'leave' }
  | { readonly action: 'try'; readonly argv?: readonly string[]; readonly relay?: string; readonly accepted: boolean }

/** The cluster that a link's settings would change. */
export interface LinkState {
  /** The user has created something in this cluster, or saved settings for it. */
  readonly content: boolean
  /** The flags that are running, and those saved for the next start. */
  readonly argv: readonly string[]
  readonly saved: readonly string[]
  /** The running settings came from a link and are not saved. */
  readonly trial: boolean
  /** Address of the relay that reaches this cluster. */
  readonly relay?: string
  /** Why the settings of the link are not running. */
  readonly error?: string
  /** The link waits for the user's decision. */
  readonly ask: boolean
}

/** Events that the control plane sends to pages, by name. */
export interface ControlEvents {
  trace: RequestTrace
  audit: AuditEvent
  outside: OutsideRequest
  clock: ClockState
  /** Another page tried, saved or left the settings of a link. */
  link: LinkState
  /** The store has a problem that the user must see; without a message, the problem is over. */
  fault: { message?: string }
}

/** The name of a control call. */
export type ControlName = keyof ControlCalls
/** Makes a control call; rejects with the error of the control plane. */
export type Control = <N extends ControlName>(
  name: N,
  args: ControlCalls[N]['args'],
) => Promise<ControlCalls[N]['result']>

export type { AuditEvent, AuditPage, AuditQuery, PluginState }
