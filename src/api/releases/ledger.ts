/**
 * The release ledger: every behavioural difference between releases as one row. Served kinds and versions (`resources.ts`), fields
 * (`added-fields.ts`, `gated-fields.ts`), gates (`gates.ts`) and admission plugins (`plugins.ts`) have tables of their own. Code calls
 * `behaves('id', …)` and never compares release numbers.
 */
import type { Feature } from './gates'
import { CUSTOM_TYPE_ROWS } from './ledger/custom-types'
import { NODE_ROWS } from './ledger/nodes'
import { OBJECT_ROWS } from './ledger/objects'
import { POLICY_ROWS } from './ledger/policies'
import type { LedgerRow, ReleaseSpan } from './ledger/row'
import { SERVER_ROWS } from './ledger/server'
import { WORKLOAD_ROWS } from './ledger/workloads'

const ROWS = { ...SERVER_ROWS, ...POLICY_ROWS, ...CUSTOM_TYPE_ROWS, ...WORKLOAD_ROWS, ...NODE_ROWS, ...OBJECT_ROWS }

type Rows = typeof ROWS
type Gated = { readonly gate: string } | { readonly endedBy: string }
/** Behaviours behind a feature gate. */
export type GatedBehaviour = { [K in keyof Rows]: Rows[K] extends Gated ? K : never }[keyof Rows]
/** Behaviours that depend only on the release. */
export type Behaviour = Exclude<keyof Rows, GatedBehaviour>

/** A release with its feature gates. */
export interface Served {
  /** Minor number of the release: 25 for 1.25. */
  readonly release: number
  readonly feature: Feature
}

/** Whether a release is within a span. */
export const existsAt = ({ since = 0, removed }: ReleaseSpan, release: number): boolean =>
  since <= release && (removed === undefined || release < removed)

/** Whether a release has a behaviour; rows with a gate also need the features. */
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

/** The first release with a behaviour. */
export const firstReleaseOf = (behaviour: Behaviour): number => (ROWS[behaviour] as LedgerRow).since ?? 0

/** All rows with their ids, in table order. */
export const LEDGER: readonly (LedgerRow & { readonly id: string })[] = Object.entries<LedgerRow>(ROWS).map(
  ([id, row]) => ({ id, ...row }),
)
