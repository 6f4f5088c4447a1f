import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../machinery/json'
import { context, int, obj, str, typeOf, widget } from '../custom-type.testing'
import type { KindContext } from '../../kind-context'
import type { JsonSchema, ValidationRule } from '../definition'

const ruled = (schema: JsonSchema, ...rules: ValidationRule[]): JsonSchema => ({
  ...schema,
  'x-orch-validations': rules,
})
/** Messages of a spec, created or in place of an older one. */
function messages(spec: JsonSchema, value: JsonObject, old?: JsonObject, release = 25): string[] {
  return checked(spec, value, old, release).errors
}
/** The same with the warnings. */
function checked(spec: JsonSchema, value: JsonObject, old?: JsonObject, release = 25) {
  const { behaviour } = typeOf(obj({ spec }), {}, release)
  const warnings: string[] = []
  const warned: KindContext = { ...context, warn: (text) => warnings.push(text) }
  const object = widget({ spec: value })
  if (old) behaviour.prepareForUpdate?.(object, widget({ spec: old }), warned)
  const errors = (behaviour.validate?.(object, warned) ?? []).map(({ field, message }) => `${field}: ${message}`)
  return { errors, warnings }
}
const replicas = ruled(obj({ min: int, max: int, name: str }), { rule: 'self.min <= self.max' })
const keyed: JsonSchema = {
  type: 'array',
  'x-orch-list-type': 'map',
  'x-orch-list-map-keys': ['name'],
  items: ruled(obj({ name: str, size: int }, { required: ['name'] }), {
    rule: 'self.size >= oldSelf.size',
    message: 'size must not shrink',
  }),
}

describe('rules of custom types', () => {
  it.each<[string, JsonSchema, JsonObject, JsonObject | undefined, string[]]>([
    ['that hold', replicas, { min: 1, max: 2 }, undefined, []],
    [
      'that fail',
      replicas,
      { min: 3, max: 2 },
      undefined,
      ['spec: Invalid value: "object": failed rule: self.min <= self.max'],
    ],
    [
      'with a message',
      ruled(obj({ a: str }), { rule: "self.a.startsWith('x')", message: 'a must begin with x' }),
      { a: 'y' },
      undefined,
      ['spec: Invalid value: "object": a must begin with x'],
    ],
    [
      'that read what is not there',
      replicas,
      { min: 3 },
      undefined,
      ['spec: Invalid value: "object": no such key: max evaluating rule: self.min <= self.max'],
    ],
    [
      'on fields with dashes and reserved names',
      ruled(obj({ 'a-b': int, namespace: str }), { rule: "self.a__dash__b > 1 && self.__namespace__ == 'n'" }),
      { 'a-b': 2, namespace: 'n' },
      undefined,
      [],
    ],
    [
      'on fields whose names must be escaped',
      ruled(obj({ '.a': int, '-b': int, '/c.d': int, x__y: int, var: int, void: int, while: int, for: int }), {
        rule: '[self.__dot__a, self.__dash__b, self.__slash__c__dot__d, self.x__underscores__y, self.__var__, self.__void__, self.__while__, self.__for__] == [1, 2, 3, 4, 5, 6, 7, 8]',
      }),
      { '.a': 1, '-b': 2, '/c.d': 3, x__y: 4, var: 5, void: 6, while: 7, for: 8 },
      undefined,
      [],
    ],
    ['that compare, on creation', ruled(obj({ a: int }), { rule: 'self.a == oldSelf.a' }), { a: 1 }, undefined, []],
    [
      'that compare, on change',
      ruled(obj({ a: int }), { rule: 'self.a == oldSelf.a' }),
      { a: 1 },
      { a: 2 },
      ['spec: Invalid value: "object": failed rule: self.a == oldSelf.a'],
    ],
    [
      'that compare items by their keys',
      obj({ l: keyed }),
      {
        l: [
          { name: 'b', size: 1 },
          { name: 'a', size: 5 },
        ],
      },
      {
        l: [
          { name: 'a', size: 4 },
          { name: 'b', size: 2 },
        ],
      },
      ['spec.l[0]: Invalid value: "object": size must not shrink'],
    ],
    [
      'on values of maps',
      obj({ m: { type: 'object', additionalProperties: ruled(int, { rule: 'self % 2 == 0' }) } }),
      { m: { x: 3 } },
      undefined,
      ['spec.m[x]: Invalid value: "integer": failed rule: self % 2 == 0'],
    ],
    [
      'on integers beyond 2^53',
      ruled(obj({ a: int }), { rule: 'self.a == 9007199254740993' }),
      { a: 9007199254740993n },
      undefined,
      [],
    ],
    [
      'that cost too much',
      ruled(obj({ l: { type: 'array', items: int } }), {
        rule: 'self.l.all(a, self.l.all(b, self.l.all(c, a + b + c >= 0)))',
      }),
      { l: Array.from({ length: 200 }, (_, i) => i) },
      undefined,
      [
        'spec: Invalid value: "object": \'operation cancelled: actual cost limit exceeded\': no further validation rules will be run due to call cost exceeds limit for rule: self.l.all(a, self.l.all(b, self.l.all(c, a + b + c >= 0)))',
      ],
    ],
  ])('%s', (_, schema, value, old, expected) => expect(messages(schema, value, old)).toEqual(expected))

  it.each<[string, JsonSchema, JsonObject, JsonObject | undefined, readonly string[], readonly string[]]>([
    [
      'of a value that was invalid before',
      obj({ a: ruled(int, { rule: 'self < 3' }), b: int }),
      { a: 5, b: 2 },
      { a: 5, b: 1 },
      [],
      ['spec.a: Invalid value: "integer": failed rule: self < 3'],
    ],
    [
      'of items without keys in a list that was the same before',
      obj({ l: { type: 'array', items: ruled(int, { rule: 'self < 3' }) }, b: int }),
      { l: [1, 5], b: 2 },
      { l: [1, 5], b: 1 },
      [],
      ['spec.l[1]: Invalid value: "integer": failed rule: self < 3'],
    ],
    [
      'not of items without keys in a list that changes',
      obj({ l: { type: 'array', items: ruled(int, { rule: 'self < 3' }) } }),
      { l: [1, 5] },
      { l: [5] },
      ['spec.l[1]: Invalid value: "integer": failed rule: self < 3'],
      [],
    ],
    [
      'not of a rule that cannot be evaluated',
      obj({ a: ruled(obj({ c: int }), { rule: 'self.c < 3' }), b: int }),
      { a: {}, b: 2 },
      { a: {}, b: 1 },
      ['spec.a: Invalid value: "object": no such key: c evaluating rule: self.c < 3'],
      [],
    ],
  ])('that fail cause warnings %s', (_, schema, value, old, errors, warnings) =>
    expect(checked(schema, value, old, 30)).toEqual({ errors, warnings }),
  )

  it.each<[string, JsonSchema, JsonObject, JsonObject | undefined, readonly string[]]>([
    ['null', obj({ a: ruled({ ...int, nullable: true }, { rule: 'self > 3' }) }), { a: null }, undefined, []],
    [
      'what was null, if they compare',
      obj({ a: ruled({ ...int, nullable: true }, { rule: 'self == oldSelf' }) }),
      { a: 1 },
      { a: null },
      [],
    ],
  ])('are not run on %s', (_, schema, value, old, errors) => expect(messages(schema, value, old, 30)).toEqual(errors))

  it.each<[string, string, string]>([
    ['a property in brackets', ".a['b']", 'spec.a.b'],
    ['a key of a map', ".m['x.y']", 'spec.m[x.y]'],
  ])('report %s of fieldPath', (_, fieldPath, field) =>
    expect(
      messages(
        ruled(obj({ a: obj({ b: int }), m: { type: 'object', additionalProperties: int } }), {
          rule: 'false',
          fieldPath,
        }),
        {},
        undefined,
        28,
      ),
    ).toEqual([`${field}: Invalid value: "object": failed rule: false`]),
  )

  const texts = (type: string): JsonSchema => ({ type: 'array', items: str, 'x-orch-list-type': type })
  const byName: JsonSchema = {
    type: 'array',
    'x-orch-list-type': 'map',
    'x-orch-list-map-keys': ['name', '@id'],
    items: obj({ name: str, '@id': str, size: int }, { required: ['name', '@id'] }),
  }
  const item = (name: string, id: string, size: number): JsonObject => ({ name, '@id': id, size })
  it.each<[string, JsonSchema, JsonObject, string, boolean]>(
    [
      ['order in a set', texts('set'), ['a', 'b'], "self.l == ['b', 'a']", true],
      ['order in a plain list', texts('atomic'), ['a', 'b'], "self.l == ['b', 'a']", false],
      ['items added to a set', texts('set'), ['a', 'b'], "self.l + ['b', 'c'] == ['c', 'b', 'a']", true],
      ['items added to a plain list', texts('atomic'), ['a'], "self.l + ['a'] == ['a', 'a']", true],
      ['other items of a set', texts('set'), ['a', 'b'], "self.l == ['a', 'c']", false],
      [
        'order in a list with keys',
        byName,
        [item('a', '1', 1), item('b', '1', 2)],
        'self.l == [self.l[1], self.l[0]]',
        true,
      ],
      [
        'keys without a name in expressions',
        byName,
        [item('a', '1', 1), item('a', '2', 1)],
        'self.l[0] != self.l[1]',
        true,
      ],
      ['items added to a list with keys', byName, [item('a', '1', 1)], '(self.l + self.l).size() == 1', true],
    ].map(
      ([name, schema, list, rule, holds]) =>
        [name, schema, { l: list }, rule, holds] as [string, JsonSchema, JsonObject, string, boolean],
    ),
  )('compare %s', (_, schema, value, rule, holds) =>
    expect(messages(ruled(obj({ l: schema }), { rule }), value, undefined, 35)).toHaveLength(holds ? 0 : 1),
  )

  it.each<[string, JsonSchema, JsonObject, string]>([
    ['is null', { ...str, nullable: true }, { a: null }, '!has(self.a)'],
    ['is null and an integer or text', { 'x-orch-int-or-string': true, nullable: true }, { a: null }, '!has(self.a)'],
    [
      'is a map with a null',
      { type: 'object', additionalProperties: { ...str, nullable: true } },
      { a: { k: null } },
      "'k' in self.a",
    ],
  ])('see a field that %s', (_, schema, value, rule) =>
    expect(messages(ruled(obj({ a: schema }), { rule }), value, undefined, 35)).toEqual([]),
  )

  it('compare fields that are not declared', () => {
    const open: JsonSchema = { type: 'object', 'x-orch-preserve-unknown-fields': true }
    const rule = { rule: 'self.a != self.b && self.a == self.c' }
    const value = { a: { x: 1 }, b: { x: 2 }, c: { x: 1 } }
    expect(messages(ruled(obj({ a: open, b: open, c: open }), rule), value, undefined, 35)).toEqual([])
  })

  it.each<[number, JsonSchema, unknown, string]>([
    [34, str, 'x', 'Invalid value: "string": no'],
    [35, str, 'x', 'Invalid value: "x": no'],
    [34, obj({ b: int }), { b: 1 }, 'Invalid value: "object": no'],
    [35, obj({ b: int }), { b: 1 }, 'Invalid value: no'],
    [35, texts('atomic'), ['x'], 'Invalid value: no'],
    [35, int, 7, 'Invalid value: 7: no'],
  ])('print in 1.%i what they are about', (release, schema, value, text) => {
    const rule = { rule: '1 > 2', message: 'no' }
    expect(messages(obj({ a: ruled(schema, rule) }), { a: value } as JsonObject, undefined, release)).toEqual([
      `spec.a: ${text}`,
    ])
  })

  it('report that no overload fits', () =>
    expect(
      messages(ruled(obj({ p: { 'x-orch-int-or-string': true } }), { rule: 'self.p < 3' }), { p: 'x' }, undefined, 28),
    ).toEqual([
      `spec: Invalid value: "object": 'no such overload: _<_(string, int)': call arguments did not match a supported operator, function or macro signature for rule: self.p < 3`,
    ]))

  it('are not run on values of the wrong type', () =>
    expect(messages(replicas, { min: 'x', max: 2 })).toEqual([
      expect.stringContaining('must be of type integer'),
      expect.stringContaining('some validation rules were not checked'),
    ]))
  it('are unknown to earlier releases', () => expect(messages(replicas, { min: 3, max: 2 }, undefined, 22)).toEqual([]))

  it('read fields that are reserved words by their own names, from 1.32 on', () =>
    expect(
      messages(ruled(obj({ namespace: str }), { rule: "self.namespace == 'n'" }), { namespace: 'm' }, undefined, 32),
    ).toEqual(['spec: Invalid value: "object": failed rule: self.namespace == \'n\'']))

  it.each<[string, JsonSchema, JsonObject, JsonObject | undefined, number, string[]]>([
    [
      'makes its message',
      ruled(obj({ a: int }), { rule: 'self.a < 3', message: 'small', messageExpression: "'a is ' + string(self.a)" }),
      { a: 5 },
      undefined,
      27,
      ['spec: Invalid value: "object": a is 5'],
    ],
    [
      'tells its message where the expression fails',
      ruled(obj({ a: int, b: str }), { rule: 'self.a < 3', message: 'small', messageExpression: 'self.b' }),
      { a: 5 },
      undefined,
      27,
      ['spec: Invalid value: "object": small'],
    ],
    [
      'tells its message where the expression makes several lines',
      ruled(obj({ a: int }), { rule: 'self.a < 3', messageExpression: "'a\\nb'" }),
      { a: 5 },
      undefined,
      27,
      ['spec: Invalid value: "object": failed rule: self.a < 3'],
    ],
    [
      'has a reason and a field',
      ruled(obj({ a: obj({ b: int }) }), { rule: 'self.a.b < 3', reason: 'FieldValueForbidden', fieldPath: '.a.b' }),
      { a: { b: 5 } },
      undefined,
      28,
      ['spec.a.b: Forbidden: failed rule: self.a.b < 3'],
    ],
    [
      'runs on creation where the old value is optional',
      ruled(obj({ a: int }), {
        rule: 'oldSelf.hasValue() || self.a == 1',
        optionalOldSelf: true,
        message: 'a must be 1 at first',
      }),
      { a: 2 },
      undefined,
      30,
      ['spec: Invalid value: "object": a must be 1 at first'],
    ],
    [
      'may be broken still by what stays',
      obj({ a: ruled(int, { rule: 'self < 3' }), b: int }),
      { a: 5, b: 2 },
      { a: 5, b: 1 },
      30,
      [],
    ],
    [
      'may be broken by what stays in the gate’s releases only',
      obj({ a: ruled(int, { rule: 'self < 3' }), b: int }),
      { a: 5, b: 2 },
      { a: 5, b: 1 },
      29,
      ['spec.a: Invalid value: "integer": failed rule: self < 3'],
    ],
    [
      'compares what stays all the same',
      obj({ a: ruled(int, { rule: 'self > oldSelf' }) }),
      { a: 5 },
      { a: 5 },
      30,
      ['spec.a: Invalid value: "integer": failed rule: self > oldSelf'],
    ],
  ])('%s', (_, schema, value, old, release, expected) =>
    expect(messages(schema, value, old, release)).toEqual(expected),
  )

  it.each<[string, JsonSchema, JsonObject, JsonObject, number]>([
    [
      'a value that is kept',
      obj({ a: { type: 'string', maxLength: 2 }, b: int }),
      { a: 'long', b: 2 },
      { a: 'long', b: 1 },
      0,
    ],
    ['a value that changes', obj({ a: { type: 'string', maxLength: 2 } }), { a: 'other' }, { a: 'long' }, 1],
    [
      'an item that is kept',
      obj({ l: { ...keyed, items: obj({ name: str, s: { type: 'string', enum: ['x'] } }) } }),
      { l: [{ name: 'b' }, { name: 'a', s: 'y' }] },
      { l: [{ name: 'a', s: 'y' }] },
      0,
    ],
    [
      'an item of a list without keys',
      obj({ l: { type: 'array', items: { type: 'string', enum: ['x'] } } }),
      { l: ['z', 'y'] },
      { l: ['y'] },
      2,
    ],
  ])('a schema judges %s as the release does', (_, schema, value, old, errors) => {
    expect(messages(schema, value, old, 30)).toHaveLength(errors)
    expect(messages(schema, value, old, 25).length).toBeGreaterThan(0)
  })
})
