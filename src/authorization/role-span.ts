import { existsAt } from '../api/releases/ledger'
import type { Feature, GateName } from '../api/releases/gates'
import type { PolicyRule, Subject } from './policy'

/** The releases that have a part of the default roles, and its feature gate. */
export interface RoleSpan {
  /** The first release that has it, if its gate is on. */
  readonly since?: number
  /** The first release that no longer has it. */
  readonly removed?: number
  readonly gate?: GateName
}

/** Whether a release with these features has it. */
export const roleSpanHolds = (span: RoleSpan, release: number, feature: Feature): boolean =>
  existsAt(span, release) && (span.gate === undefined || feature(span.gate))

/** The change of one default role, or of the binding of its name, in a release. */
export interface RoleChange extends RoleSpan {
  readonly role: string
  readonly add?: readonly PolicyRule[]
  /** Removed resources: from rules with this verb if given, else from all rules. */
  readonly drop?: { readonly resources: readonly string[]; readonly verb?: string }
  /** Additional subjects of the binding of this name. */
  readonly subjects?: readonly Subject[]
}
