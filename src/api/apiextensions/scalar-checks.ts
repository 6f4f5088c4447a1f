import { invalid, notSupported, tooLong, typeInvalid } from '../../machinery/field-error'
import { canonicalJson } from '../../machinery/json-text'
import type { PatternBudget } from '../../machinery/patterns/pattern-budget'
import { compilePattern } from '../../machinery/patterns/regular-expression'
import { behaves } from '../releases/ledger'
import type { JsonSchema } from './definition'
import { enumNames, enumTexts } from './enum-values'
import { hasFormat, isFormat } from './formats'
import { isMultiple } from './multiple'
import { inBody, type ValueResult } from './value-result'

/** What a schema says of a value by itself: its type, its enum, and the bounds of strings and numbers. */
export class ScalarChecks {
  constructor(
    private readonly release: number,
    private readonly budget: PatternBudget,
  ) {}

  type(value: unknown, schema: JsonSchema, path: string, result: ValueResult): void {
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
    else {
      const make = behaves('custom-type-specific-causes', this.release) ? typeInvalid : invalid
      result.add(make(path, actual, inBody(path, `must be of type ${types.join(',')}: "${actual}"`)))
    }
  }

  enumeration(value: unknown, schema: JsonSchema, path: string, result: ValueResult): void {
    const allowed = schema.enum
    if (!allowed?.length || (value !== null && enumTexts(allowed).has(canonicalJson(value)))) return
    result.add(notSupported(path, value, enumNames(allowed)))
  }

  text(value: string, schema: JsonSchema, path: string, result: ValueResult): void {
    const { maxLength, minLength, pattern, format } = schema
    const length = maxLength === undefined && minLength === undefined ? 0 : lengthOf(value)
    // Of length and pattern only the first violation is reported.
    if (maxLength !== undefined && length > maxLength)
      result.add(
        behaves('custom-type-specific-causes', this.release)
          ? tooLong(path, maxLength, `may not be longer than ${maxLength}`)
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

  number(value: number | bigint, schema: JsonSchema, path: string, result: ValueResult): void {
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

const lengthOf = (text: string): number => {
  let length = 0
  for (const _ of text) length += 1
  return length
}
