import { addAll } from '../../../machinery/lists'
import { CompileError } from '../../../expressions/expression-error'
import { forbidden, invalid, required, type FieldError, type FieldPath } from '../../../machinery/field-error'
import type { Program } from '../../../expressions/program'
import { itemSchema, valuesOf, type JsonSchema, type ValidationRule } from '../definition'
import { mostItems, ruleCost } from './rule-cost'
import { ruleFieldErrors } from './rule-fields'
import { compileMessage, compileRule, type RulePlace } from './rule-tree'

/** Cost limits of one rule over all values of an object, and of all rules of a schema. */
const RULE_LIMIT = 10_000_000
const SCHEMA_LIMIT = 100_000_000
const ADVICE =
  'try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared'

interface Place {
  readonly whole: boolean
  /** Maximum number of such values in one object. */
  readonly times: number
  /** The outermost list whose items have no old value, so that they can't use `oldSelf`. */
  readonly uncorrelated: FieldPath | undefined
}

/** Errors of validation rules: those that do not compile or may cost too much. */
export function ruleErrors(schema: JsonSchema, at: FieldPath, release: number): FieldError[] {
  const checker = new RuleChecker(release)
  checker.visit(schema, at, { whole: true, times: 1, uncorrelated: undefined })
  if (checker.total > SCHEMA_LIMIT)
    checker.errors.push(
      forbidden(
        at,
        `x-orch-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of ${factor(checker.total, SCHEMA_LIMIT)} (${ADVICE})`,
      ),
    )
  return checker.errors
}

const isEmbedded = (schema: JsonSchema): boolean => schema['x-orch-embedded-resource'] === true

/** Small factors are exact, so that none is shown as 1.0x. */
function factor(cost: number, limit: number): string {
  const times = cost / limit
  return times > 100 ? 'more than 100x' : `${times.toFixed(times < 1.5 ? 6 : 1)}x`
}

class RuleChecker {
  readonly errors: FieldError[] = []
  total = 0
  constructor(private readonly release: number) {}

  visit(schema: JsonSchema, at: FieldPath, place: Place): void {
    schema['x-orch-validations']?.forEach((rule, i) => {
      const here = at.child('x-orch-validations').index(i)
      addAll(this.errors, ruleFieldErrors(rule, schema, here))
      if (rule.rule.trim() === '') this.errors.push(required(here.child('rule'), 'rule is not specified'))
      else this.rule(rule, schema, here, place)
    })
    for (const [name, property] of Object.entries(schema.properties ?? {}))
      this.visit(property, at.child('properties').key(name), {
        ...place,
        whole: isEmbedded(property),
      })
    const times = place.times * mostItems(schema)
    const items = itemSchema(schema)
    const uncorrelated = place.uncorrelated ?? (schema['x-orch-list-type'] === 'map' ? undefined : at)
    if (items) this.visit(items, at.child('items'), { whole: isEmbedded(items), times, uncorrelated })
    const values = valuesOf(schema)
    if (values) this.visit(values, at.child('additionalProperties'), { ...place, whole: isEmbedded(values), times })
  }

  private rule(rule: ValidationRule, schema: JsonSchema, at: FieldPath, place: Place): void {
    const where = { schema, release: this.release, whole: place.whole }
    this.compiled(rule.rule, at.child('rule'), () => {
      const { program, usesOld } = compileRule(rule, where)
      if (program.type.kind !== 'bool')
        this.errors.push(invalid(at.child('rule'), rule.rule, 'cel expression must evaluate to a bool'))
      if (usesOld && place.uncorrelated)
        this.errors.push(
          invalid(
            at.child('rule'),
            rule.rule,
            `oldSelf cannot be used on the uncorrelatable portion of the schema within ${place.uncorrelated.toString()}`,
          ),
        )
      if (!usesOld && rule.optionalOldSelf !== undefined)
        this.errors.push(
          invalid(at.child('optionalOldSelf'), rule.optionalOldSelf, 'may not be set if oldSelf is not used in rule'),
        )
      this.cost(program, where, place, at.child('rule'), 'rule')
    })
    const { messageExpression } = rule
    if (!messageExpression?.trim()) return
    const here = at.child('messageExpression')
    this.compiled(
      messageExpression,
      here,
      () => {
        const program = compileMessage(rule, where)
        if (program.type.kind !== 'string')
          this.errors.push(invalid(here, messageExpression, 'messageExpression must evaluate to a string'))
        this.cost(program, where, place, here, 'messageExpression')
      },
      'messageExpression ',
    )
  }

  private compiled(expression: string, at: FieldPath, check: () => void, what = ''): void {
    try {
      check()
    } catch (error) {
      if (!(error instanceof CompileError)) throw error
      this.errors.push(invalid(at, expression, `${what}compilation failed: ${error.message}`))
    }
  }

  private cost({ node }: Program, { schema, whole }: RulePlace, { times }: Place, at: FieldPath, what: string): void {
    const cost = ruleCost(node, schema, whole) * times
    this.total += cost
    if (cost > RULE_LIMIT)
      this.errors.push(
        forbidden(at, `estimated ${what} cost exceeds budget by factor of ${factor(cost, RULE_LIMIT)} (${ADVICE})`),
      )
  }
}
