import type { Node } from '../../../expressions/ast'
import { partsOf } from '../../../expressions/ast'
import { Environment } from '../../../expressions/environment'
import { LISTS } from '../../../expressions/libraries/lists'
import { STRINGS } from '../../../expressions/libraries/strings'
import { compile, type Program } from '../../../expressions/program'
import { itemsOf, valuesOf, type JsonSchema } from '../definition'
import { declaredType } from './declared-type'

/** One rule, ready to run. */
export interface CompiledRule {
  readonly rule: string
  readonly message: string | undefined
  readonly program: Program
  /** Compares with the value before: runs where there was one. */
  readonly usesOld: boolean
}
/** The rules of a schema and of what stands in it; absent where there are none. */
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

/** @throws CompileError, or Error when the schema has no type */
export function compileRule(rule: string, schema: JsonSchema, whole: boolean): Omit<CompiledRule, 'message' | 'rule'> {
  const program = compile(rule, environmentOf(schema, whole))
  return { program, usesOld: namesIn(program.node) }
}

const environments = new WeakMap<JsonSchema, Environment>()
function environmentOf(schema: JsonSchema, whole: boolean): Environment {
  const known = environments.get(schema)
  if (known) return known
  const self = declaredType(schema, 'self', whole)
  const environment = new Environment({
    ...(self && { variables: { self, oldSelf: self } }),
    libraries: [STRINGS, LISTS],
    homogeneous: true,
  })
  environments.set(schema, environment)
  return environment
}

/**
 * Makes the rules of a schema ready; undefined when it has none. Definitions are validated before.
 * @throws CompileError
 */
export function ruleTree(schema: JsonSchema, whole = false): RuleTree | undefined {
  const rules = (schema['x-orch-validations'] ?? []).map(({ rule, message }) => ({
    rule,
    message,
    ...compileRule(rule, schema, whole),
  }))
  const properties = new Map<string, RuleTree>()
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const tree = ruleTree(property, property['x-orch-embedded-resource'] === true)
    if (tree) properties.set(name, tree)
  }
  const [items, values] = [itemsOf(schema), valuesOf(schema)].map((one) => one && ruleTree(one))
  if (rules.length === 0 && properties.size === 0 && !items && !values) return undefined
  return { schema, whole, rules, properties, items, values }
}
