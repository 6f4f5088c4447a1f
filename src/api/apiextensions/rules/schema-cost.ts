import { forbidden, type FieldPath } from '../../../machinery/field-error'
import type { FieldError } from '../../../machinery/field-wording'

/** Cost limits of one rule over all values of an object, and of all rules of a schema. */
const RULE_LIMIT = 10_000_000
const SCHEMA_LIMIT = 100_000_000
/** How many expensive rules are named if a schema exceeds its limit, and their least cost. */
const MOST_NAMED = 4
const NAMED_FROM = SCHEMA_LIMIT / 100
const ADVICE =
  'try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared'

/** Small factors are exact, so that none is shown as 1.0x. */
function factor(cost: number, limit: number): string {
  const times = cost / limit
  return times > 100 ? 'more than 100x' : `${times.toFixed(times < 1.5 ? 6 : 1)}x`
}
const exceeded = (what: string, cost: number, limit: number): string =>
  `${what} exceeds budget by factor of ${factor(cost, limit)} (${ADVICE})`

/** Error of a single expression that may cost too much; undefined for others. */
export const expressionCostError = (cost: number, at: FieldPath, what: string): FieldError | undefined =>
  cost > RULE_LIMIT ? forbidden(at, exceeded(`estimated ${what} cost`, cost, RULE_LIMIT)) : undefined

/** Adds up what all rules of a schema may cost. */
export class SchemaCost {
  private total = 0
  private expensive: { readonly at: FieldPath; readonly cost: number }[] = []

  add(cost: number, at: FieldPath): void {
    this.total += cost
    if (cost < NAMED_FROM) return
    this.expensive.push({ at, cost })
    this.expensive = this.expensive.sort((a, b) => b.cost - a.cost).slice(0, MOST_NAMED)
  }

  /** If the rules exceed the limit, an error for each of the most expensive ones and one for the schema. */
  errors(at: FieldPath): FieldError[] {
    if (this.total <= SCHEMA_LIMIT) return []
    const all = 'x-orch-validations estimated rule cost total for entire OpenAPIv3 schema'
    return [
      ...this.expensive.map((rule) =>
        forbidden(rule.at, 'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema'),
      ),
      forbidden(at, exceeded(all, this.total, SCHEMA_LIMIT)),
    ]
  }
}
