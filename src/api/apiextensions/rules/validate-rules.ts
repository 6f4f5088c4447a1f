import { CostLimitError, EvaluationError } from '../../../expressions/expression-error'
import { PER_CALL_LIMIT, type RunOptions } from '../../../expressions/program'
import { OptionalValue } from '../../../expressions/values'
import { duplicate, forbidden, invalid, required, type FieldError } from '../../../machinery/field-error'
import { equal, isObject } from '../../../machinery/json'
import { canonicalJson } from '../../../machinery/json-text'
import { usableMessage } from '../../policies/message'
import { declaredValue } from './declared-type'
import type { CompiledRule, RuleTree } from './rule-tree'

/** Cost limit for all rules of one object. */
const OBJECT_LIMIT = 10_000_000

/** Errors that prevent rules from running, because the value does not match its schema. */
const BLOCKING = new Set([
  'FieldValueNotSupported',
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
])

/**
 * Runs a custom type's rules on an object after all other checks; `errors` are their results. `old` is the replaced object, for transition
 * rules. With `ratchets`, unchanged values may still violate rules.
 */
export function validateRules(
  value: unknown,
  old: unknown,
  tree: RuleTree,
  errors: readonly FieldError[],
  ratchets = false,
): FieldError[] {
  if (errors.some(({ reason }) => BLOCKING.has(reason)))
    return [
      invalid(
        '<nil>',
        null,
        'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
      ),
    ]
  const run = new RuleRun(ratchets)
  run.visit(value, old, tree, '')
  return run.errors
}

class RuleRun {
  readonly errors: FieldError[] = []
  private left = OBJECT_LIMIT
  constructor(private readonly ratchets: boolean) {}

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

  /** Items have an old value only in keyed lists. */
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
    const unchanged = this.ratchets && old !== undefined && equal(value, old)
    for (const rule of rules) {
      if (this.left < 0) return
      if ((rule.usesOld && !rule.optionalOld && oldSelf === undefined) || (unchanged && !rule.usesOld)) continue
      const before = rule.optionalOld ? new OptionalValue(oldSelf) : oldSelf
      const problem = this.problemOf(rule, (name) => (name === 'self' ? self : before))
      if (problem !== undefined) this.errors.push(errorOf(rule, path, schema.type ?? '', problem))
    }
  }

  /** The error of a violated rule; undefined if it holds. */
  private problemOf(compiled: CompiledRule, variable: Variables): string | undefined {
    const { program, rule, message } = compiled
    const shown = message ? message.trim() : rule.trim()
    try {
      const { value, cost } = program.run({ variable, costLimit: Math.min(PER_CALL_LIMIT, this.left) })
      this.left -= cost
      if (value === true) return undefined
      return this.messageOf(compiled, variable) ?? (message ? shown : `failed rule: ${shown}`)
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

  /** The result of the message expression; undefined if there is none, or its result can't be used. */
  private messageOf({ messageProgram }: CompiledRule, variable: Variables): string | undefined {
    if (!messageProgram) return undefined
    try {
      const { value, cost } = messageProgram.run({ variable, costLimit: Math.min(PER_CALL_LIMIT, this.left) })
      this.left -= cost
      return typeof value === 'string' ? usableMessage(value) : undefined
    } catch (error) {
      // Fall back to the rule's static message.
      if (error instanceof EvaluationError) return undefined
      if (!(error instanceof CostLimitError)) throw error
      this.left = -1
      return 'messageExpression evaluation failed due to running out of cost budget'
    }
  }
}

type Variables = RunOptions['variable']

function errorOf({ reason, fieldPath }: CompiledRule, path: string, type: string, problem: string): FieldError {
  const at = path === '' ? fieldPath.replace(/^\./, '') : path + fieldPath
  switch (reason) {
    case 'FieldValueRequired':
      return required(at, problem)
    case 'FieldValueForbidden':
      return forbidden(at, problem)
    case 'FieldValueDuplicate':
      return duplicate(at, type)
    default:
      return invalid(at, type, problem)
  }
}

const own = (object: Record<string, unknown>, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined
