import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clone, type JsonObject } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import { compileCustomType, type CustomType } from './custom-type'
import {
  G,
  obj,
  open,
  str,
  int,
  definition,
  version,
  typeOf,
  widget,
  context,
  create,
  specOf,
  causesOf,
  invalid,
  loose,
  combined,
} from './custom-type.testing'
import type { DefinitionVersion } from './definition'

describe('pruning', () => {
  it('drops fields that the schema does not name, and reports them', () => {
    const type = typeOf(
      obj({ spec: obj({ known: str, sub: obj({ a: int }), list: { type: 'array', items: obj({ x: int }) } }) }),
    )
    const body = widget({
      spec: { known: 'k', unknown: 1, sub: { a: 1, b: 2 }, list: [{ x: 1 }, { y: 2 }] },
      extra: { x: 1 },
    })
    const before = clone(body)
    const { object, unknown } = create(type, body)
    expect(object).toEqual(widget({ spec: { known: 'k', sub: { a: 1 }, list: [{ x: 1 }, {}] } }))
    expect(unknown.sort()).toEqual(['extra', 'spec.list[1].y', 'spec.sub.b', 'spec.unknown'])
    expect(body).toEqual(before)
  })
  it('keeps unknown fields where the schema preserves them', () => {
    const root = obj({ typed: obj({ a: int }), free: { ...open, properties: { b: int, closed: obj({ c: int }) } } })
    expect(
      specOf(root, { typed: { a: 1, z: 1 }, free: { b: 2, z: { deep: [1] }, closed: { c: 1, z: 1 } }, other: 1 }),
    ).toEqual({
      typed: { a: 1 },
      free: { b: 2, z: { deep: [1] }, closed: { c: 1 } },
    })
  })
  it('keeps everything below a root that preserves unknown fields', () => {
    const rest = { anything: { x: [1, { y: null }] }, spec: 5 }
    expect(create(typeOf(open), widget(rest)).object).toEqual(widget(rest))
    expect(create(typeOf(undefined, {}, 20, { preserveUnknownFields: true }), widget(rest)).object).toEqual(
      widget(rest),
    )
  })
  it('reads metadata as metadata', () => {
    const { value, unknown, errors } = typeOf(open).read({
      ...widget(),
      metadata: { name: 'a', foo: 1, labels: { a: 1 } },
    })
    expect(unknown).toEqual(['metadata.foo'])
    expect(errors).toHaveLength(1)
    expect((value as ApiObject).metadata.name).toBe('a')
    expect(typeOf(open).read([]).errors).toHaveLength(1)
  })
  it('prunes the values of maps', () =>
    expect(specOf(obj(undefined, { additionalProperties: obj({ a: int }) }), { x: { a: 1, b: 2 } })).toEqual({
      x: { a: 1 },
    }))
})

describe('defaults', () => {
  const root = obj({
    size: { type: 'integer', default: 3 },
    mode: { type: 'string', default: 'auto' },
    sub: obj({ on: { type: 'boolean', default: true } }),
    list: { type: 'array', items: obj({ port: { type: 'integer', default: 80 }, name: str }) },
    map: obj(undefined, { additionalProperties: obj({ v: { type: 'integer', default: 1 } }) }),
  })
  it.each<[JsonObject, JsonObject]>([
    [
      { list: [{ name: 'x' }, { name: 'y', port: 1 }] },
      {
        list: [
          { name: 'x', port: 80 },
          { name: 'y', port: 1 },
        ],
        mode: 'auto',
        size: 3,
      },
    ],
    [
      { size: 0, sub: {} },
      { mode: 'auto', size: 0, sub: { on: true } },
    ],
    [
      { mode: null, sub: { on: false } },
      { mode: 'auto', size: 3, sub: { on: false } },
    ],
    [{ map: { x: {}, y: { v: 2 } } }, { map: { x: { v: 1 }, y: { v: 2 } }, mode: 'auto', size: 3 }],
  ])('%j becomes %j', (spec, filled) => expect(specOf(root, spec)).toEqual(filled))
  it('are not set in objects that are absent', () =>
    expect(create(typeOf(obj({ spec: root })), widget()).object).toEqual(widget()))
  it('of a parent are completed by those of its fields', () =>
    expect(
      create(
        typeOf(
          obj({
            spec: obj({ sub: obj({ on: { type: 'boolean', default: true } }, { default: {} }) }, { default: {} }),
          }),
        ),
        widget(),
      ).object.spec,
    ).toEqual({ sub: { on: true } }))
  it('are never shared between objects', () => {
    const type = typeOf(obj({ spec: obj({}, { default: {}, 'x-orch-preserve-unknown-fields': true }) }))
    const [one, two] = [create(type, widget()).object, create(type, widget()).object]
    ;(one.spec as JsonObject).x = 1
    expect(two.spec).toEqual({})
  })
  it('nulls are kept only in nullable fields', () => {
    const nullable = obj({
      yes: { type: 'string', nullable: true },
      no: str,
      withDefault: { type: 'string', default: 'd' },
      both: { type: 'string', nullable: true, default: 'd' },
    })
    expect(specOf(nullable, { yes: null, withDefault: null, both: null })).toEqual({
      yes: null,
      withDefault: 'd',
      both: null,
    })
    expect(specOf(nullable, { no: null })).toEqual({ both: 'd', withDefault: 'd' })
    expect(specOf(open, { y: [1, null], z: null })).toEqual({ y: [1, null], z: null })
  })
})

describe('embedded objects', () => {
  const root = obj({
    item: { type: 'object', 'x-orch-embedded-resource': true, 'x-orch-preserve-unknown-fields': true },
  })
  it('keep kind, version and the known fields of metadata', () =>
    expect(
      specOf(root, {
        item: {
          apiVersion: 'v1',
          kind: 'Thing',
          metadata: { name: 'x', labels: { a: 'b' }, unknown: 1 },
          data: { k: 1 },
        },
      }),
    ).toEqual({
      item: { apiVersion: 'v1', data: { k: 1 }, kind: 'Thing', metadata: { labels: { a: 'b' }, name: 'x' } },
    }))
  it.each<[JsonObject, string[]]>([
    [{ data: 1 }, ['FieldValueRequired spec.item.apiVersion', 'FieldValueRequired spec.item.kind']],
    [
      { apiVersion: 'v1', kind: 'Thing', metadata: { labels: { 'bad key!': 'v' } } },
      invalid('spec.item.metadata.labels'),
    ],
    [{ apiVersion: 'a/b/c', kind: 'no thing' }, invalid('spec.item.apiVersion', 'spec.item.kind')],
    [{ apiVersion: '', kind: '' }, invalid('spec.item.apiVersion', 'spec.item.kind')],
  ])('%j', (item, causes) => expect(causesOf(root, { item })).toEqual(causes))
  it('have their metadata checked for types', () => {
    const { errors } = typeOf(obj({ spec: root })).read(
      widget({ spec: { item: { kind: 1, metadata: { labels: { a: 1 } } } } }),
    )
    expect(errors).toHaveLength(2)
    const { errors: whole } = typeOf(obj({ spec: root })).read(widget({ spec: { item: { metadata: 'x' } } }))
    expect(whole).toEqual(['spec.item.metadata: must be an object'])
  })
})

describe('subresources', () => {
  const scale = {
    specReplicasPath: '.spec.replicas',
    statusReplicasPath: '.status.replicas',
    labelSelectorPath: '.status.selector',
  }
  const root = obj({ spec: obj({ replicas: int }), status: obj({ replicas: int, selector: str }) })
  const type = typeOf(root, { subresources: { status: {}, scale } })
  it('a body cannot set the status', () =>
    expect(create(type, widget({ status: { replicas: 1 } })).object).toEqual(widget()))
  it('a status update changes nothing else', () => {
    const old = {
      ...widget({ spec: { replicas: 2 } }),
      metadata: { name: 'a', labels: { l: '1' }, resourceVersion: '1' },
    }
    const draft = {
      ...widget({ spec: { replicas: 9 }, status: { replicas: 1 } }),
      metadata: { name: 'a', labels: { l: '2' }, resourceVersion: '1', managedFields: [] },
    }
    type.behaviour.subresources?.status?.prepareForUpdate?.(draft, old, context)
    expect(draft).toEqual({ ...old, metadata: { ...old.metadata, managedFields: [] }, status: { replicas: 1 } })
    const wrong = widget({ spec: 'wrong', status: { replicas: 'x' } })
    expect(
      type.behaviour.subresources?.status?.validateUpdate?.(wrong, old, context).map(({ field }) => field),
    ).toEqual(['status.replicas', '.status.replicas'])
  })
  it('the scale is read and written at its paths', () => {
    expect(type.behaviour.scale).toMatchObject({
      replicas: ['spec', 'replicas'],
      statusReplicas: ['status', 'replicas'],
    })
    expect(type.behaviour.scale?.selector(widget({ status: { selector: 'a=b' } }))).toBe('a=b')
    expect(create(type, widget({ spec: { replicas: -1 } })).causes).toEqual(invalid('.spec.replicas'))
    expect(create(type, widget({ spec: { replicas: 2 ** 31 } })).causes).toEqual(invalid('.spec.replicas'))
  })
  it('the generation follows everything but metadata and status', () => {
    const grows = (of: CustomType, a: JsonObject, b: JsonObject) =>
      (of.behaviour.generation as (a: ApiObject, b: ApiObject) => boolean)(widget(a), widget(b))
    expect(grows(type, { spec: { replicas: 1 } }, { spec: { replicas: 2 } })).toBe(true)
    expect(grows(type, { status: { replicas: 1 } }, { status: { replicas: 2 } })).toBe(false)
    expect(grows(typeOf(root), { status: { replicas: 1 } }, { status: { replicas: 2 } })).toBe(true)
    expect(grows(type, { metadata: { name: 'b' } }, {})).toBe(false)
  })
  it('are listed', () => {
    expect(type.subresources).toEqual(['status', 'scale'])
    expect(typeOf(root).subresources).toEqual([])
  })
})

describe('tables', () => {
  const now = Date.parse('2020-01-01T01:00:00Z')
  const cells = (columns: DefinitionVersion['additionalPrinterColumns'], object: ApiObject) =>
    typeOf(open, { ...(columns && { additionalPrinterColumns: columns }) }).behaviour.cells?.(object, now)
  it.each<[string, string, JsonObject[string], unknown]>([
    ['integer', '.spec.x', 3, 3],
    ['integer', '.spec.x', 3.7, 3],
    ['integer', '.spec.x', 'wrong', null],
    ['number', '.spec.x', 3.7, 3.7],
    ['string', '.spec.x', 'a', 'a'],
    ['string', '.spec.x', 3, '3'],
    ['string', '.spec.x', { a: [1] }, '{"a":[1]}'],
    ['string', '.spec.x', { b: 1, a: '<x>' }, '{"a":"\\u003cx\\u003e","b":1}'],
    ['string', '.spec.x', null, '<no value>'],
    ['string', '.spec.x', false, 'false'],
    ['string', '.spec.x', 1234567, '1234567'],
    ['string', '.spec.x', 1234567.5, '1.2345675e+06'],
    ['string', '.spec.x', 123456.5, '123456.5'],
    ['string', '.spec.x', 0.00001, '1e-05'],
    ['string', '.spec.x', 1e21, '1e+21'],
    ['boolean', '.spec.x', true, true],
    ['boolean', '.spec.x', 'true', null],
    ['date', '.spec.x', '2020-01-01T00:00:00Z', '60m'],
    ['date', '.spec.x', 'soon', '<invalid>'],
    ['date', '.spec.x', '', '<unknown>'],
    ['string', '.spec.y', 'x', null],
    ['string', '.spec.x[0]', ['a', 'b'], 'a'],
    ['string', '.spec.x[-1]', ['a', 'b'], 'b'],
    ['string', '.spec.x[*].n', [{ n: 'a' }, { n: 'b' }], 'a'],
    [
      'string',
      '.spec.x[?(@.type=="Ready")].status',
      [
        { type: 'A', status: 'x' },
        { type: 'Ready', status: 'True' },
      ],
      'True',
    ],
    [
      'string',
      '.spec.x[?(@.n>1)].s',
      [
        { n: 1, s: 'x' },
        { n: 2, s: 'y' },
      ],
      'y',
    ],
    ['string', ".spec['x']", 'q', 'q'],
    ['string', '.spec.x.a\\.b', { 'a.b': 'dot' }, 'dot'],
    ['string', '.spec.x[1:].n', [{ n: 'a' }, { n: 'b' }], 'b'],
    ['string', '.spec..deep', { a: { deep: 'd' } }, 'd'],
  ])('%s %s', (type, jsonPath, x, cell) =>
    expect(cells([{ name: 'X', type, jsonPath }], widget({ spec: { x } }))).toEqual([cell]),
  )
  it('describe their columns', () =>
    expect(
      typeOf(open, {
        additionalPrinterColumns: [{ name: 'Mode', type: 'string', jsonPath: '.m', description: 'how', priority: 1 }],
      }).behaviour.columns,
    ).toEqual([{ name: 'Mode', type: 'string', format: '', description: 'how', priority: 1 }]))
  it('describe a column without a description by its path', () =>
    expect(
      typeOf(open, { additionalPrinterColumns: [{ name: 'X', type: 'string', jsonPath: '.x' }] }).behaviour.columns,
    ).toMatchObject([{ description: 'Custom resource definition column (in JSONPath format): .x' }]))
  it('leave out columns from the first invalid path on', () => {
    const columns = ['.spec.a', '.spec.x[', '.spec.b'].map((jsonPath) => ({ name: jsonPath, type: 'string', jsonPath }))
    expect(typeOf(open, { additionalPrinterColumns: columns }).behaviour.columns).toMatchObject([{ name: '.spec.a' }])
    expect(cells(columns, widget({ spec: { a: '1', b: '2' } }))).toEqual(['1'])
  })
  it('show the age without columns', () => {
    expect(typeOf(open).behaviour.columns).toMatchObject([{ name: 'Age', type: 'date' }])
    expect(cells(undefined, { ...widget(), metadata: { creationTimestamp: '2020-01-01T00:00:00Z' } })).toEqual(['60m'])
  })
})

describe('versions', () => {
  const v1 = version(obj({ spec: obj({ a: { type: 'integer', default: 1 }, x: int }) }))
  const v2 = version(obj({ spec: obj({ a: { type: 'integer', default: 2 }, y: int }) }), {
    name: 'v2',
    storage: false,
    deprecated: true,
  })
  const types = compileCustomType(definition([v1, v2, version(open, { name: 'v0', storage: false, served: false })]), {
    feature: () => true,
    release: 25,
  })
  const [one, two] = types
  it.each([
    ['v1beta1', [], ''],
    ['v1beta1', [{ name: 'v1alpha1' }], ''],
    [
      'v1',
      [
        { name: 'v2', served: false },
        { name: 'v3', deprecated: true },
      ],
      '',
    ],
    ['v1', [{ name: 'v2' }, { name: 'v3beta1' }, { name: 'v10' }], `; use ${G}/v10 Widget`],
  ])('that are deprecated, %s beside %j, name the newest that replaces them', (name, others, more) => {
    const old = version(open, { name, deprecated: true })
    const all = definition([old, ...others.map((other) => version(open, { storage: false, ...other }))])
    const [first] = compileCustomType(all, { feature: () => true, release: 25 })
    expect(first?.deprecationWarning).toBe(`${G}/${name} Widget is deprecated${more}`)
  })
  it('report their own apiVersion', () => {
    expect(types.map((type) => [type.apiVersion, type.served, type.storage, type.deprecationWarning])).toEqual([
      [`${G}/v1`, true, true, undefined],
      [`${G}/v2`, true, false, `${G}/v2 Widget is deprecated`],
      [`${G}/v0`, false, false, undefined],
    ])
    expect(one).toMatchObject({
      resource: 'widgets',
      singular: 'widget',
      kind: 'Widget',
      listKind: 'WidgetList',
      namespaced: true,
    })
  })
  it('are renamed for conversion, pruned by their own schema, and read with the defaults of the stored version', () => {
    expect(two?.fromStored(widget({ spec: { x: 1 } }))).toEqual(widget({ spec: { a: 1 } }, `${G}/v2`))
    expect(two?.toStored(widget({ spec: { y: 1 } }, `${G}/v2`))).toEqual(widget({ spec: {} }))
    expect(one?.fromStored(widget({ spec: { x: 1 } }))).toEqual(widget({ spec: { x: 1, a: 1 } }))
  })
  it('ask the webhook where the definition says so', async () => {
    const asked: string[] = []
    const convert = (objects: readonly ApiObject[], apiVersion: string) => {
      asked.push(`${objects[0]?.apiVersion ?? ''} ${apiVersion}`)
      return Promise.resolve(objects.map((object) => ({ ...object, apiVersion, spec: { y: 7 } })))
    }
    const types = compileCustomType(definition([v1, v2], { conversion: { strategy: 'Webhook' } }), {
      feature: () => true,
      release: 25,
      convert,
    })
    expect(await types[1]?.fromStored(widget({ spec: { x: 1 } }))).toEqual(widget({ spec: { y: 7 } }, `${G}/v2`))
    expect(await types[0]?.fromStored(widget({ spec: { x: 1 } }))).toEqual(widget({ spec: { x: 1, a: 1 } }))
    expect(asked).toEqual([`${G}/v1 ${G}/v2`])
  })
  it('use the accepted names', () => {
    const [type] = compileCustomType(
      definition(
        [v1],
        { names: { plural: 'widgets', kind: 'Widget', shortNames: ['w', 'x'] } },
        { acceptedNames: { shortNames: ['w'], categories: ['all'] } },
      ),
      { feature: () => true, release: 25 },
    )
    expect([type?.shortNames, type?.categories]).toEqual([['w'], ['all']])
  })
})

describe('the schema for others', () => {
  it('converts fields, lists and maps', () => {
    const { schema } = typeOf(
      obj({
        spec: obj({
          list: { type: 'array', items: obj({ k: str }), 'x-orch-list-type': 'map', 'x-orch-list-map-keys': ['k'] },
          map: { type: 'object', additionalProperties: int },
          either: { 'x-orch-int-or-string': true },
          free: open,
          raw: { 'x-orch-preserve-unknown-fields': true },
          when: { type: 'string', format: 'date-time' },
          atomic: obj({ a: str }, { 'x-orch-map-type': 'atomic', nullable: true }),
        }),
      }),
    )
    const spec = schema.fields?.get('spec')?.fields
    expect([...(schema.fields?.keys() ?? [])].sort()).toEqual(['apiVersion', 'kind', 'metadata', 'spec'])
    expect(spec?.get('list')).toMatchObject({
      type: 'list',
      listType: 'map',
      listMapKeys: ['k'],
      element: { type: 'struct' },
    })
    expect(spec?.get('map')).toMatchObject({ type: 'map', element: { type: 'integer' } })
    expect(spec?.get('either')).toMatchObject({ type: 'any', format: 'int-or-string' })
    expect(spec?.get('free')).toMatchObject({ type: 'struct', preserveUnknown: true })
    expect(spec?.get('raw')).toMatchObject({ type: 'any' })
    expect(spec?.get('when')).not.toHaveProperty('format')
    expect(spec?.get('atomic')).toMatchObject({ mapType: 'atomic', nullable: true })
  })
})

it('any body is read and checked without a crash', () => {
  const type = typeOf(
    obj({
      spec: combined,
      status: loose,
      item: { type: 'object', 'x-orch-embedded-resource': true, 'x-orch-preserve-unknown-fields': true },
    }),
  )
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('spec', 'status', 'item', 'metadata', 'x'), fc.jsonValue({ maxDepth: 3 })),
      (rest) => {
        const { value, errors } = type.read({ ...widget(), ...(rest as JsonObject) })
        if (errors.length > 0) return
        type.applyDefaults(value as ApiObject)
        expect(Array.isArray(type.behaviour.validate?.(value as ApiObject, context))).toBe(true)
      },
    ),
  )
})
