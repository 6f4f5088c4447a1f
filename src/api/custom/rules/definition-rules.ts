import { CompileError } from '../../../expressions/expression-error'
import { forbidden, invalid, required, type FieldError, type FieldPath } from '../../../machinery/field-error'
import { itemsOf, valuesOf, type JsonSchema } from '../definition'
import { mostItems, ruleCost } from './rule-cost'
import { compileRule } from './rule-tree'

/** What one rule may cost over all values of an object, and what all rules of a schema may. */
const RULE_LIMIT = 10_000_000
const SCHEMA_LIMIT = 100_000_000
const ADVICE =
  'try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared'

interface Place {
  readonly whole: boolean
  /** How often the value may stand in one object. */
  readonly times: number
  /** Whether the value before is known, for rules that compare. */
  readonly correlated: boolean
}

/** Errors of the expression rules in a schema: rules that can't be compiled, or may cost too much. */
export function ruleErrors(schema: JsonSchema, at: FieldPath): FieldError[] {
  const checker = new RuleChecker()
  checker.visit(schema, at, { whole: true, times: 1, correlated: true })
  if (checker.total > SCHEMA_LIMIT)
    checker.errors.push(
      forbidden(
        at,
        `x-orch-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of ${factor(checker.total, SCHEMA_LIMIT)} (${ADVICE})`,
      ),
    )
  return checker.errors
}

const factor = (cost: number, limit: number): string =>
  cost / limit > 100 ? 'more than 100x' : `${(cost / limit).toFixed(1)}x`

class RuleChecker {
  readonly errors: FieldError[] = []
  total = 0

  visit(schema: JsonSchema, at: FieldPath, place: Place): void {
    schema['x-orch-validations']?.forEach(({ rule, message }, i) => {
      const here = at.child('x-orch-validations').index(i)
      this.message(rule, message, here)
      if (rule.trim() === '') this.errors.push(required(here.child('rule'), 'rule is not specified'))
      else this.rule(rule, schema, here.child('rule'), place)
    })
    for (const [name, property] of Object.entries(schema.properties ?? {}))
      this.visit(property, at.child('properties').key(name), {
        ...place,
        whole: property['x-orch-embedded-resource'] === true,
      })
    const times = place.times * mostItems(schema)
    const items = itemsOf(schema)
    const correlated = place.correlated && schema['x-orch-list-type'] === 'map'
    if (items) this.visit(items, at.child('items'), { whole: false, times, correlated })
    const values = valuesOf(schema)
    if (values) this.visit(values, at.child('additionalProperties'), { ...place, whole: false, times })
  }

  private message(rule: string, message: string | undefined, at: FieldPath): void {
    if (message !== undefined && message !== '' && message.trim() === '')
      this.errors.push(invalid(at.child('message'), message, 'message must be non-empty if specified'))
    else if (message && /[\r\n]/.test(message.trim()))
      this.errors.push(invalid(at.child('message'), message, 'message must not contain line breaks'))
    else if (!message && /[\r\n]/.test(rule.trim()))
      this.errors.push(required(at.child('message'), 'message must be specified if rule contains line breaks'))
  }

  private rule(rule: string, schema: JsonSchema, at: FieldPath, { whole, times, correlated }: Place): void {
    try {
      const { program, usesOld } = compileRule(rule, schema, whole)
      if (program.type.kind !== 'bool' && program.type.kind !== 'dyn')
        this.errors.push(invalid(at, rule, 'compilation failed: cel expression must evaluate to a bool'))
      if (usesOld && !correlated)
        this.errors.push(invalid(at, rule, 'oldSelf cannot be used on the uncorrelatable portion of the schema'))
      const cost = ruleCost(program.node, schema, whole) * times
      this.total += cost
      if (cost > RULE_LIMIT)
        this.errors.push(
          forbidden(at, `estimated rule cost exceeds budget by factor of ${factor(cost, RULE_LIMIT)} (${ADVICE})`),
        )
    } catch (error) {
      if (!(error instanceof CompileError)) throw error
      this.errors.push(invalid(at, rule, `compilation failed: ${error.message}`))
    }
  }
}
