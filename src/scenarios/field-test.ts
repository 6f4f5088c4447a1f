import { equal } from '../machinery/json'
import { compilePattern } from '../machinery/patterns/regular-expression'
import { valuesAt } from './field-path'
import type { FieldTest } from './check'

const contains = (value: unknown, part: unknown): boolean =>
  Array.isArray(value)
    ? value.some((item) => equal(item, part))
    : typeof value === 'string' && typeof part === 'string' && value.includes(part)

type Tests = {
  readonly [K in Exclude<keyof FieldTest, 'path' | 'not' | 'exists'>]: (value: unknown, expected: unknown) => boolean
}

const TESTS: Tests = {
  is: (value, expected) => equal(value, expected),
  in: (value, expected) => Array.isArray(expected) && expected.some((one) => equal(one, value)),
  matches: (value, expected) => typeof value === 'string' && compilePattern(String(expected))?.test(value) === true,
  contains,
  count: (value, expected) => Array.isArray(value) && value.length === expected,
  atLeast: (value, expected) => typeof value === 'number' && value >= Number(expected),
  atMost: (value, expected) => typeof value === 'number' && value <= Number(expected),
}

/** Whether a field of an answer passes the test. With `[*]` one matching item is enough; `not` and `exists` consider all items. */
export function fieldHolds(answer: unknown, test: FieldTest): boolean {
  const values = valuesAt(answer, test.path)
  if (test.exists !== undefined) return values.length > 0 === test.exists
  if (test.not !== undefined) return !values.some((value) => equal(value, test.not))
  return Object.entries(TESTS).every(([name, holds]) => {
    const expected = test[name as keyof Tests]
    return expected === undefined || values.some((value) => holds(value, expected))
  })
}
