/**
 * The release ledger: every difference between releases as one row, apart from the kinds and versions that each serves
 * (`resources.ts`), the fields (`added-fields.ts`, `gated-fields.ts`), the gates (`gates.ts`) and the admission plugins
 * (`plugins.ts`). Code asks `behaves('id', …)`; it never compares release numbers itself.
 */
import type { Feature } from './gates'
import { CUSTOM_TYPE_ROWS } from './ledger/custom-types'
import { OBJECT_ROWS } from './ledger/objects'
import type { LedgerRow, ReleaseSpan } from './ledger/row'
import { SERVER_ROWS } from './ledger/server'
import { WORKLOAD_ROWS } from './ledger/workloads'

const ROWS = { ...SERVER_ROWS, ...CUSTOM_TYPE_ROWS, ...WORKLOAD_ROWS, ...OBJECT_ROWS }

type Rows = typeof ROWS
type Gated = { readonly gate: string } | { readonly endedBy: string }
/** Behaviours that depend on a feature gate. */
export type GatedBehaviour = { [K in keyof Rows]: Rows[K] extends Gated ? K : never }[keyof Rows]
/** Behaviours that depend on the release alone. */
export type Behaviour = Exclude<keyof Rows, GatedBehaviour>

/** A release with its feature gates. */
export interface Served {
  /** Minor number of the release: 25 for 1.25. */
  readonly release: number
  readonly feature: Feature
}

/** Whether a release lies within a span. */
export const existsAt = ({ since = 0, removed }: ReleaseSpan, release: number): boolean =>
  since <= release && (removed === undefined || release < removed)

/** Whether a release behaves as the row says; a row with a gate needs the features, too. */
export function behaves(behaviour: Behaviour, release: number): boolean
export function behaves(behaviour: GatedBehaviour, served: Served): boolean
export function behaves(behaviour: Behaviour | GatedBehaviour, at: number | Served): boolean {
  const row: LedgerRow = ROWS[behaviour]
  if (typeof at === 'number') return existsAt(row, at)
  return (
    existsAt(row, at.release) &&
    (row.gate === undefined || at.feature(row.gate)) &&
    (row.endedBy === undefined || !at.feature(row.endedBy))
  )
}

/** The first release that behaves so. */
export const firstReleaseOf = (behaviour: Behaviour): number => (ROWS[behaviour] as LedgerRow).since ?? 0

/** All rows with their ids, in the order of the tables. */
export const LEDGER: readonly (LedgerRow & { readonly id: string })[] = Object.entries<LedgerRow>(ROWS).map(
  ([id, row]) => ({ id, ...row }),
)
