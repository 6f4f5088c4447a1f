import { existsAt } from '../api/releases/ledger'
import type { Feature, GateName } from '../api/releases/gates'
import type { PolicyRule, Subject } from './policy'

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

/** What becomes of one default role, or of the binding of its name, in a release. */
export interface RoleChange extends RoleSpan {
  readonly role: string
  readonly add?: readonly PolicyRule[]
  /** Resources that go: from rules with one verb where it is given, from all of them where it is not. */
  readonly drop?: { readonly resources: readonly string[]; readonly verb?: string }
  /** Who the binding of this name is for as well. */
  readonly subjects?: readonly Subject[]
}
