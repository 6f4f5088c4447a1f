import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Schema } from '../api/schema'
import { clone, type Json } from './json'
import { PatchError } from './patch-error'
import { applyStrategicMergePatch } from './strategic-merge-patch'

const text: Schema = { type: 'string' }
const struct = (fields: Record<string, Schema>, more: Partial<Schema> = {}): Schema => ({
  type: 'struct',
  fields: new Map(Object.entries(fields)),
  ...more,
})
const keyed = (element: Schema, key: string, more: Schema['patchStrategy'] = ['merge']): Schema => ({
  type: 'list',
  element,
  patchStrategy: more,
  patchMergeKey: key,
})
const container = struct({
  name: text,
  image: text,
  env: keyed(struct({ name: text, value: text }), 'name'),
  args: { type: 'list', element: text },
})
const pod = struct({
  labels: { type: 'map', element: text },
  finalizers: { type: 'list', element: text, patchStrategy: ['merge'] },
  containers: keyed(container, 'name'),
  ports: keyed(struct({ port: { type: 'integer' }, name: text }), 'port'),
  volumes: keyed(struct({ name: text }, { preserveUnknown: true }), 'name', ['merge', 'retainKeys']),
  strategy: struct({ type: text, rollingUpdate: struct({}) }, { patchStrategy: ['retainKeys'] }),
  whole: struct({ a: text, b: text }, { patchStrategy: ['replace'] }),
  keyless: { type: 'list', element: struct({}), patchStrategy: ['merge'] },
  template: { type: 'any' },
})
const apply = (doc: Json, patch: Json) => applyStrategicMergePatch(doc, patch, pod)

describe('merging', () => {
  it.each<[string, Json, Json, Json]>([
    [
      'maps merge, null deletes',
      { labels: { a: '1', b: '2' } },
      { labels: { a: null, c: '3' } },
      { labels: { b: '2', c: '3' } },
    ],
    ['null deletes a field', { labels: { a: '1' }, ports: [] }, { labels: null }, { ports: [] }],
    [
      'a map is replaced on request',
      { labels: { a: '1' } },
      { labels: { $patch: 'replace', b: '2' } },
      { labels: { b: '2' } },
    ],
    ['a map is emptied on request', { labels: { a: '1' } }, { labels: { $patch: 'delete' } }, { labels: {} }],
    ['the whole object is replaced', { labels: { a: '1' } }, { $patch: 'replace', ports: [] }, { ports: [] }],
    ['fields with strategy replace', { whole: { a: '1' } }, { whole: { b: '2' } }, { whole: { b: '2' } }],
    [
      'a list without a key is replaced',
      { containers: [{ name: 'a', args: ['1', '2'] }] },
      { containers: [{ name: 'a', args: ['3'] }] },
      { containers: [{ name: 'a', args: ['3'] }] },
    ],
    [
      'a keyed list merges, new items first',
      {
        ports: [
          { name: 'a', port: 1 },
          { name: 'b', port: 2 },
        ],
      },
      {
        ports: [
          { port: 2, name: 'bb' },
          { port: 3, name: 'c' },
        ],
      },
      {
        ports: [
          { name: 'a', port: 1 },
          { name: 'bb', port: 2 },
          { name: 'c', port: 3 },
        ],
      },
    ],
    [
      'an item that only the patch has goes before the others',
      { ports: [{ port: 1 }, { port: 2 }] },
      { ports: [{ port: 3 }] },
      { ports: [{ port: 3 }, { port: 1 }, { port: 2 }] },
    ],
    [
      'an item is deleted by its key',
      { ports: [{ port: 1 }, { port: 2 }] },
      { ports: [{ port: 2, $patch: 'delete' }] },
      { ports: [{ port: 1 }] },
    ],
    [
      'deleting what is not there',
      { ports: [{ port: 1 }] },
      { ports: [{ port: 2, $patch: 'delete' }] },
      { ports: [{ port: 1 }] },
    ],
    [
      'deleting from a list that is not there',
      {},
      { ports: [{ port: 2, $patch: 'delete' }, { port: 3 }] },
      { ports: [{ port: 3 }] },
    ],
    [
      'a list is replaced on request',
      { ports: [{ port: 1 }] },
      { ports: [{ port: 9 }, { $patch: 'replace' }] },
      { ports: [{ port: 9 }] },
    ],
    [
      'nested keyed lists',
      { containers: [{ name: 'a', image: 'i', env: [{ name: 'X', value: '1' }] }, { name: 'b' }] },
      { containers: [{ name: 'a', env: [{ name: 'Y', value: '2' }] }] },
      {
        containers: [
          {
            name: 'a',
            image: 'i',
            env: [
              { name: 'Y', value: '2' },
              { name: 'X', value: '1' },
            ],
          },
          { name: 'b' },
        ],
      },
    ],
    [
      'primitive lists are sets',
      { finalizers: ['a', 'b'] },
      { finalizers: ['b', 'c'] },
      { finalizers: ['a', 'b', 'c'] },
    ],
    [
      'deleting from a primitive list',
      { finalizers: ['a', 'b'] },
      { '$deleteFromPrimitiveList/finalizers': ['a', 'x'] },
      { finalizers: ['b'] },
    ],
    [
      'deleting from and adding to a primitive list',
      { finalizers: ['a', 'b'] },
      { '$deleteFromPrimitiveList/finalizers': ['a'], finalizers: ['c'] },
      { finalizers: ['c', 'b'] },
    ],
    ['deleting from no primitive list', {}, { '$deleteFromPrimitiveList/finalizers': ['a'] }, {}],
    [
      'retained keys of a union in a list',
      {
        volumes: [
          { name: 'v', emptyDir: {} },
          { name: 'w', emptyDir: {} },
        ],
      },
      { volumes: [{ $retainKeys: ['name', 'secret'], name: 'v', secret: { n: 's' } }] },
      {
        volumes: [
          { name: 'v', secret: { n: 's' } },
          { name: 'w', emptyDir: {} },
        ],
      },
    ],
    [
      'retained keys of a struct',
      { strategy: { type: 'RollingUpdate', rollingUpdate: {} } },
      { strategy: { $retainKeys: ['type'], type: 'Recreate' } },
      { strategy: { type: 'Recreate' } },
    ],
    [
      'retained keys where nothing is',
      {},
      { strategy: { $retainKeys: ['type'], type: 'Recreate' } },
      { strategy: { type: 'Recreate' } },
    ],
    [
      'an order for a keyed list',
      { containers: [{ name: 'a' }, { name: 'b' }] },
      { '$setElementOrder/containers': [{ name: 'c' }, { name: 'b' }, { name: 'a' }], containers: [{ name: 'c' }] },
      { containers: [{ name: 'c' }, { name: 'b' }, { name: 'a' }] },
    ],
    [
      'an order alone',
      { containers: [{ name: 'a' }, { name: 'b' }] },
      { '$setElementOrder/containers': [{ name: 'b' }, { name: 'a' }] },
      { containers: [{ name: 'b' }, { name: 'a' }] },
    ],
    [
      'an order for primitives',
      { finalizers: ['a', 'b', 'x'] },
      { '$setElementOrder/finalizers': ['b', 'a'] },
      { finalizers: ['b', 'a', 'x'] },
    ],
    [
      'live items keep their neighbours',
      { ports: [{ port: 1 }, { port: 2 }, { port: 3 }] },
      { '$setElementOrder/ports': [{ port: 1 }, { port: 3 }], ports: [{ port: 3, name: 'c' }] },
      { ports: [{ port: 1 }, { port: 2 }, { port: 3, name: 'c' }] },
    ],
    ['an order of nothing', {}, { '$setElementOrder/ports': [{ port: 1 }] }, {}],
    [
      'an order with a deletion',
      { ports: [{ port: 1 }, { port: 2 }] },
      { '$setElementOrder/ports': [{ port: 2 }], ports: [{ port: 1, $patch: 'delete' }] },
      { ports: [{ port: 2 }] },
    ],
    [
      'deletions that are no list replace',
      { finalizers: ['a'] },
      { '$deleteFromPrimitiveList/finalizers': 'a' },
      { finalizers: 'a' },
    ],
    ['another type replaces', { labels: 'x' }, { labels: { a: '1' } }, { labels: { a: '1' } }],
    [
      'directives below what is new are carried out',
      {},
      { strategy: { rollingUpdate: { $patch: 'replace', a: 1, b: null } } },
      { strategy: { rollingUpdate: { a: 1 } } },
    ],
    [
      'unknown fields merge as maps and replace as lists',
      { template: { a: 1, l: [1] } },
      { template: { b: 2, l: [2] } },
      { template: { a: 1, b: 2, l: [2] } },
    ],
  ])('%s', (_, doc, patch, result) => {
    const before = clone([doc, patch])
    expect(apply(doc, patch)).toEqual(result)
    expect([doc, patch]).toEqual(before)
  })
})

describe('refusals', () => {
  it.each<[string, Json, Json, string]>([
    ['no object', {}, [], 'malformed 400'],
    ['unknown directive of a map', {}, { labels: { $patch: 'merge' } }, 'unknown-directive 500'],
    [
      'unknown directive of an item',
      { ports: [{ port: 1 }] },
      { ports: [{ port: 1, $patch: 'keep' }] },
      'unknown-directive 500',
    ],
    ['no merge key', { ports: [{ port: 1 }] }, { ports: [{ name: 'x' }] }, 'missing-merge-key 500'],
    ['no merge key to delete', { ports: [{ port: 1 }] }, { ports: [{ $patch: 'delete' }] }, 'missing-merge-key 500'],
    ['a merged list of a type without key', { keyless: [{ a: 1 }] }, { keyless: [{ a: 2 }] }, 'missing-merge-key 500'],
    ['retained keys that are no list', {}, { strategy: { $retainKeys: 'type' } }, 'malformed 400'],
    ['retained keys that miss one', {}, { strategy: { $retainKeys: ['type'], rollingUpdate: {} } }, 'malformed 400'],
    ['deletions of no field', {}, { $deleteFromPrimitiveList: ['a'] }, 'malformed 400'],
    ['deletions from a list of maps', { ports: [{}] }, { '$deleteFromPrimitiveList/ports': ['a'] }, 'mixed-items 500'],
    ['an order that is no list', { ports: [] }, { '$setElementOrder/ports': {} }, 'wrong-type 500'],
    ['an order of no field', { ports: [] }, { $setElementOrder: [] }, 'malformed 400'],
    ['an order of what is no map', { ports: [{ port: 1 }] }, { '$setElementOrder/ports': [1] }, 'wrong-type 500'],
    ['an order of an empty list', { ports: [] }, { '$setElementOrder/ports': [] }, 'mixed-items 500'],
    ['an item that is no map', {}, { '$setElementOrder/ports': [{ port: 1 }], ports: [1] }, 'wrong-type 500'],
    ['a list to merge', { ports: [{}] }, { ports: [{ port: 1, $patch: 'merge' }] }, 'unknown-directive 500'],
    [
      'an order that lacks an item',
      { ports: [] },
      { '$setElementOrder/ports': [{ port: 1 }], ports: [{ port: 2 }] },
      'wrong-order 500',
    ],
    ['lists of lists', { finalizers: [['a']] }, { finalizers: [['a']] }, 'list-of-lists 422'],
    ['a list among other items', { finalizers: ['a'] }, { finalizers: [['a']] }, 'mixed-items 500'],
    ['mixed items', { finalizers: ['a'] }, { finalizers: [{}] }, 'mixed-items 500'],
  ])('%s', (_, doc, patch, kind) => {
    let seen = 'applied'
    try {
      apply(doc, patch)
    } catch (error) {
      if (!(error instanceof PatchError)) throw error
      seen = `${error.kind} ${error.code}`
    }
    expect(seen).toBe(kind)
  })
})

it('any patch is applied or refused with a PatchError, and changes no input', () => {
  const key = fc.constantFrom(
    'labels',
    'finalizers',
    'ports',
    'containers',
    'strategy',
    '$patch',
    '$retainKeys',
    'name',
    'port',
    '__proto__',
    '$setElementOrder/ports',
    '$deleteFromPrimitiveList/finalizers',
  )
  const { value } = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<Json>('replace', 'delete', 'a', 1, null),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(key, tie('value'), { maxKeys: 4 }),
    ),
  }))
  fc.assert(
    fc.property(value, value, (doc, patch) => {
      const before = clone([doc, patch])
      try {
        apply(doc, patch)
      } catch (error) {
        if (!(error instanceof PatchError)) throw error
      }
      expect([doc, patch]).toEqual(before)
      expect(Object.getPrototypeOf({})).toBe(Object.prototype)
    }),
    { numRuns: 500 },
  )
})

describe('what does not exist yet, as releases before 1.28 merge it', () => {
  it.each<[string, Json, Json, Json]>([
    [
      'an item to delete is added',
      {},
      { containers: [{ $patch: 'delete', name: 'a' }] },
      { containers: [{ $patch: 'delete', name: 'a' }] },
    ],
    ['an item needs no merge key', {}, { containers: [{ image: 'i' }] }, { containers: [{ image: 'i' }] }],
    ['values to delete are added', {}, { '$deleteFromPrimitiveList/finalizers': ['a'] }, { finalizers: ['a'] }],
    [
      'an item beside others is added as given',
      { containers: [{ name: 'a' }] },
      { containers: [{ name: 'b', env: [{ $patch: 'delete', name: 'e' }] }] },
      { containers: [{ name: 'b', env: [{ $patch: 'delete', name: 'e' }] }, { name: 'a' }] },
    ],
    [
      'a list with an order is taken as given',
      {},
      { '$setElementOrder/containers': [{ name: 'a' }], containers: [{ $patch: 'delete', name: 'a' }] },
      { containers: [{ $patch: 'delete', name: 'a' }] },
    ],
    [
      'what exists is merged',
      { containers: [{ name: 'a' }, { name: 'b' }] },
      { containers: [{ $patch: 'delete', name: 'a' }] },
      { containers: [{ name: 'b' }] },
    ],
  ])('%s', (_, doc, patch, result) => {
    expect(applyStrategicMergePatch(doc, patch, pod, { takesNewAsGiven: true })).toEqual(result)
  })
})
