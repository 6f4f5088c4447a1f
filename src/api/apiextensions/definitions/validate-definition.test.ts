import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '../definition'
import {
  obj,
  str,
  open,
  ofSchema,
  context,
  create,
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
      [...forbiddenFields(ROOT), ...forbiddenFields(`${A}.x-orch-validations[0].rule`)],
    ],
  ])('%s', (_, root, errors) => expect(create(ofSchema(root))).toEqual(errors))

  it.each<[string, JsonSchema, string[]]>([
    ['a message of its own', { rule: 'self > 1', messageExpression: "'not ' + string(self)" }, []],
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

  it('beside a status only by what leaves the status alone', () => {
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
