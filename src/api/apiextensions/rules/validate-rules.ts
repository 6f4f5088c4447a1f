import { CostLimitError, EvaluationError } from '../../../expressions/expression-error'
import { PER_CALL_LIMIT, type RunOptions } from '../../../expressions/program'
import { OptionalValue, type Value } from '../../../expressions/values'
import { invalid } from '../../../machinery/field-error'
import type { FieldError } from '../../../machinery/field-wording'
import { goQuoted } from '../../../machinery/go-quote'
import { equal, isObject } from '../../../machinery/json'
import { canonicalJson } from '../../../machinery/json-text'
import { usableMessage } from '../../policies/message'
import { declaredValue } from './declared-type'
import { ruleError, shownValue } from './rule-error'
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

const OUT_OF_BUDGET = 'running out of cost budget, no further validation rules will be run'

/** Errors of rules, and those that only cause warnings because the value was kept. */
export interface RuleResults {
  readonly errors: readonly FieldError[]
  readonly warnings: readonly FieldError[]
}

/**
 * Runs a custom type's rules on an object after all other checks; `errors` are their results. `old` is the replaced object, for transition
 * rules. With `ratchets`, unchanged values may still violate rules.
 */
export function validateRules(
  value: unknown,
  old: unknown,
  tree: RuleTree,
  errors: readonly FieldError[],
  { release, ratchets = false }: { readonly release: number; readonly ratchets?: boolean },
): RuleResults {
  if (errors.some(({ reason }) => BLOCKING.has(reason)))
    return {
      errors: [
        invalid(
          '<nil>',
          null,
          'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
        ),
      ],
      warnings: [],
    }
  const run = new RuleRun(release, ratchets)
  run.visit({ value, old, path: '', kept: false }, tree)
  return run
}

/** A value, the value it replaces, and whether it or the nearest value around it that can be correlated is unchanged. */
interface Place {
  readonly value: unknown
  readonly old: unknown
  readonly path: string
  readonly kept: boolean
}

class RuleRun implements RuleResults {
  readonly errors: FieldError[] = []
  readonly warnings: FieldError[] = []
  private left = OBJECT_LIMIT
  constructor(
    private readonly release: number,
    private readonly ratchets: boolean,
  ) {}

  /** Rules never run on null: rules of the surrounding value can test for it. */
  visit({ value, old, path, kept: around }: Place, tree: RuleTree): void {
    if (this.left < 0 || value === undefined || value === null) return
    const place = { value, old: old ?? undefined, path, kept: this.isKept(value, old, around) }
    if (tree.rules.length > 0) this.rules(place, tree)
    if (Array.isArray(value)) this.list(value, place, tree)
    else if (isObject(value)) this.members(value, place, tree)
  }

  private isKept(value: unknown, old: unknown, around: boolean): boolean {
    if (!this.ratchets) return false
    return old === undefined ? around : equal(value, old)
  }

  private members(value: Record<string, unknown>, { old, path, kept }: Place, { properties, values }: RuleTree): void {
    const before = isObject(old) ? old : {}
    const member = (name: string, at: string, tree: RuleTree): void =>
      this.visit({ value: value[name], old: own(before, name), path: at, kept }, tree)
    for (const [name, inner] of properties)
      if (Object.hasOwn(value, name)) member(name, path ? `${path}.${name}` : name, inner)
    if (values) for (const key of Object.keys(value)) member(key, `${path}[${key}]`, values)
  }

  /** Items have an old value only in keyed lists. */
  private list(value: readonly unknown[], { old, path, kept }: Place, { items, schema }: RuleTree): void {
    if (!items) return
    const keys = schema['x-orch-list-type'] === 'map' ? (schema['x-orch-list-map-keys'] ?? []) : undefined
    const keyOf = (item: unknown): string =>
      canonicalJson(keys?.map((key) => (isObject(item) ? (item[key] ?? null) : null)))
    const before = new Map(keys && Array.isArray(old) ? old.map((item: unknown) => [keyOf(item), item]) : [])
    value.forEach((item, i) =>
      this.visit({ value: item, old: keys && before.get(keyOf(item)), path: `${path}[${i}]`, kept }, items),
    )
  }

  private rules({ value, old, path, kept }: Place, { schema, whole, rules }: RuleTree): void {
    const type = schema.type ?? ''
    const self = declaredValue(value, schema, whole)
    const oldSelf = old === undefined ? undefined : declaredValue(old, schema, whole)
    for (const rule of rules) {
      if (this.left < 0) return
      if (rule.usesOld && !rule.optionalOld && oldSelf === undefined) continue
      const before = rule.optionalOld ? new OptionalValue(oldSelf) : oldSelf
      const variable = (name: string): Value | undefined => (name === 'self' ? self : before)
      const outcome = this.outcomeOf(rule, variable)
      if (typeof outcome === 'string') this.errors.push(invalid(path, type, outcome))
      else if (!outcome) {
        const error = this.violation(rule, variable, path, { type, value })
        if (kept && !rule.usesOld) this.warnings.push(error)
        else this.errors.push(error)
      }
    }
  }

  /** Whether a rule holds, or why it can't be evaluated. */
  private outcomeOf({ program, rule, message }: CompiledRule, variable: Variables): boolean | string {
    const shown = message ? message.trim() : rule.trim()
    const limit = Math.min(PER_CALL_LIMIT, this.left)
    try {
      const { value, cost } = program.run({ variable, costLimit: limit })
      this.left -= cost
      return value === true
    } catch (error) {
      if (error instanceof EvaluationError)
        return error.message.startsWith('no such overload')
          ? `'${error.message}': call arguments did not match a supported operator, function or macro signature for rule: ${shown}`
          : `${error.message} evaluating rule: ${shown}`
      if (!(error instanceof CostLimitError)) throw error
      this.left = -1
      return limit < PER_CALL_LIMIT
        ? `validation failed due to ${OUT_OF_BUDGET}`
        : `'${error.message}': no further validation rules will be run due to call cost exceeds limit for rule: ${shown}`
    }
  }

  /** The error of a rule that does not hold. */
  private violation(
    compiled: CompiledRule,
    variable: Variables,
    path: string,
    { type, value }: { readonly type: string; readonly value: unknown },
  ): FieldError {
    const { rule, message } = compiled
    const at = path === '' ? compiled.fieldPath.replace(/^\./, '') : path + compiled.fieldPath
    try {
      const text = this.messageOf(compiled, variable) ?? (message ? message.trim() : `failed rule: ${rule.trim()}`)
      return ruleError(compiled.reason, at, shownValue(type, value, this.release), text)
    } catch (error) {
      if (!(error instanceof CostLimitError)) throw error
      const isOut = this.left < PER_CALL_LIMIT
      this.left = -1
      return invalid(
        at,
        type,
        isOut
          ? `messageExpression evaluation failed due to ${OUT_OF_BUDGET}`
          : `no further validation rules will be run due to call cost exceeds limit for messageExpression: ${goQuoted(compiled.messageExpression ?? '')}`,
      )
    }
  }

  /**
   * The result of the message expression; undefined if there is none, or its result can't be used.
   * @throws CostLimitError
   */
  private messageOf({ messageProgram }: CompiledRule, variable: Variables): string | undefined {
    if (!messageProgram) return undefined
    try {
      const { value, cost } = messageProgram.run({ variable, costLimit: Math.min(PER_CALL_LIMIT, this.left) })
      this.left -= cost
      return typeof value === 'string' ? usableMessage(value) : undefined
    } catch (error) {
      // Fall back to the rule's static message.
      if (error instanceof EvaluationError) return undefined
      throw error
    }
  }
}

type Variables = RunOptions['variable']

const own = (object: Record<string, unknown>, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined
