import { CostLimitError, EvaluationError } from '../../../expressions/expression-error'
import { PER_CALL_LIMIT } from '../../../expressions/program'
import { invalid, type FieldError } from '../../../machinery/field-error'
import { isObject } from '../../../machinery/json'
import { canonicalJson } from '../../../machinery/json-text'
import { declaredValue } from './declared-type'
import type { CompiledRule, RuleTree } from './rule-tree'

/** What all rules of one object may cost together. */
const OBJECT_LIMIT = 10_000_000

/** Errors after which rules are not run: the value is not what they are written for. */
const BLOCKING = new Set([
  'FieldValueNotSupported',
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
])

/**
 * Runs the rules of a custom type on an object, after everything else was checked: `errors` is what that found. `old` is
 * the object that it replaces, for rules that compare. `path` is that of the value, empty at the root.
 */
export function validateRules(
  value: unknown,
  old: unknown,
  tree: RuleTree,
  errors: readonly FieldError[],
  path = '',
): FieldError[] {
  if (errors.some(({ reason }) => BLOCKING.has(reason)))
    return [
      invalid(
        '<nil>',
        null,
        'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
      ),
    ]
  const run = new RuleRun()
  run.visit(value, old, tree, path)
  return run.errors
}

class RuleRun {
  readonly errors: FieldError[] = []
  private left = OBJECT_LIMIT

  visit(value: unknown, old: unknown, tree: RuleTree, path: string): void {
    if (this.left < 0 || value === undefined || (value === null && tree.schema.nullable !== true)) return
    if (tree.rules.length > 0) this.rules(value, old, tree, path)
    if (Array.isArray(value)) this.list(value, old, tree, path)
    else if (isObject(value)) this.members(value, isObject(old) ? old : {}, tree, path)
  }

  private members(value: Record<string, unknown>, old: Record<string, unknown>, tree: RuleTree, path: string): void {
    const { properties, values } = tree
    for (const [name, inner] of properties)
      if (Object.hasOwn(value, name)) this.visit(value[name], own(old, name), inner, path ? `${path}.${name}` : name)
    if (!values) return
    for (const [key, member] of Object.entries(value)) this.visit(member, own(old, key), values, `${path}[${key}]`)
  }

  /** Items have an earlier value only where keys say which one it is. */
  private list(value: readonly unknown[], old: unknown, { items, schema }: RuleTree, path: string): void {
    if (!items) return
    const keys = schema['x-orch-list-type'] === 'map' ? (schema['x-orch-list-map-keys'] ?? []) : undefined
    const keyOf = (item: unknown): string =>
      canonicalJson(keys?.map((key) => (isObject(item) ? (item[key] ?? null) : null)))
    const before = new Map(keys && Array.isArray(old) ? old.map((item: unknown) => [keyOf(item), item]) : [])
    value.forEach((item, i) => this.visit(item, keys && before.get(keyOf(item)), items, `${path}[${i}]`))
  }

  private rules(value: unknown, old: unknown, { schema, whole, rules }: RuleTree, path: string): void {
    const self = declaredValue(value, schema, whole)
    const oldSelf = old === undefined ? undefined : declaredValue(old, schema, whole)
    for (const rule of rules) {
      if (this.left < 0) return
      if (rule.usesOld && oldSelf === undefined) continue
      const problem = this.problemOf(rule, (name) => (name === 'self' ? self : oldSelf))
      if (problem !== undefined) this.errors.push(invalid(path, schema.type ?? '', problem))
    }
  }

  /** Why a rule does not hold; undefined when it does. */
  private problemOf(
    { program, rule, message }: CompiledRule,
    variable: Parameters<typeof program.run>[0]['variable'],
  ): string | undefined {
    const shown = message ? message.trim() : rule.trim()
    try {
      const { value, cost } = program.run({ variable, costLimit: Math.min(PER_CALL_LIMIT, this.left) })
      this.left -= cost
      if (value === true) return undefined
      return message ? shown : `failed rule: ${shown}`
    } catch (error) {
      if (error instanceof EvaluationError)
        return error.message.startsWith('no such overload')
          ? `call arguments did not match a supported operator, function or macro signature for rule: ${shown}`
          : `${error.message} evaluating rule: ${shown}`
      if (!(error instanceof CostLimitError)) throw error
      this.left = -1
      return `no further validation rules will be run due to call cost exceeds limit for rule: ${shown}`
    }
  }
}

const own = (object: Record<string, unknown>, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined
