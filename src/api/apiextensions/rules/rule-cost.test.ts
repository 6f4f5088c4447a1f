import { expect, it } from 'vitest'
import { Environment } from '../../../expressions/environment'
import { compile } from '../../../expressions/program'
import { languageOf } from '../../policies/language'
import type { JsonSchema } from '../definition'
import { declaredType } from './declared-type'
import { expressionCost } from './rule-cost'

const NEWEST = 36

function costOf(rule: string, schema: JsonSchema): number {
  const self = declaredType(schema, 'self')
  const environment = new Environment({ ...languageOf(NEWEST), variables: self ? { self, oldSelf: self } : {} })
  return expressionCost(compile(rule, environment), environment, { schema, whole: false })
}

const str: JsonSchema = { type: 'string' }
const int: JsonSchema = { type: 'integer' }
const listOf = (items: JsonSchema, maxItems?: number): JsonSchema => ({
  type: 'array',
  items,
  ...(maxItems !== undefined && { maxItems }),
})
const mapOf = (additionalProperties: JsonSchema): JsonSchema => ({ type: 'object', additionalProperties })
const obj = (properties: Record<string, JsonSchema>): JsonSchema => ({ type: 'object', properties })
const named = (maxLength?: number): JsonSchema => ({ ...str, ...(maxLength !== undefined && { maxLength }) })
const intOrString: JsonSchema = { 'x-orch-int-or-string': true }

// A string has at most 3,145,726 bytes, and a list of n-byte items at most 3,145,726 / (n + 1) of them.
it.each<[string, JsonSchema, string, number]>([
  ['a list of numbers, as long as a request can be', listOf(int), 'self.all(x, true)', 2 + 3 * 1_572_863],
  ['a list of limited length', listOf(int, 10), 'self.all(x, true)', 32],
  ['a list inside a loop over itself', listOf(int, 10), 'self.all(x, self.all(y, true))', 352],
  ['a list that decides by a number', listOf(int), 'self.exists(e, e > 2)', 2 + 6 * 1_572_863],
  ['a list whose items are counted', listOf(str), 'self.exists_one(e, e == "a")', 3 + 4 * 1_048_575],
  ['a list that is filtered', listOf(int), 'self.filter(e, e % 2 == 0).size() == 3', 14 + 16 * 1_572_863],
  ['a list and what a loop made of it', listOf(int, 10), 'self.map(e, e * 2).size() == 3', 154],
  ['a map, whose keys count nothing', mapOf(int), 'self.all(k, self[k] > 0)', 2 + 7 * 449_389],
  ['a string', str, 'self.contains("test")', 314_574],
  ['a short string', named(10), 'self.contains("test")', 5],
  ['the start of a string', str, 'self.startsWith("test")', 2],
  ['a string in capitals', str, 'self.lowerAscii() == "a"', 314_575],
  ['a pattern', named(50), 'self.matches("x")', 22],
  ['one of a few strings', { ...str, enum: ['A', 'B', 'LongValue'] }, 'self.contains("A")', 2],
  ['two strings', obj({ a: str, b: str }), 'self.a == self.b', 314_577],
  ['a string and its limited parts', obj({ a: str, b: named(2) }), 'self.a.split(self.b) == []', 629_160],
  ['dates', obj({ a: { ...str, format: 'date' } }), 'self.a == self.a', 6],
  ['bytes', obj({ a: { ...str, format: 'byte' } }), 'size(self.a) == 2', 4],
  ['has(), which is free', obj({ a: obj({ b: int }) }), 'has(self.a.b)', 2],
  ['integers or strings', obj({ a: intOrString }), 'self.a == 1 || self.a == "25%"', 6],
  ['a choice', obj({ a: int, b: str }), 'self.a > 1 ? self.b == self.b : true', 3 + 314_577],
  ['a quantity', str, 'quantity(self) == quantity("1")', 314_576],
  ['an optional value', listOf(str), 'self[?0].optMap(v, v == "a").hasValue()', 20],
  ['type names', obj({ a: { ...str, format: 'duration' } }), 'type(self.a) == google.protobuf.Duration', 4],
  ['a value with a name of its own', obj({ a: int }), 'cel.bind(x, self.a, x > 0 && x < 9)', 16],
  ['a list that is sorted', listOf(int, 10), 'self.sort() == self', 214],
  ['a list that is sorted by its items', listOf(str, 10), 'self.sortBy(x, x.size()) == self', 377],
  ['addresses', named(10), "cidr('10.0.0.0/8').containsIP(ip(self))", 10],
])('an estimate includes %s', (_, schema, rule, cost) => expect(costOf(rule, schema)).toBe(cost))

it.each<[string, JsonSchema, string]>([
  ['text made of a number', obj({ a: int }), "'a is ' + string(self.a) != ''"],
  ['loops in loops over unlimited lists', listOf(int), 'self.all(x, self.all(y, x == y))'],
])('an estimate has no limit for %s', (_, schema, rule) => expect(costOf(rule, schema)).toBeGreaterThan(10_000_000))
