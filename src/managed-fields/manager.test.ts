import { describe, expect, test } from 'vitest'
import type { Schema } from '../api/schema'
import type { ApiObject } from '../machinery/object'
import { IntentError } from './manager'
import {
  atomicOf,
  keyedBy,
  mapOf,
  number,
  owns,
  pair,
  setOf,
  spec,
  OwnershipStage,
  struct,
  text,
  thing,
} from './stage.testing'

describe('applying', () => {
  test('creates an object from the configuration and owns its fields', () => {
    const stage = new OwnershipStage(pair).apply('one', { ...spec({ k: '1' }), metadata: { labels: { l: 'x' } } })
    expect(stage.owners).toEqual({ one: { 'f:metadata': { 'f:labels': { 'f:l': {} } }, 'f:spec': { 'f:k': {} } } })
    expect(stage.entries).toEqual([
      expect.objectContaining({ manager: 'one', operation: 'Apply', apiVersion: 'v1', fieldsType: 'FieldsV1' }),
    ])
  })
  test('applying the same configuration again returns the same object', () => {
    const stage = new OwnershipStage(pair).apply('one', spec({ k: '1' }))
    const { live } = stage
    expect(stage.apply('one', spec({ k: '1' })).live).toBe(live)
  })
  test('fields that the next configuration leaves out are removed', () => {
    const stage = new OwnershipStage(pair).apply('one', spec({ k: '1', j: '1' })).apply('one', spec({ k: '1' }))
    expect(stage.spec).toEqual({ k: '1' })
    expect(stage.owners).toEqual({ one: owns({ 'f:k': {} }) })
  })
  test("applying an empty configuration removes the manager's fields and its entry", () => {
    const stage = new OwnershipStage(pair)
      .apply('one', spec({ k: '1' }))
      .apply('two', spec({ j: '2' }))
      .apply('one', {})
    expect(stage.spec).toEqual({ j: '2' })
    expect(Object.keys(stage.owners)).toEqual(['two'])
    expect(stage.apply('two', {}).live).toEqual({ apiVersion: 'v1', kind: 'Thing', metadata: { name: 'a' } })
  })
  test('a shared field stays until its last owner gives it up', () => {
    const stage = new OwnershipStage(pair).apply('one', spec({ k: '1', j: '1' })).apply('two', spec({ k: '1', n: 1 }))
    expect(stage.apply('one', spec({ j: '1' })).spec).toEqual({ k: '1', j: '1', n: 1 })
    expect(stage.apply('two', spec({ n: 1 })).spec).toEqual({ j: '1', n: 1 })
  })
  test('a conflict names field and owner, and changes nothing', () => {
    const stage = new OwnershipStage(pair).apply('one', spec({ k: '1' })).apply('two', spec({ k: '1' }))
    const { live } = stage
    expect(stage.conflicts('three', spec({ k: '3' }))).toEqual([
      'conflict with "one": .spec.k',
      'conflict with "two": .spec.k',
    ])
    expect(stage.live).toBe(live)
  })
  test('a conflict with an update names its version, and never a time', () => {
    const stage = new OwnershipStage(pair).put('up', spec({ k: '1' }))
    expect(() => stage.apply('one', spec({ k: '2' }))).toThrow(
      'Apply failed with 1 conflict: conflict with "up" using v1: .spec.k',
    )
  })
  test('force takes over the field', () => {
    const stage = new OwnershipStage(pair).apply('one', spec({ k: '1', j: '1' })).force('two', spec({ k: '2' }))
    expect(stage.owners).toEqual({ one: owns({ 'f:j': {} }), two: owns({ 'f:k': {} }) })
    expect(stage.force('two', spec({ k: '2', j: '2' })).owners).toEqual({ two: owns({ 'f:j': {}, 'f:k': {} }) })
  })
  test('the time of an entry stays while nothing changes', () => {
    const stage = new OwnershipStage(pair).apply('one', spec({ k: '1' }))
    const [before] = stage.entries
    stage.apply('two', spec({ k: '1' })).apply('one', spec({ k: '1' }))
    expect(stage.entries[0]).toBe(before)
  })
  test('nulls in what only the server writes mean nothing', () => {
    const stage = new OwnershipStage(pair).apply('one', { ...spec({ k: '1' }), metadata: { creationTimestamp: null } })
    expect(stage.live?.metadata).not.toHaveProperty('creationTimestamp')
    const { live } = stage
    expect(stage.apply('one', { ...spec({ k: '1' }), metadata: { creationTimestamp: null } }).live).toBe(live)
  })
  test('an applied configuration must not contain managedFields', () => {
    const apply = () => new OwnershipStage(pair).apply('one', { metadata: { managedFields: [] } })
    expect(apply).toThrow(IntentError)
    expect(apply).toThrow('metadata.managedFields must be nil')
  })
})

describe('updating', () => {
  test('creating by update owns everything, containers included', () => {
    const stage = new OwnershipStage(pair).put('up', { ...spec({ k: '1' }), metadata: { labels: { l: 'x' } } })
    expect(stage.owners).toEqual({
      'up*': { 'f:metadata': { 'f:labels': { '.': {}, 'f:l': {} } }, 'f:spec': { '.': {}, 'f:k': {} } },
    })
  })
  test('owns fields that it changes, loses those that it removes, and does not own those that it repeats', () => {
    const stage = new OwnershipStage(pair)
      .apply('one', spec({ k: '1', j: '1', n: 1 }))
      .patch('up', { k: '2', n: undefined })
    expect(stage.owners).toEqual({ one: owns({ 'f:j': {} }), 'up*': owns({ 'f:k': {} }) })
    expect(stage.conflicts('one', spec({ k: '1', j: '1' }))).toHaveLength(1)
  })
  test('putting the old value back keeps the field', () => {
    const stage = new OwnershipStage(pair)
      .apply('one', spec({ k: '1' }))
      .patch('up', { k: '2' })
      .patch('up', { k: '1' })
    expect(stage.owners).toEqual({ 'up*': owns({ 'f:k': {} }) })
    expect(stage.apply('one', spec({ k: '1' })).owners).toEqual({
      one: owns({ 'f:k': {} }),
      'up*': owns({ 'f:k': {} }),
    })
  })
  test('one name has an entry for applies and one for updates, and conflicts with itself', () => {
    const stage = new OwnershipStage(pair).put('same', spec({ k: '1' })).apply('same', spec({ k: '1' }))
    expect(stage.owners).toEqual({ same: owns({ 'f:k': {} }), 'same*': owns({ '.': {}, 'f:k': {} }) })
    expect(stage.conflicts('same', spec({ k: '2' }))).toHaveLength(1)
  })
  test('a write that changes nothing keeps the records', () => {
    const stage = new OwnershipStage(pair).apply('one', spec({ k: '1' }))
    const { entries } = stage
    expect(stage.patch('up', {}).entries).toBe(entries)
  })
  test('what an update owns is not removed by an applier that never had it', () => {
    const stage = new OwnershipStage(pair)
      .put('up', spec({ k: '1', j: '1' }))
      .apply('one', spec({ k: '1' }))
      .apply('one', spec({ n: 1 }))
    expect(stage.spec).toEqual({ k: '1', j: '1', n: 1 })
  })
  test('a container stays with its owner when its last member goes', () => {
    const stage = new OwnershipStage(pair)
      .put('up', spec({ k: '1' }))
      .force('one', spec({ k: '2' }))
      .apply('one', {})
    expect(stage.live).toMatchObject({ spec: {} })
    expect(stage.owners).toEqual({ 'up*': { 'f:spec': {} } })
  })
  test('an update that uses two versions has two entries, one applier only one', () => {
    const stage = new OwnershipStage(pair)
      .apply('one', spec({ k: '1' }))
      .patch('up', { j: '1' })
      .patch('up', { k: '2' }, { version: 'v2' })
    expect(stage.owners).toEqual({ 'up*': owns({ 'f:j': {} }), 'up*@v2': owns({ 'f:k': {} }) })
    stage.apply('one', spec({ n: 1 })).apply('one', spec({ n: 2 }), { version: 'v2' })
    expect(Object.keys(stage.owners)).toEqual(['one@v2', 'up*', 'up*@v2'])
  })
  test('the oldest updates are folded together past ten', () => {
    const fields = Object.fromEntries(Array.from({ length: 14 }, (_, i) => [`f${i}`, number]))
    const stage = new OwnershipStage(thing(fields)).apply('one', spec({ f0: 0 }))
    for (let i = 1; i < 14; i++) stage.patch(`up${i}`, { [`f${i}`]: i })
    expect(stage.entries).toHaveLength(11)
    expect(stage.owners['ancient-changes*']).toEqual(owns({ 'f:f1': {}, 'f:f2': {}, 'f:f3': {}, 'f:f4': {} }))
  })
  test('a new entry is not merged with another one of the same second', () => {
    const stage = new OwnershipStage(undefined)
    stage.time = () => '2030-01-01T00:00:00Z'
    stage.put('u0', spec({ f0: '1' }))
    for (let i = 1; i <= 10; i++) stage.patch(`u${String(i)}`, { [`f${String(i)}`]: '1' })
    expect(Object.keys(stage.owners)).toContain('u10*')
    expect(Object.keys(stage.owners)).toHaveLength(10)
  })
  test('entries of removed versions are dropped', () => {
    const stage = new OwnershipStage(pair, 25, { serves: (version) => version !== 'v1beta1' })
    stage.put('old', spec({ k: '1' }), { version: 'v1beta1' })
    expect(stage.patch('up', { j: '1' }).owners).toEqual({ 'up*': owns({ 'f:j': {} }) })
  })
})

describe('lists, maps and structures', () => {
  const ports = keyedBy(['port', 'protocol'], {
    port: number,
    protocol: { type: 'string', default: 'TCP' },
    name: text,
  })
  const items = keyedBy(['name'], { name: text, size: number, seen: { type: 'boolean' }, tags: setOf(text) })

  test('members of a set have their own owners', () => {
    const stage = new OwnershipStage(thing({ tags: setOf(text), numbers: setOf({ type: 'number' }) }))
    stage.apply('one', spec({ tags: ['a "b"', 'ü'], numbers: [1.5, -2] }))
    expect(stage.owners['one']).toEqual(
      owns({ 'f:numbers': { 'v:-2': {}, 'v:1.5': {} }, 'f:tags': { 'v:"a \\"b\\""': {}, 'v:"ü"': {} } }),
    )
    stage.apply('two', spec({ tags: ['ü', 'c'] })).apply('one', spec({ numbers: [-2] }))
    expect(stage.spec).toEqual({ tags: ['ü', 'c'], numbers: [-2] })
    expect(stage.apply('one', {}).apply('two', {}).live).not.toHaveProperty('spec')
  })
  test('items of keyed lists have their own owners; keys are sorted, and default keys set', () => {
    const stage = new OwnershipStage(thing({ ports })).apply('one', spec({ ports: [{ port: 80, name: 'web' }] }))
    expect(stage.owners['one']).toEqual(
      owns({ 'f:ports': { 'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:name': {}, 'f:port': {} } } }),
    )
    expect(stage.conflicts('two', spec({ ports: [{ protocol: 'TCP', port: 80, name: 'x' }] }))).toEqual([
      'conflict with "one": .spec.ports[port=80,protocol="TCP"].name',
    ])
    expect(stage.conflicts('two', spec({ ports: [{ protocol: 'UDP', port: 80, name: 'x' }] }))).toEqual([])
    expect(stage.spec).toEqual({
      ports: [
        { port: 80, name: 'web' },
        { port: 80, protocol: 'UDP', name: 'x' },
      ],
    })
  })
  test("what others added to an element goes with it, unless they own the element's existence", () => {
    const stage = new OwnershipStage(thing({ items })).apply(
      'one',
      spec({ items: [{ name: 'a' }, { name: 'b', tags: ['c'] }] }),
    )
    stage.apply('two', spec({ items: [{ name: 'b', tags: ['d'] }] }))
    const both = (stage.spec as { items: object[] }).items
    stage.patch('up', { items: both.map((item) => ({ ...item, seen: true })) }).apply('one', {})
    expect(stage.spec).toEqual({ items: [{ name: 'b', tags: ['d'], seen: true }] })
    expect(stage.owners['up*']).toEqual(owns({ 'f:items': { 'k:{"name":"b"}': { 'f:seen': {} } } }))
  })
  test.each<[string, Schema, unknown, unknown]>([
    ['list', atomicOf(text), ['a'], ['b']],
    ['list without a type', { type: 'list', element: struct({ name: text }) }, [{ name: 'a' }], [{ name: 'b' }]],
    ['map', mapOf(text, { mapType: 'atomic' }), { a: '1' }, { b: '1' }],
    ['structure', struct({ a: text, b: text }, { mapType: 'atomic' }), { a: '1' }, { b: '1' }],
    ['raw JSON', { type: 'any', mapType: 'atomic' }, { a: '1' }, { b: '1' }],
    ['number or text', { type: 'any', format: 'int-or-string' }, 1, '10%'],
  ])('an atomic %s has one owner', (_name, schema, first, second) => {
    const stage = new OwnershipStage(thing({ whole: schema })).apply('one', spec({ whole: first }))
    expect(stage.owners).toEqual({ one: owns({ 'f:whole': {} }) })
    expect(stage.conflicts('two', spec({ whole: second }))).toEqual(['conflict with "one": .spec.whole'])
    expect(stage.conflicts('two', spec({ whole: first }))).toEqual([])
    expect(stage.force('two', spec({ whole: second })).spec).toEqual({ whole: second })
    expect(Object.keys(stage.owners)).toEqual(['two'])
  })
  test('keys of maps exist by their owners, fields of structures by their type', () => {
    const stage = new OwnershipStage(thing({ maps: mapOf(mapOf(text)), s: struct({ a: text, b: text }) }))
    stage.apply('one', spec({ maps: { a: { x: '1' } }, s: { a: '1' } })).apply('two', spec({ s: { b: '2' } }))
    expect(stage.owners['one']).toEqual(owns({ 'f:maps': { 'f:a': { '.': {}, 'f:x': {} } }, 'f:s': { 'f:a': {} } }))
    expect(stage.apply('one', spec({ maps: { b: { x: '1' } } })).spec).toEqual({
      maps: { b: { x: '1' } },
      s: { b: '2' },
    })
  })
  test('a field that is set to an empty value is owned and kept', () => {
    const stage = new OwnershipStage(thing({ s: struct({ a: text }), tags: setOf(text) })).apply(
      'one',
      spec({ s: {}, tags: [] }),
    )
    expect(stage.owners).toEqual({ one: owns({ 'f:s': {} }) })
    stage.apply('one', spec({ s: { a: '1' }, tags: ['a'] })).apply('one', spec({ s: {}, tags: [] }))
    expect(stage.spec).toEqual({ s: {}, tags: [] })
    const { live } = stage
    expect(stage.apply('one', spec({ s: {}, tags: [] })).live).toBe(live)
  })
  test('null does not empty what others own', () => {
    const stage = new OwnershipStage(thing({ s: struct({ a: text, b: number }) }))
      .apply('one', spec({ s: { a: '1' } }))
      .patch('up', { s: { a: '1', b: 2 } })
    expect(stage.apply('one', spec({ s: null })).spec).toEqual({ s: { b: 2 } })
    expect(stage.owners['one']).toEqual(owns({ 'f:s': {} }))
  })
  test('defaults have no owner', () => {
    const stage = new OwnershipStage(pair).apply('one', spec({ k: '1' }))
    stage.live = { ...(stage.live as ApiObject), spec: { k: '1', n: 3 } }
    expect(stage.apply('two', spec({ n: 5 })).spec).toEqual({ k: '1', n: 5 })
    expect(stage.apply('two', spec({ k: '1' })).spec).toEqual({ k: '1' })
  })
  test.each<[number, unknown[], unknown[], unknown[]]>([
    [20, ['a', 'b', 'c'], ['c', 'x', 'a'], ['a', 'b', 'c', 'x']],
    [25, ['a', 'b', 'c'], ['c', 'x', 'a'], ['b', 'c', 'x', 'a']],
    [25, ['a', 'b'], ['x', 'b', 'a'], ['x', 'b', 'a']],
    [25, ['m', 'a', 'n', 'b'], ['b', 'a'], ['m', 'n', 'b', 'a']],
    [25, [], ['b', 'a'], ['b', 'a']],
    [25, ['a', 'b'], ['b', 'c'], ['a', 'b', 'c']],
  ])('release 1.%d: applying %j, then %j, leaves %j', (release, before, intent, after) => {
    const stage = new OwnershipStage(thing({ tags: setOf(text) }), release)
      .put('up', spec({ tags: before }))
      .apply('one', spec({ tags: intent }))
    expect(stage.spec).toEqual({ tags: after })
  })
  test.each<[string, Record<string, unknown>, string]>([
    ['a member twice', { tags: ['b', 'b'] }, '.spec.tags: duplicate entries for key [="b"]'],
    ['a key twice', { items: [{ name: 'm' }, { name: 'm' }] }, '.spec.items: duplicate entries for key [name="m"]'],
    [
      'no key',
      { items: [{ size: 1 }] },
      '.spec.items: element 0: associative list with keys has an element that omits key field "name"',
    ],
    [
      'no keys, of which the first is named',
      { items: [{ size: 1 }, { size: 2 }] },
      '(a; v1, Kind=Thing): .spec.items: element 0: associative list',
    ],
    [
      'a structure in a set',
      { tags: [{}] },
      "element 0: associative list without keys has an element that's a map type",
    ],
    ['an unknown field', { nope: 1 }, '.spec.nope: field not declared in schema'],
    ['another form', { items: 'x' }, '.spec.items: expected list, got &{x}'],
    ['another scalar', { n: 'x' }, '.spec.n: expected numeric (int or float), got string'],
  ])('a configuration with %s is refused', (_name, body, message) => {
    const stage = new OwnershipStage(thing({ tags: setOf(text), items, n: number }))
    expect(() => stage.apply('one', spec(body))).toThrow(IntentError)
    expect(() => stage.apply('one', spec(body))).toThrow(message)
  })
  test.each<[string, Record<string, unknown>]>([
    ['keys', { items: [{ name: 'a' }, { name: 'a', size: 2 }] }],
    ['members', { tags: ['b', 'b'] }],
    ['elements without a key', { items: [{ size: 1 }, { name: 'a' }] }],
  ])('after an update with %s that have equal keys, no owners are recorded', (_name, ambiguous) => {
    const stage = new OwnershipStage(thing({ items, tags: setOf(text), n: number })).apply('one', spec({ n: 1 }))
    expect(stage.patch('up', ambiguous).entries).toEqual([])
    expect(stage.patch('up', { n: 2 }).entries).toEqual([])
    expect(stage.spec).toEqual({ n: 2, ...ambiguous })
    const created = new OwnershipStage(thing({ items, tags: setOf(text) })).put('up', spec(ambiguous))
    expect(created.entries).toEqual([])
  })
  test('elements of the live list that share an identity are merged as one', () => {
    const twice = [
      { name: 'a', size: 1 },
      { name: 'a', size: 2 },
    ]
    const stage = new OwnershipStage(thing({ items })).put('up', spec({ items: twice }))
    stage.apply('one', spec({ items: [{ name: 'b' }] }))
    expect(stage.spec).toEqual({ items: [...twice, { name: 'b' }] })
    expect(stage.force('one', spec({ items: [{ name: 'a', size: 3 }] })).spec).toEqual({
      items: [{ name: 'a', size: 3 }],
    })
  })
})
