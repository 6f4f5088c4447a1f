import type { Binding, PolicyRule, Role, Subject } from '../authorization/policy'
import { quote } from '../machinery/quote'
import { type Lack, WEIGHTS } from './lacks'

/** A rule, role or binding that nearly allows the request. */
export interface NearMiss {
  readonly lacks: readonly Lack[]
  readonly binding?: Binding
  readonly subject?: Subject
  readonly role?: Role
  readonly rule?: PolicyRule
  /** Index of the rule in its role. */
  readonly ruleIndex?: number
  /** What exists, and what it lacks. */
  readonly what: string
  /** What would make the request pass. */
  readonly fix: string
}

/** A role for people. */
export const roleTitle = ({ kind, name, namespace }: Role): string =>
  `${kind} ${quote(namespace ? `${name}/${namespace}` : name)}`

/** A near miss, with how far it is from allowing the request. */
export interface Scored extends NearMiss {
  readonly distance: number
}

/** A near miss with its distance: the weight of what it lacks, and `extra`. */
export const scored = (miss: NearMiss, extra = 0): Scored => ({
  ...miss,
  distance: miss.lacks.reduce((sum, lack) => sum + WEIGHTS[lack], extra),
})
