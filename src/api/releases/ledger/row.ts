import type { GateName } from '../gates'

/** A range of minor releases of 1. Without bounds, all releases. */
export interface ReleaseSpan {
  readonly since?: number
  /** First release that no longer has it. */
  readonly removed?: number
}

/** One difference between releases. */
export interface LedgerRow extends ReleaseSpan {
  /** The feature gate that must also be on. */
  readonly gate?: GateName
  /** The feature gate that ends the behaviour: it applies while the gate is off. */
  readonly endedBy?: GateName
  /** What a server with this behaviour does, in one sentence. */
  readonly does: string
  /** The specification: document and section, or release notes. */
  readonly source: string
}

/** Rows of the ledger by id. */
export type LedgerRows = Readonly<Record<string, LedgerRow>>
