import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { ApiObject, ManagedFieldsEntry } from '../../../machinery/object'
import { pathText } from '../../../managed-fields/path-element'
import type { OpenApiDocument } from '../../queries/openapi'
import { OWNER_MARKS } from '../theme'
import { intentOf } from './extract'
import { ownedLines, unplaced, valuePathText } from './lines'
import { elementsOf, locate } from './locate'
import { assignMarks } from './marks'
import { namedOwners, ownedPaths } from './owners'
import { structureOf, UNKNOWN } from './structure'

const DOCUMENT: OpenApiDocument = {
  paths: {},
  definitions: {
    Kind: {
      type: 'object',
      'x-orch-group-version-kind': [{ group: 'g', version: 'v1', kind: 'Kind' }],
      properties: { metadata: { $ref: '#/definitions/Meta' }, spec: { $ref: '#/definitions/Spec' } },
    },
    Meta: {
      properties: {
        name: { type: 'string' },
        labels: { type: 'object', additionalProperties: { type: 'string' } },
        finalizers: { type: 'array', items: { type: 'string' }, 'x-orch-patch-strategy': 'merge' },
      },
    },
    Spec: {
      properties: {
        replicas: { type: 'integer' },
        selector: { $ref: '#/definitions/Selector' },
        text: { type: 'string' },
        args: { type: 'array', items: { type: 'string' } },
        tags: { type: 'array', items: { type: 'string' }, 'x-orch-list-type': 'set' },
        ports: {
          type: 'array',
          items: { $ref: '#/definitions/Port' },
          'x-orch-list-type': 'map',
          'x-orch-list-map-keys': ['port', 'protocol'],
        },
      },
    },
    Selector: {
      type: 'object',
      properties: { match: { type: 'object', additionalProperties: { type: 'string' } } },
      ...{ 'x-orch-map-type': 'atomic' },
    },
    Port: {
      properties: {
        port: { type: 'integer' },
        protocol: { type: 'string', default: 'TCP' },
        name: { type: 'string' },
      },
    },
  },
}
const STRUCTURE = structureOf(DOCUMENT, 'g/v1', 'Kind')

const entry = (
  manager: string,
  fieldsV1: Record<string, unknown>,
  more: Partial<ManagedFieldsEntry> = {},
): ManagedFieldsEntry => ({
  manager,
  operation: 'Apply',
  apiVersion: 'g/v1',
  fieldsType: 'FieldsV1',
  fieldsV1,
  ...more,
})
const ownersOf = (...entries: ManagedFieldsEntry[]) => namedOwners(entries) ?? []

/** Each line of the text with the names of its owners before it. */
const marked = (text: string, owners: ReturnType<typeof ownersOf>, structure = STRUCTURE): string[] => {
  const lines = ownedLines(text, owners, structure)
  return text
    .trimEnd()
    .split('\n')
    .map(
      (line, i) =>
        `${
          lines
            .get(i + 1)
            ?.owners.map((o) => o.name)
            .join('+') ?? ''
        }| ${line}`,
    )
}

describe('namedOwners', () => {
  it('tells the entries of one manager apart', () => {
    expect(
      ownersOf(
        entry('a', {}),
        entry('a', {}, { operation: 'Update' }),
        entry('a', {}, { operation: 'Update', subresource: 'scale' }),
        entry('a', {}, { subresource: 'status' }),
      ).map((o) => o.name),
    ).toEqual(['a', 'a · update', 'a · scale', 'a · apply status'])
  })

  it('says nothing when an entry is not understood', () => {
    expect(namedOwners([entry('a', { 'x:y': {} })])).toBeUndefined()
  })

  it('gathers all owners of a path', () => {
    const paths = ownedPaths(ownersOf(entry('a', { 'f:x': {} }), entry('b', { 'f:x': {}, 'f:y': { '.': {} } })))
    expect([...paths.values()].map(({ text, names }) => [text, names])).toEqual([
      ['.x', ['a', 'b']],
      ['.y', ['b']],
    ])
  })
})

describe('ownedLines', () => {
  it('finds scalars, map entries and who shares them', () => {
    const text = 'metadata:\n  name: x\n  labels:\n    a.io/b: "1"\n    c: "2"\nspec:\n  replicas: 3\n'
    const owners = ownersOf(
      entry('a', { 'f:metadata': { 'f:labels': { '.': {}, 'f:a.io/b': {} } }, 'f:spec': { 'f:replicas': {} } }),
      entry('b', { 'f:metadata': { 'f:labels': { 'f:c': {} } }, 'f:spec': { 'f:replicas': {} } }),
    )
    expect(marked(text, owners)).toEqual([
      '| metadata:',
      '|   name: x',
      'a|   labels:',
      'a|     a.io/b: "1"',
      'b|     c: "2"',
      '| spec:',
      'a+b|   replicas: 3',
    ])
  })

  it('finds items of keyed lists by their keys, wherever they stand, with keys that have defaults', () => {
    const text =
      'spec:\n  ports:\n    - name: dns\n      port: 53\n      protocol: UDP\n    - port: 53\n      name: dns-tcp\n    - port: 80\n'
    const owners = ownersOf(
      entry('tcp', { 'f:spec': { 'f:ports': { 'k:{"port":53,"protocol":"TCP"}': { '.': {}, 'f:port': {} } } } }),
      entry('udp', {
        'f:spec': {
          'f:ports': {
            'k:{"port":53,"protocol":"UDP"}': { '.': {}, 'f:port': {}, 'f:protocol': {}, 'f:name': {} },
            'k:{"port":53,"protocol":"TCP"}': { 'f:name': {} },
          },
        },
      }),
    )
    expect(marked(text, owners)).toEqual([
      '| spec:',
      '|   ports:',
      'udp|     - name: dns',
      'udp|       port: 53',
      'udp|       protocol: UDP',
      'tcp|     - port: 53',
      'udp|       name: dns-tcp',
      '|     - port: 80',
    ])
  })

  it('shows the owner of an item where its first field has none', () => {
    const text = 'spec:\n  ports:\n    - name: x\n      port: 80\n'
    const owners = ownersOf(
      entry('a', { 'f:spec': { 'f:ports': { 'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:port': {} } } } }),
    )
    expect(marked(text, owners)[2]).toBe('a|     - name: x')
    expect(
      ownedLines(text, owners, STRUCTURE)
        .get(3)
        ?.fields.map((f) => valuePathText(f.path)),
    ).toEqual(['spec.ports[0]', 'spec.ports[0].name'])
  })

  it('finds members of sets by their values', () => {
    const text = 'spec:\n  tags:\n    - b\n    - a\n'
    const owners = ownersOf(
      entry('one', { 'f:spec': { 'f:tags': { 'v:"a"': {} } } }),
      entry('two', { 'f:spec': { 'f:tags': { 'v:"b"': {}, 'v:"a"': {} } } }),
    )
    expect(marked(text, owners).slice(2)).toEqual(['two|     - b', 'one+two|     - a'])
  })

  it('gives all lines of a structure that is owned whole to its owner', () => {
    const text = 'spec:\n  selector:\n    match:\n      app: x\n  args:\n    - p\n    - q\n'
    const owners = ownersOf(entry('a', { 'f:spec': { 'f:selector': {}, 'f:args': {} } }))
    expect(marked(text, owners)).toEqual([
      '| spec:',
      'a|   selector:',
      'a|     match:',
      'a|       app: x',
      'a|   args:',
      'a|     - p',
      'a|     - q',
    ])
    expect(ownedLines(text, owners, STRUCTURE).get(4)?.fields[0]?.whole).toEqual(['spec', 'selector'])
  })

  it('does not take an empty map that was claimed for a whole one', () => {
    const text = 'metadata:\n  labels:\n    later: "1"\n'
    const owners = ownersOf(entry('a', { 'f:metadata': { 'f:labels': {} } }))
    expect(marked(text, owners)).toEqual(['| metadata:', 'a|   labels:', '|     later: "1"'])
  })

  it('tells from the owners where the schema does not', () => {
    const text = 'spec:\n  list:\n    - a: 1\n  map:\n    b: 1\n'
    const owners = ownersOf(
      entry('a', { 'f:spec': { 'f:list': {}, 'f:map': {} } }),
      entry('b', { 'f:spec': { 'f:map': { 'f:b': {} } } }),
    )
    expect(marked(text, owners, UNKNOWN)).toEqual([
      '| spec:',
      'a|   list:',
      'a|     - a: 1',
      'a|   map:',
      'b|     b: 1',
    ])
  })

  it('marks every line of a text over several lines', () => {
    const text = 'spec:\n  text: |\n    one\n\n    two\n  replicas: 1 # why\n'
    const owners = ownersOf(entry('a', { 'f:spec': { 'f:text': {} } }), entry('b', { 'f:spec': { 'f:replicas': {} } }))
    expect(marked(text, owners).map((line) => line.split('|')[0])).toEqual(['', 'a', 'a', 'a', 'a', 'b'])
  })

  it('reads flow style', () => {
    const text = 'spec: { replicas: 1, tags: [x, "y"] }\n'
    const owners = ownersOf(
      entry('a', { 'f:spec': { 'f:replicas': {} } }),
      entry('b', { 'f:spec': { 'f:tags': { 'v:"y"': {} } } }),
    )
    expect(marked(text, owners)[0]?.split('|')[0]).toBe('a+b')
  })

  it('has no lines for a text that is no object', () => {
    expect(ownedLines('', ownersOf(entry('a', { 'f:x': {} }))).size).toBe(0)
  })
})

describe('unplaced', () => {
  it('names what an owner holds in another version', () => {
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

  it('takes lists of unknown types as a whole', () => {
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

  it('keeps what is owned, with the keys of its items', () => {
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

describe('assignMarks', () => {
  it('gives every owner of an object a mark of its own, and keeps those given', () => {
    const names = ['alice', 'bob', 'autoscaler · scale', 'ci', 'd', 'e', 'f', 'g']
    const marks = assignMarks(names)
    expect(new Set([...marks.values()].map((mark) => mark.index)).size).toBe(OWNER_MARKS.length)
    const fewer = assignMarks(names.slice(0, 3))
    for (const [name, mark] of fewer) expect(marks.get(name)).toEqual(mark)
  })

  it('shares marks when there are more owners than marks', () => {
    expect(assignMarks(Array.from({ length: 12 }, (_, i) => `m${i}`)).size).toBe(12)
  })
})
