import type { GateName } from '../gates'

/** The releases that have something; numbers are minor releases of 1. Without bounds, all of them do. */
export interface ReleaseSpan {
  readonly since?: number
  /** First release that has it no longer. */
  readonly removed?: number
}

/** One difference between releases. */
export interface LedgerRow extends ReleaseSpan {
  /** The feature gate that has to be on as well. */
  readonly gate?: GateName
  /** The feature gate that ends it: the behaviour is there while the gate is off. */
  readonly endedBy?: GateName
  /** What a server with this behaviour does, in one sentence. */
  readonly does: string
  /** Where this is specified: a document and section, or the release notes of the release. */
  readonly source: string
}

export type LedgerRows = Readonly<Record<string, LedgerRow>>
