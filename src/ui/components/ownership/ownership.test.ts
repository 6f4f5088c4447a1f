import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { ApiObject } from '../../../machinery/object'
import { pathText } from '../../../managed-fields/path-element'
import { intentOf } from './extract'
import { unplaced } from './lines'
import { elementsOf, locate } from './locate'
import { STRUCTURE, entry, ownersOf } from './ownership.testing'
import { UNKNOWN } from './structure'

describe('unplaced', () => {
  it('lists fields that an owner owns in another version', () => {
    const [owner] = ownersOf(entry('a', { 'f:spec': { 'f:replicas': {}, 'f:old': {} } }, { apiVersion: 'g/v1beta1' }))
    if (!owner) throw new Error('no owner')
    expect(unplaced({ spec: { replicas: 1 } }, owner, locate).map(pathText)).toEqual(['.spec.old'])
  })
})

describe('locate', () => {
  const value = { spec: { ports: [{ port: 80, protocol: 'UDP' }, { port: 80 }], tags: ['a', 'b'], list: [1, 2] } }
  it.each([
    [
      ['f:spec', 'f:ports', 'k:{"port":80,"protocol":"TCP"}', 'f:port'],
      ['spec', 'ports', 1, 'port'],
    ],
    [
      ['f:spec', 'f:ports', 'k:{"port":80,"protocol":"UDP"}'],
      ['spec', 'ports', 0],
    ],
    [
      ['f:spec', 'f:tags', 'v:"b"'],
      ['spec', 'tags', 1],
    ],
    [
      ['f:spec', 'f:list', 'i:0'],
      ['spec', 'list', 0],
    ],
    [['f:spec', 'f:ports', 'k:{"port":81,"protocol":"TCP"}'], undefined],
    [['f:spec', 'f:other'], undefined],
  ])('%j', (path, expected) => {
    expect(locate(value, path, STRUCTURE)).toEqual(expected)
  })
})

describe('elementsOf', () => {
  const value = {
    metadata: { labels: { 'a.io/b': 'x' } },
    spec: {
      ports: [
        { port: 53, protocol: 'UDP' },
        { port: 80, name: 'n' },
      ],
      tags: ['a'],
      args: ['p'],
      selector: { match: {} },
    },
  }
  it.each([
    [['metadata', 'labels', 'a.io/b'], '.metadata.labels.a.io/b'],
    [['spec', 'ports', 1, 'name'], '.spec.ports[port=80,protocol="TCP"].name'],
    [['spec', 'ports', 0], '.spec.ports[port=53,protocol="UDP"]'],
    [['spec', 'tags', 0], '.spec.tags[="a"]'],
    [['spec', 'args', 0], '.spec.args'],
    [['spec', 'selector', 'match'], '.spec.selector'],
  ])('%j', (path, expected) => {
    expect(pathText(elementsOf(value, path, STRUCTURE))).toBe(expected)
  })

  it('treats lists of unknown types as atomic', () => {
    expect(pathText(elementsOf(value, ['spec', 'ports', 1, 'name'], UNKNOWN))).toBe('.spec.ports')
  })
})

describe('intentOf', () => {
  const object = parse(`
apiVersion: g/v1
kind: Kind
metadata: { name: x, namespace: n, uid: u, labels: { a: "1", b: "2" } }
spec:
  replicas: 3
  selector: { match: { app: x } }
  tags: [a, b]
  ports: [{ port: 80, protocol: TCP, name: p }, { port: 81, protocol: TCP }]
`) as ApiObject

  it('keeps owned fields, with the keys of list items', () => {
    const [owner] = ownersOf(
      entry('a', {
        'f:metadata': { 'f:labels': { 'f:a': {} } },
        'f:spec': {
          'f:selector': {},
          'f:tags': { 'v:"b"': {} },
          'f:ports': { 'k:{"port":80,"protocol":"TCP"}': { 'f:name': {} } },
        },
      }),
    )
    expect(owner && intentOf(object, owner.fields, STRUCTURE)).toEqual({
      apiVersion: 'g/v1',
      kind: 'Kind',
      metadata: { name: 'x', namespace: 'n', labels: { a: '1' } },
      spec: { selector: { match: { app: 'x' } }, tags: ['b'], ports: [{ port: 80, name: 'p' }] },
    })
  })

  it('claims an empty map as it was claimed', () => {
    const [owner] = ownersOf(entry('a', { 'f:metadata': { 'f:labels': {} } }))
    expect(owner && intentOf(object, owner.fields, STRUCTURE)['metadata']).toEqual({
      name: 'x',
      namespace: 'n',
      labels: {},
    })
  })
})
