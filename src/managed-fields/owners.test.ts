import { describe, expect, test } from 'vitest'
import { schemaOf } from '../api/types'
import type { ApiObject } from '../machinery/object'
import { FieldSet } from './field-set'
import { ApplyConflict, applyConfiguration, trackUpdate, withoutNewTimes } from './manager'
import {
  atomicOf,
  clean,
  keyedBy,
  owns,
  pair,
  type PlainOptions,
  setOf,
  spec,
  OwnershipStage,
  struct,
  text,
  thing,
} from './stage.testing'

describe('types that change or are not known', () => {
  const granular = thing({ s: struct({ a: text, b: text }), l: setOf(text) })
  const atomic = thing({ s: struct({ a: text, b: text }, { mapType: 'atomic' }), l: atomicOf(text) })

  test('who owned a part of what became atomic owns the whole', () => {
    const stage = new OwnershipStage(granular).apply('one', spec({ s: { a: '1' }, l: ['x'] }))
    stage.schema = atomic
    expect(stage.conflicts('two', spec({ s: { b: '2' }, l: ['y'] }))).toEqual([
      'conflict with "one": .spec.l',
      'conflict with "one": .spec.s',
    ])
    expect(stage.force('two', spec({ s: { b: '2' } })).spec).toEqual({ s: { b: '2' }, l: ['x'] })
    expect(stage.owners).toEqual({ one: owns({ 'f:l': {} }), two: owns({ 'f:s': {} }) })
  })
  test('what became granular does not conflict', () => {
    const stage = new OwnershipStage(atomic).apply('one', spec({ s: { a: '1', b: '1' } }))
    stage.schema = granular
    expect(stage.conflicts('two', spec({ s: { b: '2' } }))).toEqual([])
    expect(stage.spec).toEqual({ s: { a: '1', b: '2' } })
    expect(stage.apply('one', spec({ s: { a: '1' } })).spec).toEqual({ s: { a: '1', b: '2' } })
  })
  test('up to 1.24, who owned the whole of what became granular owns all that is in it', () => {
    const stage = new OwnershipStage(atomic, 24).apply('one', spec({ s: { a: '1', b: '1' }, l: ['x'] }))
    stage.schema = granular
    expect(stage.conflicts('two', spec({ s: { b: '2' } }))).toEqual(['conflict with "one": .spec.s.b'])
    stage.patch('up', { s: { a: '2', b: '1' } })
    expect(stage.owners['one']).toEqual(owns({ 'f:l': { '.': {}, 'v:"x"': {} }, 'f:s': { '.': {}, 'f:b': {} } }))
  })
  test('without a schema keys are merged, lists are not', () => {
    const stage = new OwnershipStage(undefined).apply('one', spec({ a: 'x', list: [{ name: 'n' }], deep: { p: 1 } }))
    expect(stage.owners).toEqual({ one: owns({ '.': {}, 'f:a': {}, 'f:deep': { '.': {}, 'f:p': {} }, 'f:list': {} }) })
    expect(stage.apply('two', spec({ deep: { q: 2 } })).spec).toEqual({
      a: 'x',
      list: [{ name: 'n' }],
      deep: { p: 1, q: 2 },
    })
    expect(stage.conflicts('two', spec({ list: [{ name: 'm' }], deep: { p: 2 } }))).toEqual([
      'conflict with "one": .spec.list',
      'conflict with "one": .spec.deep.p',
    ])
  })
  test('what a schema keeps without naming it works the same', () => {
    const stage = new OwnershipStage(struct({ spec: struct({ known: text }, { preserveUnknown: true }) }))
    stage.apply('one', spec({ known: 'k', free: { a: 1, list: [1] } })).apply('two', spec({ free: { b: 2 } }))
    expect(stage.owners['one']).toEqual(owns({ 'f:free': { '.': {}, 'f:a': {}, 'f:list': {} }, 'f:known': {} }))
    expect(stage.apply('one', spec({ known: 'k', free: { list: [1] } })).spec).toEqual({
      known: 'k',
      free: { b: 2, list: [1] },
    })
  })
  test('a value without a type may change its form', () => {
    const stage = new OwnershipStage(undefined).apply('one', spec({ v: { a: 1 } })).patch('up', { v: [1] })
    expect(stage.owners).toEqual({ one: { 'f:spec': {} }, 'up*': owns({ 'f:v': {} }) })
    expect(stage.force('one', spec({ v: { b: 1 } })).spec).toEqual({ v: { b: 1 } })
    expect(stage.owners).toEqual({ one: owns({ '.': {}, 'f:v': { '.': {}, 'f:b': {} } }) })
  })
})

describe('several versions', () => {
  // v2 calls `k` `renamed`.
  const v1 = thing({ k: text, j: text, l: keyedBy(['name'], { name: text, v: text }) })
  const v2 = thing({ renamed: text, j: text, l: keyedBy(['name'], { name: text, v: text }) })
  const options: Partial<PlainOptions> = {
    schemaOf: (version) => (version === 'v2' ? v2 : v1),
    convert: (object, to) => {
      if (object.apiVersion === to) return object
      const { k, renamed, ...rest } = (object.spec ?? {}) as Record<string, unknown>
      const name = to === 'v2' ? 'renamed' : 'k'
      return {
        ...object,
        apiVersion: to,
        ...(object.spec !== undefined && { spec: clean({ ...rest, [name]: k ?? renamed }) }),
      }
    },
  }
  test('owners are asked in the version in which they speak', () => {
    const stage = new OwnershipStage(v1, 25, options).apply('one', spec({ k: '1', j: '1' }))
    expect(stage.conflicts('two', { ...spec({ renamed: '2' }), apiVersion: 'v2' })).toEqual([
      'conflict with "one": .spec.k',
    ])
    stage.apply('two', { ...spec({ renamed: '1', j: '1' }), apiVersion: 'v2' })
    stage.apply('one', { ...spec({}), apiVersion: 'v2' })
    expect(stage.spec).toEqual({ renamed: '1', j: '1' })
    expect(stage.apply('two', spec({ j: '1' })).spec).toEqual({ j: '1' })
  })
  test('giving up in another version than one applied with removes the same', () => {
    const stage = new OwnershipStage(v1, 25, options).apply(
      'one',
      spec({
        k: '1',
        l: [
          { name: 'a', v: '1' },
          { name: 'b', v: '1' },
        ],
      }),
    )
    stage.apply('two', { ...spec({ l: [{ name: 'b', v: '1' }] }), apiVersion: 'v2' })
    stage.apply('one', { ...spec({ j: '1' }), apiVersion: 'v2' })
    expect(stage.spec).toEqual({ j: '1', l: [{ name: 'b', v: '1' }] })
    expect(stage.owners['one@v2']).toEqual(owns({ 'f:j': {} }))
  })
  test('conversions may take time', async () => {
    const waiting = {
      ...new OwnershipStage(v1, 25, options).options,
      convert: async (object: ApiObject, to: string) => options.convert?.(object, to) ?? object,
    }
    const call = { manager: 'one', force: false, time: '2030-01-01T00:00:00Z', subresource: '' }
    const body = (apiVersion: string, value: object): ApiObject => ({
      apiVersion,
      kind: 'Thing',
      metadata: { name: 'a' },
      spec: value,
    })
    const live = await applyConfiguration(undefined, body('v1', { k: '1' }), call, waiting)
    const next = await trackUpdate(live, body('v2', { renamed: '2' }), { ...call, manager: 'up' }, waiting)
    expect(next.metadata.managedFields).toEqual([
      expect.objectContaining({ manager: 'up', fieldsV1: owns({ 'f:renamed': {} }) }),
    ])
  })
})

describe('records', () => {
  const reset = { metadata: { managedFields: [{}] } }

  test('a list of one empty entry clears them', () => {
    const stage = new OwnershipStage(pair).apply('one', spec({ k: '1' })).put('up', { ...spec({ k: '1' }), ...reset })
    expect(stage.live?.metadata).toEqual({ name: 'a' })
  })
  test('clearing with a change makes the caller owner of the change', () => {
    const stage = new OwnershipStage(pair)
      .apply('one', spec({ k: '1', j: '1' }))
      .put('up', { ...spec({ k: '2', j: '1' }), ...reset })
    expect(stage.owners).toEqual({ 'up*': owns({ 'f:k': {} }) })
  })
  test.each([
    undefined,
    null,
    [],
    [{ manager: 'x' }],
    [{ fieldsType: 'FieldsV1', operation: 'Apply', fieldsV1: { 'x:y': {} } }],
  ])('records given as %j clear nothing', (managedFields) => {
    const stage = new OwnershipStage(pair).apply('one', spec({ k: '1' }))
    const { entries } = stage
    expect(stage.put('up', { ...spec({ k: '1' }), metadata: { managedFields } }).entries).toBe(entries)
  })
  test('an update may rewrite them', () => {
    const stage = new OwnershipStage(pair).apply('one', spec({ k: '1', j: '1' }))
    const managedFields = [{ ...stage.entries[0], manager: 'moved', fieldsV1: owns({ 'f:k': {} }) }]
    stage.put('up', { ...spec({ k: '1', j: '1' }), metadata: { managedFields } })
    expect(stage.owners).toEqual({ moved: owns({ 'f:k': {} }) })
    expect(stage.apply('moved', spec({ n: 1 })).spec).toEqual({ j: '1', n: 1 })
  })
  test('a write through a subresource can not rewrite them', () => {
    const stage = new OwnershipStage(pair).apply('one', spec({ k: '1' }))
    const { entries } = stage
    expect(stage.put('up', { ...spec({ k: '1' }), ...reset }, { subresource: 'status' }).entries).toBe(entries)
  })
  test('without records an apply finds a previous owner, and an update is not recorded', () => {
    const stage = new OwnershipStage(pair)
      .apply('one', spec({ k: '1' }))
      .put('up', { ...spec({ k: '1' }), ...reset })
      .patch('up', { j: '1' })
    expect(stage.entries).toEqual([])
    expect(stage.conflicts('two', spec({ k: '2' }))).toEqual(['conflict with "before-first-apply" using v1: .spec.k'])
    stage.apply('two', spec({ k: '1' }))
    expect(stage.owners).toEqual({
      'before-first-apply*': owns({ '.': {}, 'f:j': {}, 'f:k': {} }),
      two: owns({ 'f:k': {} }),
    })
  })
  test('identical names through different subresources are different owners from release 1.22 on', () => {
    for (const [release, names] of [
      [21, ['up*']],
      [22, ['up*', 'up*/status']],
    ] as const) {
      const stage = new OwnershipStage(pair, release)
        .put('first', spec({ k: '1' }))
        .patch('up', { k: '2' })
        .patch('up', { j: '1' }, { subresource: 'status' })
      expect(Object.keys(stage.owners).filter((name) => name.startsWith('up'))).toEqual(names)
    }
  })
  test('an endpoint owns no field that it resets', () => {
    const fields: Record<string, FieldSet> = {
      '': FieldSet.ofFields([['status']]),
      status: FieldSet.ofFields([['spec']]),
    }
    const stage = new OwnershipStage(pair, 25, {
      resetFields: (_version, subresource) => fields[subresource] ?? FieldSet.empty,
    })
    stage.apply('one', { ...spec({ k: '1' }), status: { phase: 'x' } })
    expect(stage.owners).toEqual({ one: owns({ 'f:k': {} }) })
    stage.apply('two', { status: { phase: 'Up' } }, { subresource: 'status', force: true })
    expect(stage.owners['two/status']).toEqual({ 'f:status': { 'f:phase': {} } })
    stage.put('up', spec({ k: '2' }))
    expect(stage.owners['two/status']).toEqual({ 'f:status': { 'f:phase': {} } })
  })
  test('times alone are no change', () => {
    const stage = new OwnershipStage(pair).apply('one', spec({ k: '1' }))
    const live = stage.live as ApiObject
    const later = {
      ...live,
      metadata: { ...live.metadata, managedFields: stage.entries.map((entry) => ({ ...entry, time: stage.time() })) },
    }
    expect(withoutNewTimes(live, later)).toBe(live)
    const changed = { ...later, spec: { k: '2' } }
    expect(withoutNewTimes(live, changed)).toBe(changed)
  })
})

describe('coming from the client that merged on its own side', () => {
  const KEY = 'orchctl.orch.io/last-applied-configuration'
  const map = (data: Record<string, string>, annotations?: Record<string, string>) => ({
    data,
    ...(annotations && { metadata: { annotations } }),
  })
  const configMap = { kind: 'ConfigMap' }
  const started = (applied: object) => {
    const stage = new OwnershipStage(schemaOf('core.v1.ConfigMap'))
    const annotation = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, ...applied })
    return stage.put('client-side', map({ k: '1', j: '1' }, { [KEY]: annotation }), configMap)
  }

  test('its default manager owns what it had applied', () => {
    const stage = started({ data: { k: '1', j: '1' } })
    expect(() => stage.apply('other', map({ k: '2' }), configMap)).toThrow(ApplyConflict)
    stage.apply('orchctl', map({ k: '2', j: '1' }), configMap)
    expect(stage.owners).toEqual({
      orchctl: { 'f:data': { 'f:j': {}, 'f:k': {} } },
      'client-side*': {
        'f:data': { '.': {}, 'f:j': {} },
        'f:metadata': { 'f:annotations': { '.': {}, [`f:${KEY}`]: {} } },
      },
    })
    expect(stage.live?.metadata.annotations?.[KEY]).toBe(
      '{"apiVersion":"v1","data":{"j":"1","k":"2"},"kind":"ConfigMap","metadata":{"name":"a"}}\n',
    )
  })
  test('what it had not applied, or what has changed since, still conflicts', () => {
    for (const applied of [
      { data: { j: '1' } },
      { data: { k: '0', j: '1' } },
      { apiVersion: 'v2', data: { k: '1' } },
      { data: 7 },
    ]) {
      const stage = started(applied)
      expect(() => stage.apply('orchctl', map({ k: '2' }), configMap)).toThrow('.data.k')
    }
  })
  test('the annotation is kept current by its default manager only, and not made', () => {
    const stage = started({ data: { k: '1' } })
    const before = stage.live?.metadata.annotations?.[KEY]
    stage.apply('other', map({ more: '1' }), configMap)
    expect(stage.live?.metadata.annotations?.[KEY]).toBe(before)
    const fresh = new OwnershipStage(schemaOf('core.v1.ConfigMap')).apply('orchctl', map({ k: '1' }), configMap)
    expect(fresh.live?.metadata.annotations).toBeUndefined()
  })
})

describe('built-in kinds', () => {
  const container = {
    name: 'c',
    image: 'img:1',
    ports: [{ containerPort: 80, protocol: 'TCP' }],
    imagePullPolicy: 'Always',
  }
  const deployment = {
    metadata: { labels: { app: 'x' } },
    spec: {
      replicas: 1,
      selector: { matchLabels: { app: 'x' } },
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%' } },
      template: { metadata: { labels: { app: 'x' } }, spec: { containers: [container], securityContext: {} } },
    },
  }
  const call = { kind: 'Deployment', version: 'apps/v1' }

  test('members that are always present have no owner; those in a list item belong to the manager that added it', () => {
    const stage = new OwnershipStage(schemaOf('apps.v1.Deployment')).put('t', deployment, call)
    expect(stage.owners['t*@apps/v1']).toEqual({
      'f:metadata': { 'f:labels': { '.': {}, 'f:app': {} } },
      'f:spec': {
        'f:replicas': {},
        'f:selector': {},
        'f:strategy': { 'f:rollingUpdate': { '.': {}, 'f:maxSurge': {} }, 'f:type': {} },
        'f:template': {
          'f:metadata': { 'f:labels': { '.': {}, 'f:app': {} } },
          'f:spec': {
            'f:containers': {
              'k:{"name":"c"}': {
                '.': {},
                'f:image': {},
                'f:imagePullPolicy': {},
                'f:name': {},
                'f:ports': {
                  '.': {},
                  'k:{"containerPort":80,"protocol":"TCP"}': { '.': {}, 'f:containerPort': {}, 'f:protocol': {} },
                },
                'f:resources': {},
              },
            },
            'f:securityContext': {},
          },
        },
      },
    })
  })
  test('an apply of a part names nothing else', () => {
    const stage = new OwnershipStage(schemaOf('apps.v1.Deployment')).put('t', deployment, call)
    stage.apply(
      'two',
      { spec: { template: { spec: { containers: [{ name: 'c', env: [{ name: 'A', value: '1' }] }] } } } },
      call,
    )
    expect(stage.owners['two@apps/v1']).toEqual({
      'f:spec': {
        'f:template': {
          'f:spec': {
            'f:containers': {
              'k:{"name":"c"}': {
                '.': {},
                'f:env': { 'k:{"name":"A"}': { '.': {}, 'f:name': {}, 'f:value': {} } },
                'f:name': {},
              },
            },
          },
        },
      },
    })
  })
})
