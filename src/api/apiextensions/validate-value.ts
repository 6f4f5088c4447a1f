import { invalid, required, tooMany } from '../../machinery/field-error'
import type { FieldError } from '../../machinery/field-wording'
import { isObject } from '../../machinery/json'
import { behaves } from '../releases/ledger'
import { repeatedAt } from '../../machinery/json-text'
import { PatternBudget } from '../../machinery/patterns/pattern-budget'
import type { JsonSchema } from './definition'
import { ScalarChecks } from './scalar-checks'
import { composite, inBody, ValueResult } from './value-result'

/**
 * Validates a value against a custom type's schema: types, required members, enums, bounds, patterns, formats and combinators. `path` is
 * that of the value, empty at the root; combinator errors have no field of their own.
 */
export function validateValue(value: unknown, schema: JsonSchema, path: string, release: number): FieldError[] {
  return new Checker(release).check(value, schema, path).errors
}

class Checker {
  private readonly scalars: ScalarChecks
  constructor(private readonly release: number) {
    this.scalars = new ScalarChecks(release, new PatternBudget())
  }

  check(value: unknown, schema: JsonSchema, path: string): ValueResult {
    const result = new ValueResult()
    if (value === null || value === undefined) {
      this.scalars.type(null, schema, path, result)
      this.scalars.enumeration(null, schema, path, result)
      return result
    }
    this.scalars.type(value, schema, path, result)
    this.combinations(value, schema, path, result)
    if (typeof value === 'string') this.scalars.text(value, schema, path, result)
    else if (typeof value === 'number' || typeof value === 'bigint') this.scalars.number(value, schema, path, result)
    else if (Array.isArray(value)) this.list(value, schema, path, result)
    this.scalars.enumeration(value, schema, path, result)
    if (isObject(value)) this.members(value, schema, path, result)
    result.matches += 3
    return result
  }

  private list(value: readonly unknown[], schema: JsonSchema, path: string, result: ValueResult): void {
    const { items, maxItems, minItems, uniqueItems } = schema
    result.matches += 2
    if (items && !Array.isArray(items))
      value.forEach((item, i) => result.merge(this.check(item, items, this.itemPath(path, i))))
    if (minItems !== undefined && value.length < minItems)
      result.add(invalid(path, value.length, inBody(path, `should have at least ${minItems} items`)))
    if (maxItems !== undefined && value.length > maxItems)
      result.add(this.tooMany(path, value.length, maxItems, 'items'))
    if (uniqueItems && repeatedAt(value).size > 0)
      result.add(invalid(path, '', inBody(path, "shouldn't contain duplicates")))
  }

  private itemPath(path: string, position: number): string {
    return behaves('custom-type-index-brackets', this.release) ? `${path}[${position}]` : path
  }

  private tooMany(path: string, actual: number, max: number, what: string): FieldError {
    return behaves('custom-type-specific-causes', this.release)
      ? tooMany(path, actual, max)
      : // For properties the message gives the limit, for items the actual count.
        invalid(path, what === 'items' ? actual : max, inBody(path, `should have at most ${max} ${what}`))
  }

  private members(value: Record<string, unknown>, schema: JsonSchema, path: string, result: ValueResult): void {
    const { properties = {}, additionalProperties, maxProperties, minProperties } = schema
    const keys = Object.keys(value)
    const below = (key: string): string => (path === '' ? key : `${path}.${key}`)
    result.matches += 1
    if (minProperties !== undefined && keys.length < minProperties)
      return result.add(invalid(path, minProperties, inBody(path, `should have at least ${minProperties} properties`)))
    if (maxProperties !== undefined && keys.length > maxProperties)
      return result.add(this.tooMany(path, keys.length, maxProperties, 'properties'))
    for (const key of keys) {
      if (Object.hasOwn(properties, key)) continue
      if (additionalProperties === false) result.add(invalid(path, '', `${below(key)} in body is a forbidden property`))
      else if (typeof additionalProperties === 'object')
        result.merge(this.check(value[key], additionalProperties, below(key)))
    }
    for (const [key, property] of Object.entries(properties))
      if (Object.hasOwn(value, key)) result.merge(this.check(value[key], property, below(key)))
    for (const key of schema.required ?? []) if (!Object.hasOwn(value, key)) result.add(required(below(key)))
  }

  private combinations(value: unknown, schema: JsonSchema, path: string, result: ValueResult): void {
    const { anyOf = [], oneOf = [], allOf = [], not } = schema
    const checked = (schemas: readonly JsonSchema[]): ValueResult[] =>
      schemas.map((one) => this.check(value, one, path))
    result.matches += 2
    if (anyOf.length > 0) {
      const results = checked(anyOf)
      const first = results.find(({ valid }) => valid)
      if (!first) result.add(composite(path, 'must validate at least one schema (anyOf)'))
      result.merge(first ?? closest(results))
    }
    if (oneOf.length > 0) {
      const results = checked(oneOf)
      const valid = results.filter((one) => one.valid)
      if (valid.length !== 1) {
        const found = valid.length === 0 ? 'Found none valid' : `Found ${valid.length} valid alternatives`
        result.add(composite(path, `must validate one and only one schema (oneOf). ${found}`))
      }
      if (valid.length < 2) result.merge(valid[0] ?? closest(results))
    }
    if (allOf.length > 0) {
      const results = checked(allOf)
      for (const one of results) result.merge(one)
      const valid = results.filter((one) => one.valid).length
      if (valid !== results.length)
        result.add(composite(path, `must validate all the schemas (allOf)${valid === 0 ? '. None validated' : ''}`))
    }
    if (not && this.check(value, not, path).valid) result.add(composite(path, 'must not validate the schema (not)'))
  }
}

/** The alternative that satisfied the most checks; its errors are likely the relevant ones. */
const closest = (results: readonly ValueResult[]): ValueResult =>
  results.reduce((best, one) => (one.matches > best.matches ? one : best))
