import type { Node } from '../../../expressions/ast'
import { partsOf } from '../../../expressions/ast'
import { Environment } from '../../../expressions/environment'
import { CompileError } from '../../../expressions/expression-error'
import { compile, type Program } from '../../../expressions/program'
import { optionalOf } from '../../../expressions/types'
import { languageOf } from '../../policies/language'
import { itemSchema, valuesOf, type JsonSchema, type ValidationRule } from '../definition'
import { declaredType } from './declared-type'
import { reportedPath } from './rule-fields'

/** A validation rule of a custom type, ready to be evaluated, with where its errors point. */
export interface CompiledRule {
  readonly rule: string
  readonly message: string | undefined
  readonly program: Program
  /** Program of the message expression. */
  readonly messageProgram: Program | undefined
  readonly messageExpression: string | undefined
  readonly reason: string | undefined
  /** Path of the reported field relative to the value, such as `.a[b]`. */
  readonly fieldPath: string
  /** Whether the rule uses `oldSelf`. */
  readonly usesOld: boolean
  /** Whether it also runs without an old value. */
  readonly optionalOld: boolean
}
/** Compiled rules of a schema and its subschemas; absent where there are none. */
export interface RuleTree {
  readonly schema: JsonSchema
  readonly whole: boolean
  readonly rules: readonly CompiledRule[]
  readonly properties: ReadonlyMap<string, RuleTree>
  readonly items: RuleTree | undefined
  readonly values: RuleTree | undefined
}

const namesIn = (node: Node): boolean =>
  (node.kind === 'name' && node.name === 'oldSelf') || partsOf(node).some(namesIn)

/** Context for compiling the expressions of one schema. */
export interface RulePlace {
  readonly schema: JsonSchema
  readonly release: number
  /** Whether the schema describes a whole object. */
  readonly whole: boolean
}

/** @throws CompileError, or Error if the schema has no type */
export function compileRule(
  { rule, optionalOldSelf = false }: ValidationRule,
  place: RulePlace,
): Pick<CompiledRule, 'program' | 'usesOld'> {
  const program = compile(rule, environmentOf(place, optionalOldSelf))
  return { program, usesOld: namesIn(program.node) }
}

/** Like `compileRule`, for message expressions. */
export const compileMessage = (
  { messageExpression = '', optionalOldSelf = false }: ValidationRule,
  place: RulePlace,
): Program => compile(messageExpression, environmentOf(place, optionalOldSelf))

const environments = new WeakMap<JsonSchema, Map<string, Environment>>()
/** Names and functions that rules of a schema can use. */
export function environmentOf({ schema, release, whole }: RulePlace, optionalOld: boolean): Environment {
  const known = environments.get(schema) ?? new Map<string, Environment>()
  environments.set(schema, known)
  const key = `${release} ${optionalOld}`
  const made = known.get(key) ?? makeEnvironment(schema, release, whole, optionalOld)
  known.set(key, made)
  return made
}
function makeEnvironment(schema: JsonSchema, release: number, whole: boolean, optionalOld: boolean): Environment {
  const self = declaredType(schema, 'self', whole)
  return new Environment({
    ...languageOf(release),
    ...(self && { variables: { self, oldSelf: optionalOld ? optionalOf(self) : self } }),
  })
}

/**
 * Compiles the rules of a schema; undefined if it has none. The definition must be valid.
 * @throws CompileError
 */
export function ruleTree(schema: JsonSchema, release: number, whole = false): RuleTree | undefined {
  const place = { schema, release, whole }
  const rules = (schema['x-orch-validations'] ?? []).map((rule): CompiledRule => ({
    rule: rule.rule,
    message: rule.message,
    messageExpression: rule.messageExpression,
    messageProgram: rule.messageExpression ? compileMessage(rule, place) : undefined,
    reason: rule.reason,
    fieldPath: reportedPath(rule.fieldPath ?? '', schema),
    optionalOld: rule.optionalOldSelf === true,
    ...compileRule(rule, place),
  }))
  const properties = new Map<string, RuleTree>()
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const tree = ruleTree(property, release, property['x-orch-embedded-resource'] === true)
    if (tree) properties.set(name, tree)
  }
  const [items, values] = [itemSchema(schema), valuesOf(schema)].map(
    (one) => one && ruleTree(one, release, one['x-orch-embedded-resource'] === true),
  )
  if (rules.length === 0 && properties.size === 0 && !items && !values) return undefined
  return { schema, whole, rules, properties, items, values }
}

/** The rules of a whole type. A definition stored before rules were checked may have some that do not compile: then none of its rules run. */
export function usableRules(schema: JsonSchema, release: number): RuleTree | undefined {
  try {
    return ruleTree(schema, release, true)
  } catch (error) {
    if (error instanceof CompileError) return undefined
    throw error
  }
}
