import type { Binding, Role } from '../authorization/policy'

/** A common mistake in a role or binding. */
export interface Finding {
  readonly code: string
  readonly severity: 'danger' | 'warning' | 'hint'
  readonly kind: Role['kind'] | Binding['kind']
  readonly namespace: string
  readonly name: string
  /** Index of the rule in its role. */
  readonly ruleIndex?: number
  readonly text: string
  readonly advice: string
}
