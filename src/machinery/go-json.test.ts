import { expect, test } from 'vitest'
import { writeGoJson } from './go-json'

test.each([
  [{ b: [1, null], a: '<&>' }, String.raw`{"a":"\u003c\u0026\u003e","b":[1,null]}`],
  [{ a: undefined, n: 2n ** 60n }, '{"n":1152921504606846976}'],
])('%s', (value, text) => {
  expect(writeGoJson(value)).toBe(text)
})
