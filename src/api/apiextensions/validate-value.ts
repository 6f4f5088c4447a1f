import {
  invalid,
  notSupported,
  required,
  tooLong,
  tooMany,
  typeInvalid,
  type FieldError,
} from '../../machinery/field-error'
import { isObject } from '../../machinery/json'
import { behaves } from '../releases/ledger'
import { compilePattern } from '../../machinery/patterns/regular-expression'
import { canonicalJson, repeatedAt } from '../../machinery/json-text'
import { PatternBudget } from '../../machinery/patterns/pattern-budget'
import type { JsonSchema } from './definition'
import { hasFormat, isFormat } from './formats'
import { composite, ValueResult } from './value-result'
import { isMultiple } from './multiple'
import { enumTexts, enumNames } from './enum-values'

/**
 * Validates a value against a custom type's schema: types, required members, enums, bounds, patterns, formats and combinators. `path` is
 * that of the value, empty at the root; combinator errors have no field of their own.
 */
export function validateValue(value: unknown, schema: JsonSchema, path: string, release: number): FieldError[] {
  return new Checker(release).check(value, schema, path).errors
}

const typeOf = (value: unknown): string => {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'array'
  // A number outside the safe range was not written as an int64 integer.
  return typeof value === 'bigint' || Number.isSafeInteger(value) ? 'integer' : typeof value
}
/** With a format, types of strings and lists are left to the format check, which only looks at strings. */
const isLeftToFormat = (actual: string, { format }: JsonSchema, types: readonly string[]): boolean =>
  format !== undefined &&
  isFormat(format) &&
  (actual === 'string' || actual === 'array') &&
  !types.some((type) => type === 'integer' || type === 'number')

const inBody = (path: string, why: string): string => `${path} in body ${why}`
const lengthOf = (text: string): number => {
  let length = 0
  for (const _ of text) length += 1
  return length
}

class Checker {
  private readonly budget = new PatternBudget()
  constructor(private readonly release: number) {}

  check(value: unknown, schema: JsonSchema, path: string): ValueResult {
    const result = new ValueResult()
    if (value === null || value === undefined) {
      this.type(null, schema, path, result)
      this.enumeration(null, schema, path, result)
      return result
    }
    this.type(value, schema, path, result)
    this.combinations(value, schema, path, result)
    if (typeof value === 'string') this.text(value, schema, path, result)
    else if (typeof value === 'number' || typeof value === 'bigint') this.number(value, schema, path, result)
    else if (Array.isArray(value)) this.list(value, schema, path, result)
    this.enumeration(value, schema, path, result)
    if (isObject(value)) this.members(value, schema, path, result)
    result.matches += 3
    return result
  }

  private type(value: unknown, schema: JsonSchema, path: string, result: ValueResult): void {
    const types = schema['x-orch-int-or-string'] ? ['integer', 'string'] : schema.type ? [schema.type] : []
    if (types.length === 0) return
    result.matches += 1
    const actual = typeOf(value)
    const fits =
      value === null
        ? schema.nullable === true
        : types.some((type) => type === actual || (type === 'number' && actual === 'integer')) ||
          isLeftToFormat(actual, schema, types)
    if (fits) result.matches += 1
    else result.add(this.wrongType(path, actual, types.join(',')))
  }

  private wrongType(path: string, actual: string, expected: string): FieldError {
    const make = behaves('custom-type-specific-causes', this.release) ? typeInvalid : invalid
    return make(path, actual, inBody(path, `must be of type ${expected}: "${actual}"`))
  }

  private enumeration(value: unknown, schema: JsonSchema, path: string, result: ValueResult): void {
    const allowed = schema.enum
    if (!allowed?.length || (value !== null && enumTexts(allowed).has(canonicalJson(value)))) return
    result.add(notSupported(path, value, enumNames(allowed)))
  }

  private text(value: string, schema: JsonSchema, path: string, result: ValueResult): void {
    const { maxLength, minLength, pattern, format } = schema
    const length = maxLength === undefined && minLength === undefined ? 0 : lengthOf(value)
    // Of length and pattern only the first violation is reported.
    if (maxLength !== undefined && length > maxLength)
      result.add(
        behaves('custom-type-specific-causes', this.release)
          ? tooLong(path, maxLength)
          : invalid(path, value, inBody(path, `should be at most ${maxLength} chars long`)),
      )
    else if (minLength !== undefined && length < minLength)
      result.add(invalid(path, value, inBody(path, `should be at least ${minLength} chars long`)))
    else if (pattern) this.pattern(value, pattern, path, result)
    if (format && (schema.type === 'string' || !schema.type) && hasFormat(value, format) === false)
      result.add(invalid(path, value, inBody(path, `must be of type ${format}: "${value}"`)))
  }

  private pattern(value: string, pattern: string, path: string, result: ValueResult): void {
    const compiled = compilePattern(pattern)
    const matches = compiled ? compiled.test(value, this.budget) : false
    if (matches === undefined)
      result.add(invalid(path, '', inBody(path, `takes too long to compare with '${pattern}'`)))
    else if (!matches) result.add(invalid(path, value, inBody(path, `should match '${pattern}'`)))
  }

  private number(value: number | bigint, schema: JsonSchema, path: string, result: ValueResult): void {
    const { maximum, exclusiveMaximum, minimum, exclusiveMinimum, multipleOf } = schema
    result.matches += 1
    if (multipleOf !== undefined && !isMultiple(value, multipleOf))
      result.add(invalid(path, value, inBody(path, `should be a multiple of ${multipleOf}`)))
    if (maximum !== undefined && (exclusiveMaximum ? value >= maximum : value > maximum))
      result.add(
        invalid(path, value, inBody(path, `should be less than ${exclusiveMaximum ? '' : 'or equal to '}${maximum}`)),
      )
    if (minimum !== undefined && (exclusiveMinimum ? value <= minimum : value < minimum))
      result.add(
        invalid(
          path,
          value,
          inBody(path, `should be greater than ${exclusiveMinimum ? '' : 'or equal to '}${minimum}`),
        ),
      )
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
    const told = (schemas: readonly JsonSchema[]): ValueResult[] => schemas.map((one) => this.check(value, one, path))
    result.matches += 2
    if (anyOf.length > 0) {
      const results = told(anyOf)
      const first = results.find(({ valid }) => valid)
      if (!first) result.add(composite(path, 'must validate at least one schema (anyOf)'))
      result.merge(first ?? closest(results))
    }
    if (oneOf.length > 0) {
      const results = told(oneOf)
      const valid = results.filter((one) => one.valid)
      if (valid.length !== 1) {
        const found = valid.length === 0 ? 'Found none valid' : `Found ${valid.length} valid alternatives`
        result.add(composite(path, `must validate one and only one schema (oneOf). ${found}`))
      }
      if (valid.length < 2) result.merge(valid[0] ?? closest(results))
    }
    if (allOf.length > 0) {
      const results = told(allOf)
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
