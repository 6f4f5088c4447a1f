import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'
import { customResourceDefinition as kind } from '../../kinds/apiextensions/custom-resource-definition/custom-resource-definition'
import type { JsonSchema } from '../definition'
import {
  obj,
  str,
  open,
  ofSchema,
  version,
  context,
  crd,
  create,
  created,
  update,
  ROOT,
  invalidFields,
  required,
  forbiddenFields,
  A,
} from './definition.testing'

const RULE = `${A}.x-orch-validations[0]`

describe('a schema is refused', () => {
  it.each<[string, JsonSchema, string[]]>([
    ['a field without a type', obj({ a: {} }), required(`${A}.type`)],
    ['an item without a type', obj({ a: { type: 'array', items: {} } }), required(`${A}.items.type`)],
    ['a list without items', obj({ a: { type: 'array' } }), required(`${A}.items`)],
    ['an unknown type', obj({ a: { type: 'text' } }), [`FieldValueNotSupported ${A}.type`]],
    [
      'the null type',
      obj({ a: { type: 'null' } }),
      [...forbiddenFields(`${A}.type`), `FieldValueNotSupported ${A}.type`],
    ],
    [
      'structure in anyOf',
      obj({ a: { type: 'string', anyOf: [{ type: 'string' }] } }),
      forbiddenFields(`${A}.anyOf[0].type`),
    ],
    ['structure in not', obj({ a: { type: 'string', not: { default: 'x' } } }), forbiddenFields(`${A}.not.default`)],
    [
      'a condition on what is not there',
      obj({ b: str }, { oneOf: [{ properties: { c: { pattern: 'x' } } }] }),
      required(`${ROOT}.properties[c]`),
    ],
    [
      'a condition on metadata',
      obj({ metadata: { type: 'object' } }, { allOf: [{ properties: { metadata: {} } }] }),
      forbiddenFields(`${ROOT}.allOf[0].properties[metadata]`),
    ],
    [
      'metadata of its own',
      obj({ metadata: obj({ labels: { type: 'object' } }) }),
      forbiddenFields(`${ROOT}.properties[metadata]`),
    ],
    ['metadata with a name', obj({ metadata: obj({ name: { type: 'string', pattern: '^a' } }) }), []],
    ['a kind that is no text', obj({ kind: { type: 'integer' } }), invalidFields(`${ROOT}.properties[kind].type`)],
    [
      'any fields at the root',
      { type: 'object', additionalProperties: str },
      forbiddenFields(`${ROOT}.additionalProperties`),
    ],
    [
      'fields and any fields',
      obj({ a: { ...obj({ b: str }), additionalProperties: str } }),
      forbiddenFields(`${A}.additionalProperties`),
    ],
    ['a bad pattern', obj({ a: { type: 'string', pattern: '(' } }), invalidFields(`${A}.pattern`)],
    ['a pattern that looks ahead', obj({ a: { type: 'string', pattern: '(?=x)' } }), invalidFields(`${A}.pattern`)],
    ['unique items', obj({ a: { type: 'array', items: str, uniqueItems: true } }), forbiddenFields(`${A}.uniqueItems`)],
    [
      'words that are not supported',
      obj({
        a: {
          type: 'string',
          id: 'x',
          $ref: '#',
          definitions: { x: {} },
          dependencies: { x: ['y'] },
          patternProperties: { x: {} },
        },
      }),
      forbiddenFields(
        ...['$ref', 'definitions', 'dependencies', 'id', 'patternProperties'].map((word) => `${A}.${word}`),
      ),
    ],
    ['no dependencies', obj({ a: { type: 'string', dependencies: {} } }), forbiddenFields(`${A}.dependencies`)],
    ['a list of item schemas', obj({ a: { type: 'array', items: [str] } }), forbiddenFields(`${A}.items`)],
    ['a word of other schemas, and nothing else at first', obj({ a: { $ref: '#/x' } }), forbiddenFields(`${A}.$ref`)],
    ['a word that is known but not structural', obj({ a: { type: 'string', $schema: 'x' } }), invalidFields(ROOT)],
    ['a default of null, which is none', obj({ a: { type: 'string', default: null, example: null } }), []],
    [
      'a default of another type',
      obj({ a: { type: 'integer', default: 'x' } }),
      [`FieldValueTypeInvalid ${A}.default`],
    ],
    [
      'a default that is not enumerated',
      obj({ a: { type: 'string', enum: ['x'], default: 'z' } }),
      [`FieldValueNotSupported ${A}.default`],
    ],
    [
      'a default with unknown fields',
      obj({ a: obj({ b: str }, { default: { c: 'unknown' } }) }),
      invalidFields(`${A}.default`),
    ],
    [
      'a default whose part is wrong',
      obj({ a: obj({ b: { type: 'array', items: str } }, { default: { b: [1] } }) }),
      [`FieldValueTypeInvalid ${A}.default.b[0]`],
    ],
    [
      'a default of the kind',
      obj({ kind: { type: 'string', default: 'X' } }),
      forbiddenFields(`${ROOT}.properties[kind].default`),
    ],
    [
      'an unknown list type',
      obj({ a: { type: 'array', items: str, 'x-orch-list-type': 'bag' } }),
      [`FieldValueNotSupported ${A}.x-orch-list-type`],
    ],
    [
      'a keyed list without keys',
      obj({ a: { type: 'array', items: obj({ k: str }), 'x-orch-list-type': 'map' } }),
      required(`${A}.x-orch-list-map-keys`),
    ],
    [
      'keys that are no fields',
      obj({
        a: { type: 'array', items: obj({ k: str }), 'x-orch-list-type': 'map', 'x-orch-list-map-keys': ['missing'] },
      }),
      invalidFields(`${A}.x-orch-list-map-keys`),
    ],
    [
      'keys that may be absent',
      obj({ a: { type: 'array', items: obj({ k: str }), 'x-orch-list-type': 'map', 'x-orch-list-map-keys': ['k'] } }),
      required(`${A}.items.properties[k].default`),
    ],
    [
      'keys that are lists',
      obj({
        a: {
          type: 'array',
          items: obj({ k: { type: 'array', items: str } }, { required: ['k'] }),
          'x-orch-list-type': 'map',
          'x-orch-list-map-keys': ['k', 'k'],
        },
      }),
      invalidFields(`${A}.items.properties[k].type`, `${A}.items.properties[k].type`, `${A}.x-orch-list-map-keys`),
    ],
    [
      'keys without a keyed list',
      obj({ a: { type: 'array', items: obj({ k: str }), 'x-orch-list-map-keys': ['k'] } }),
      required(`${A}.x-orch-list-type`),
    ],
    [
      'a set of objects',
      obj({ a: { type: 'array', items: obj({ k: str }), 'x-orch-list-type': 'set' } }),
      invalidFields(`${A}.items.x-orch-map-type`),
    ],
    [
      'a set of atomic objects',
      obj({ a: { type: 'array', items: obj({ k: str }, { 'x-orch-map-type': 'atomic' }), 'x-orch-list-type': 'set' } }),
      [],
    ],
    ['a list type of no list', obj({ a: { type: 'string', 'x-orch-list-type': 'set' } }), invalidFields(`${A}.type`)],
    [
      'a map type of no map',
      obj({ a: { type: 'string', 'x-orch-map-type': 'loose' } }),
      [...invalidFields(`${A}.type`), `FieldValueNotSupported ${A}.x-orch-map-type`],
    ],
    [
      'pruning switched on in words',
      obj({ a: { type: 'object', 'x-orch-preserve-unknown-fields': false } }),
      invalidFields(`${A}.x-orch-preserve-unknown-fields`),
    ],
    [
      'an embedded text',
      obj({ a: { type: 'string', 'x-orch-embedded-resource': true, 'x-orch-preserve-unknown-fields': true } }),
      invalidFields(`${A}.type`),
    ],
    [
      'an embedded nothing',
      obj({ a: { type: 'object', 'x-orch-embedded-resource': true } }),
      required(`${A}.properties`),
    ],
    [
      'integer or string',
      obj({
        a: { 'x-orch-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }], pattern: '^[0-9]+%$' },
      }),
      [],
    ],
    [
      'integer or string with more',
      obj({
        a: {
          'x-orch-int-or-string': true,
          allOf: [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, { minLength: 1 }],
        },
      }),
      [],
    ],
    [
      'integer or string that keeps',
      obj({ a: { 'x-orch-int-or-string': true, 'x-orch-preserve-unknown-fields': true } }),
      invalidFields(`${A}.x-orch-preserve-unknown-fields`),
    ],
    [
      'null at the root',
      obj(undefined, { nullable: true, 'x-orch-preserve-unknown-fields': true }),
      forbiddenFields(`${ROOT}.nullable`),
    ],
    ['expression rules', obj({ a: { type: 'integer', 'x-orch-validations': [{ rule: 'self > 1' }] } }), []],
    [
      'expression rules of the wrong type',
      obj({ a: { type: 'integer', 'x-orch-validations': [{ rule: "self == 'x'" }] } }),
      invalidFields(`${A}.x-orch-validations[0].rule`),
    ],
    [
      'expression rules that are no conditions',
      obj({ a: { type: 'integer', 'x-orch-validations': [{ rule: 'self + 1' }] } }),
      invalidFields(`${A}.x-orch-validations[0].rule`),
    ],
    [
      'expression rules without an expression',
      obj({ a: { type: 'integer', 'x-orch-validations': [{ rule: ' ' }] } }),
      required(`${A}.x-orch-validations[0].rule`),
    ],
    [
      'expression rules that compare items without keys',
      obj({
        a: {
          type: 'array',
          maxItems: 5,
          items: { type: 'integer', 'x-orch-validations': [{ rule: 'self >= oldSelf' }] },
        },
      }),
      invalidFields(`${A}.items.x-orch-validations[0].rule`),
    ],
    [
      'expression rules that may cost too much',
      obj({
        a: {
          type: 'array',
          items: { type: 'string' },
          'x-orch-validations': [{ rule: 'self.all(x, self.all(y, x == y))' }],
        },
      }),
      [...forbiddenFields(ROOT), ...forbiddenFields(`${RULE}.rule`, `${RULE}.rule`)],
    ],
    ...(['allOf', 'anyOf', 'oneOf'] as const).map((word): [string, JsonSchema, string[]] => [
      `expression rules in ${word}`,
      obj({ a: { type: 'integer', [word]: [{ 'x-orch-validations': [{ rule: 'self > 1' }] }] } }),
      forbiddenFields(`${A}.${word}[0].x-orch-validations`),
    ]),
    [
      'expression rules in not, further inside',
      obj({ a: obj({ b: str }, { not: { properties: { b: { 'x-orch-validations': [{ rule: "self == ''" }] } } } }) }),
      forbiddenFields(`${A}.not.properties[b].x-orch-validations`),
    ],
    [
      'expression rules without an expression, where there should be none',
      obj({ a: { type: 'integer', not: { 'x-orch-validations': [{ rule: '' }] } } }),
      [...forbiddenFields(`${A}.not.x-orch-validations`), ...required(`${A}.not.x-orch-validations[0].rule`)],
    ],
    [
      'expression rules on values that expressions cannot see',
      obj({ a: { 'x-orch-preserve-unknown-fields': true, 'x-orch-validations': [{ rule: 'self != null' }] } }),
      [`InternalError ${A}.x-orch-validations`],
    ],
  ])('%s', (_, root, errors) => expect(create(ofSchema(root))).toEqual(errors))

  it.each<[string, JsonSchema, string[]]>([
    ['a message of its own', { rule: 'self > 1', messageExpression: "self > 5 ? 'too much' : 'a bit'" }, []],
    [
      'a message of unlimited cost',
      { rule: 'self > 1', messageExpression: "'not ' + string(self)" },
      [...forbiddenFields(ROOT), ...forbiddenFields(`${RULE}.messageExpression`, `${RULE}.messageExpression`)],
    ],
    [
      'a path that is blank',
      { rule: 'self > 1', fieldPath: ' ' },
      invalidFields(`${RULE}.fieldPath`, `${RULE}.fieldPath`),
    ],
    ['no expression, and a wrong message', { rule: '', message: ' ' }, required(`${RULE}.rule`)],
    [
      'an expression of the wrong type, and an old value that it could use',
      { rule: 'oldSelf', optionalOldSelf: true },
      invalidFields(`${RULE}.optionalOldSelf`, `${RULE}.rule`),
    ],
    [
      'a message that is no text',
      { rule: 'self > 1', messageExpression: 'self' },
      invalidFields(`${RULE}.messageExpression`),
    ],
    ['a blank message', { rule: 'self > 1', messageExpression: ' ' }, required(`${RULE}.messageExpression`)],
    ['a reason', { rule: 'self > 1', reason: 'FieldValueForbidden' }, []],
    ['another reason', { rule: 'self > 1', reason: 'NotFound' }, [`FieldValueNotSupported ${RULE}.reason`]],
    ['a field that is not there', { rule: 'self > 1', fieldPath: '.b' }, invalidFields(`${RULE}.fieldPath`)],
    ['an optional old value', { rule: 'self > oldSelf.orValue(0)', optionalOldSelf: true }, []],
    [
      'an old value that it does not use',
      { rule: 'self > 1', optionalOldSelf: true },
      invalidFields(`${RULE}.optionalOldSelf`),
    ],
    [
      'no old value, and say that it is not optional',
      { rule: 'self > 1', optionalOldSelf: false },
      invalidFields(`${RULE}.optionalOldSelf`),
    ],
  ] as never)('with rules that have %s', (_, rule, errors) =>
    expect(
      create(
        ofSchema(obj({ a: { type: 'integer', 'x-orch-validations': [rule as never] } })),
        context({ release: 30 }),
      ),
    ).toEqual(errors),
  )

  const texts = (definition: ApiObject, release: number): string[] =>
    (kind.validate?.(created(definition, context({ release })), context({ release })) ?? []).map(
      ({ field, message }) => `${field.replace(ROOT, '')}: ${message}`,
    )
  const limited = (maxItems: number, maxLength = 5): JsonSchema => ({
    type: 'array',
    maxItems,
    items: { type: 'string', maxLength },
    'x-orch-validations': [{ rule: 'self.all(x, self.all(y, x == y))' }],
  })
  const rule = '.x-orch-validations[0].rule: Forbidden: '
  const part = 'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema'
  const advice =
    '(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)'
  // Each rule costs 2 + 5n + 7n² for a list of n strings.
  const sizes = [1180, 1194, 1100, 1193, 1150, 1192, 1160, 1191, 1170, 1140, 1130, 1120]
  it('naming the four rules that cost most, if all together cost too much', () =>
    expect(texts(ofSchema(obj(Object.fromEntries(sizes.map((n) => [`l${n}`, limited(n)])))), 36)).toEqual([
      ...[1194, 1193, 1192, 1191].map((n) => `.properties[l${n}]${rule}${part}`),
      `: Forbidden: x-orch-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of 1.131793x ${advice}`,
    ]))
  it('naming a rule that costs too much by itself', () =>
    expect(texts(ofSchema(obj({ a: limited(1300) })), 36)).toEqual([
      `.properties[a]${rule}estimated rule cost exceeds budget by factor of 1.183650x ${advice}`,
    ]))
  it.each<[number, string]>([
    [26, 'apiextensions.ValidationRule{Rule:"self.x < 3", Message:"small"}'],
    [
      28,
      'apiextensions.ValidationRule{Rule:"self.x < 3", Message:"small", MessageExpression:"", Reason:(*apiextensions.FieldValueErrorReason)(nil), FieldPath:""}',
    ],
    [
      36,
      String.raw`{"Rule":"self.x \u003c 3","Message":"small","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}`,
    ],
  ])('telling the whole rule that does not compile, in 1.%i', (release, value) =>
    expect(
      texts(ofSchema(obj({}, { 'x-orch-validations': [{ rule: 'self.x < 3', message: 'small' }] })), release),
    ).toEqual([
      `.x-orch-validations[0].rule: Invalid value: ${value}: compilation failed: ERROR: <input>:1:5: undefined field 'x'\n | self.x < 3\n | ....^`,
    ]),
  )
  it.each<[string, number, string | undefined]>([
    ["self.matches('[')", 25, '1:14: error parsing regexp: ['],
    ["self.matches('[')", 29, '1:14: error parsing regexp: ['],
    ["self.matches('[')", 30, '1:14: invalid matches argument'],
    ["self.find('(?<!a)') == ''", 30, '1:11: error parsing regexp: (?<!a)'],
    ["self == '%d'.format([self])", 29, "1:20: undeclared reference to 'format' (in container '')"],
    [
      "self == '%d'.format([self])",
      30,
      '1:22: error during formatting: decimal clause can only be used on integers, was given string',
    ],
    ["self == '%.2f'.format([2.5])", 30, undefined],
    ["self < string(timestamp('10000-01-01T00:00:00Z'))", 36, '1:25: invalid timestamp argument'],
  ])('judging constants of %s in 1.%i', (text, release, problem) => {
    const schema: JsonSchema = { type: 'string', maxLength: 9, 'x-orch-validations': [{ rule: text }] }
    const found = texts(ofSchema(obj({ a: schema })), release)
    if (problem === undefined) expect(found).toEqual([])
    else expect(found[0]).toContain(`compilation failed: ERROR: <input>:${problem}`)
  })
  it.each<[number, string, string | undefined]>([
    [31, "self.__namespace__ == ''", undefined],
    [31, "self.namespace == ''", "1:5: undefined field 'namespace'"],
    [32, "self.namespace == '' && self.__namespace__ == ''", undefined],
    [36, "self.package == ''", "1:5: undefined field 'package'"],
    [36, "self.true == ''", '1:6: Syntax error'],
    [36, "self.__true__ == ''", undefined],
    [36, "self.in == ''", '1:6: Syntax error'],
    [36, "self.__in__ == ''", undefined],
    [36, "self.a__dash__b == '' && self.__while__ == ''", undefined],
  ])('naming fields that are words of the language, in 1.%i: %s', (release, text, problem) => {
    const fields = Object.fromEntries(['namespace', 'true', 'in', 'a-b', 'while'].map((name) => [name, str]))
    const found = texts(ofSchema(obj({ a: obj(fields, { 'x-orch-validations': [{ rule: text }] }) })), release)
    if (problem === undefined) expect(found).toEqual([])
    else expect(found[0]).toContain(`compilation failed: ERROR: <input>:${problem}`)
  })
  it.each([
    [33, 'message must be non-empty if specified'],
    [34, 'must be non-empty if specified'],
  ])('naming the field of a blank message, in 1.%i', (release, problem) =>
    expect(texts(ofSchema(obj({}, { 'x-orch-validations': [{ rule: 'true', message: ' ' }] })), release)).toEqual([
      `.x-orch-validations[0].message: Invalid value: " ": ${problem}`,
    ]),
  )
  it('without looking at the rules of an invalid schema', () =>
    expect(
      create(ofSchema(obj({ a: { type: 'integer', default: 'x', 'x-orch-validations': [{ rule: 'self.x' }] } }))),
    ).toEqual([`FieldValueTypeInvalid ${A}.default`]))
  it.each([
    [28, forbiddenFields(`${A}.x-orch-validations[0].rule`)],
    [29, []],
  ])('even if it is the same as before, in 1.%i', (release, errors) => {
    const stored = ofSchema(obj({ a: limited(1300) }))
    const change = (draft: ApiObject): void => {
      draft.metadata.labels = { a: 'b' }
    }
    expect(update(created(stored), change, context({ release }))).toEqual(errors)
  })

  it('beside a status only by fields outside of the status', () => {
    const status = { subresources: { status: {} } }
    expect(create(ofSchema(obj({ spec: open }, { oneOf: [{ required: ['spec'] }] }), status))).toEqual(
      invalidFields(ROOT),
    )
    expect(create(ofSchema(obj({ spec: open }, { required: ['spec'], description: 'd' }), status))).toEqual([])
  })
  it('without telling wrong types apart in older releases', () =>
    expect(create(ofSchema(obj({ a: { type: 'integer', default: 'x' } })), context({ release: 20 }))).toEqual(
      invalidFields(`${A}.default`),
    ))
})

describe('errors of versions are in the order of the published server', () => {
  const parts = { storage: false, additionalPrinterColumns: [{ name: '', type: 'string', jsonPath: '.a' }] }
  const bad = obj({ a: {} })
  it.each<[string, JsonObject[], string[]]>([
    [
      'what all share comes after the names',
      [version('v1', bad, parts)],
      [
        'versions',
        'names.shortNames[0]',
        'validation.openAPIV3Schema.properties[a].type',
        'additionalPrinterColumns[0].name',
      ],
    ],
    [
      'version by version',
      [version('v1', bad, parts), version('v2', obj({ b: {} }), { storage: false })],
      [
        'versions[0].schema.openAPIV3Schema.properties[a].type',
        'versions[0].additionalPrinterColumns[0].name',
        'versions[1].schema.openAPIV3Schema.properties[b].type',
        'versions',
        'names.shortNames[0]',
      ],
    ],
  ])('%s', (_, versions, fields) => {
    const of = context({ release: 20 })
    const errors = kind.validate?.(created(crd(versions, {}, { shortNames: ['X'] }), of), of) ?? []
    expect(errors.map(({ field }) => field)).toEqual([
      ...fields.map((field) => `spec.${field}`),
      'status.storedVersions',
    ])
  })
})
