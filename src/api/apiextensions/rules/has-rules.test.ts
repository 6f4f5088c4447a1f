import { expect, it } from 'vitest'
import { hasRules } from './has-rules'

const RULES = { 'x-orch-validations': [{ rule: 'self > 1' }] }

it.each<[what: string, schema: object | undefined, expected: boolean]>([
  ['no schema', undefined, false],
  ['a schema without rules', { type: 'object', properties: { a: { type: 'string' } } }, false],
  ['rules at the root', { type: 'object', ...RULES }, true],
  ['rules of a field', { type: 'object', properties: { a: { type: 'integer', ...RULES } } }, true],
  ['rules in a definition', { versions: [{ schema: { openAPIV3Schema: { type: 'object', ...RULES } } }] }, true],
  ['an integer beyond 2^53', { type: 'integer', maximum: 9007199254740993n }, false],
  ['rules beside an integer beyond 2^53', { type: 'integer', maximum: 9007199254740993n, ...RULES }, true],
])('%s: %s', (_what, schema, expected) => {
  expect(hasRules(schema)).toBe(expected)
})
