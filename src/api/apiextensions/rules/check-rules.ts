import { CompileError } from '../../../expressions/expression-error'
import type { Program } from '../../../expressions/program'
import type { Type } from '../../../expressions/types'
import { internalError, invalid, type FieldPath } from '../../../machinery/field-error'
import type { FieldError } from '../../../machinery/field-wording'
import { itemSchema, valuesOf, type JsonSchema, type ValidationRule } from '../definition'
import { isExposed, leastSize, limitedItems, MAX_REQUEST, placeOf } from './declared-size'
import { expressionCost } from './rule-cost'
import { compileMessage, compileRule, environmentOf, type RulePlace } from './rule-tree'
import { ruleValue } from './rule-value'
import { expressionCostError, SchemaCost } from './schema-cost'

interface Place {
  readonly whole: boolean
  /** Maximum number of such values in one object; undefined if lists or maps around them have no limit. */
  readonly most: number | undefined
  /** The outermost list whose items have no old value, so that they can't use `oldSelf`. */
  readonly uncorrelated: FieldPath | undefined
}

/** What the check of validation rules needs to know. */
export interface RuleChecks {
  readonly release: number
  /** Schemas that are invalid themselves, or contain one that is: their rules are not checked. */
  readonly wrong: ReadonlySet<JsonSchema>
  /** Whether single rules may exceed their cost limit, because the schema is the same as before. */
  readonly keepsCosts: boolean
}

/** Errors of validation rules: those that do not compile or may cost too much. Rules of inner schemas come first. */
export function ruleErrors(schema: JsonSchema, at: FieldPath, checks: RuleChecks): FieldError[] {
  const checker = new RuleChecker(checks)
  checker.visit(schema, at, { whole: true, most: 1, uncorrelated: undefined })
  return [...checker.errors, ...checker.cost.errors(at)]
}

class RuleChecker {
  readonly errors: FieldError[] = []
  readonly cost = new SchemaCost()
  constructor(private readonly checks: RuleChecks) {}

  visit(schema: JsonSchema, at: FieldPath, place: Place): void {
    const limit = limitedItems(schema)
    const most = place.most === undefined || limit === undefined ? undefined : place.most * limit
    const inner = (one: JsonSchema, here: FieldPath, uncorrelated = place.uncorrelated): void =>
      this.visit(one, here, { whole: placeOf(one).whole, most, uncorrelated })
    const values = valuesOf(schema)
    if (values) inner(values, at.child('additionalProperties'))
    for (const [name, property] of Object.entries(schema.properties ?? {}))
      inner(property, at.child('properties').key(name))
    const items = itemSchema(schema)
    const isKeyed = schema['x-orch-list-type'] === 'map'
    if (items) inner(items, at.child('items'), place.uncorrelated ?? (isKeyed ? undefined : at))
    const rules = schema['x-orch-validations'] ?? []
    if (rules.length === 0 || this.checks.wrong.has(schema)) return
    const here = at.child('x-orch-validations')
    if (isExposed(schema)) rules.forEach((rule, i) => this.rule(rule, schema, here.index(i), place))
    else
      this.errors.push(
        internalError(
          here,
          'internal error: failed to construct type information for x-orch-validations rules: unable to convert structural schema to CEL declarations',
        ),
      )
  }

  private rule(rule: ValidationRule, schema: JsonSchema, at: FieldPath, place: Place): void {
    const where: RulePlace = { schema, release: this.checks.release, whole: place.whole }
    const [ruleAt, messageAt] = [at.child('rule'), at.child('messageExpression')]
    let usesOld = false
    const compiled = this.compiled(rule, ruleAt, '', BOOL_WANTED, () => {
      const one = compileRule(rule, where)
      usesOld = one.usesOld && one.program.type.kind === 'bool'
      return one.program
    })
    if (compiled) {
      this.costs(this.costOf(compiled, rule, where) * this.times(schema, place), ruleAt, 'rule')
      if (rule.messageExpression) {
        const message = this.compiled(rule, messageAt, 'messageExpression ', TEXT_WANTED, () =>
          compileMessage(rule, where),
        )
        if (message) this.costs(this.costOf(message, rule, where), messageAt, 'messageExpression')
      }
    }
    this.oldValue(rule, usesOld, at, place)
  }

  private oldValue({ rule, optionalOldSelf }: ValidationRule, usesOld: boolean, at: FieldPath, place: Place): void {
    const within = place.uncorrelated?.toString()
    if (usesOld && within !== undefined)
      this.errors.push(
        invalid(
          at.child('rule'),
          rule,
          `oldSelf cannot be used on the uncorrelatable portion of the schema within ${within}`,
        ),
      )
    if (!usesOld && optionalOldSelf !== undefined)
      this.errors.push(
        invalid(at.child('optionalOldSelf'), optionalOldSelf, 'may not be set if oldSelf is not used in rule'),
      )
  }

  /** The compiled expression; undefined after reporting why there is none. */
  private compiled(
    rule: ValidationRule,
    at: FieldPath,
    what: string,
    wanted: { readonly kind: Type['kind']; readonly why: string },
    compile: () => Program,
  ): Program | undefined {
    const report = (problem: string): void => {
      this.errors.push(invalid(at, ruleValue(rule, this.checks.release), problem))
    }
    try {
      const program = compile()
      if (program.type.kind === wanted.kind) return program
      report(wanted.why)
    } catch (error) {
      if (!(error instanceof CompileError)) throw error
      report(`${what}compilation failed: ${error.message}`)
    }
    return undefined
  }

  private costOf(program: Program, { optionalOldSelf = false }: ValidationRule, where: RulePlace): number {
    return expressionCost(program, environmentOf(where, optionalOldSelf), where)
  }
  private times(schema: JsonSchema, { most, whole }: Place): number {
    return most ?? Math.floor(MAX_REQUEST / (leastSize({ schema, whole }) + 1))
  }
  private costs(cost: number, at: FieldPath, what: string): void {
    const error = this.checks.keepsCosts ? undefined : expressionCostError(cost, at, what)
    if (error) this.errors.push(error)
    this.cost.add(cost, at)
  }
}

const BOOL_WANTED = { kind: 'bool', why: 'cel expression must evaluate to a bool' } as const
const TEXT_WANTED = { kind: 'string', why: 'messageExpression must evaluate to a string' } as const
