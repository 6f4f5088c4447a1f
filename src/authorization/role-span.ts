import { existsAt } from '../api/releases/ledger'
import type { Feature, GateName } from '../api/releases/gates'

/** In which releases something of the default roles is there, and with which feature gate. */
export interface RoleSpan {
  /** The first release that has it, where its gate is on. */
  readonly since?: number
  /** The first release that has it no longer. */
  readonly removed?: number
  readonly gate?: GateName
}

/** Whether a release with these features has it. */
export const roleSpanHolds = (span: RoleSpan, release: number, feature: Feature): boolean =>
  existsAt(span, release) && (span.gate === undefined || feature(span.gate))
