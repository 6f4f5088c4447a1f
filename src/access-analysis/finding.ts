import type { Binding, Role } from '../authorization/policy'

/** Common mistakes in roles and bindings. */
export interface Finding {
  readonly code: string
  readonly severity: 'danger' | 'warning' | 'hint'
  readonly kind: Role['kind'] | Binding['kind']
  readonly namespace: string
  readonly name: string
  /** Place of the rule in its role. */
  readonly ruleIndex?: number
  readonly text: string
  readonly advice: string
}

/** A name in a sentence, with escaped quotes. */
export const quote = (text: string): string => JSON.stringify(text)
