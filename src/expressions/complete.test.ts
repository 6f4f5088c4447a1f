import { describe, expect, it } from 'vitest'
import { complete } from './complete'
import { Environment } from './environment'
import { LISTS } from './libraries/lists'
import { OPTIONALS } from './libraries/optionals'
import { SET_LIBRARY } from './libraries/sets'
import { STRINGS } from './libraries/strings'
import { BOOL, INT, listOf, mapOf, objectType, opaque, STRING } from './types'

const PORT = objectType('Port', { name: STRING, number: INT })
const SPEC = objectType('Spec', { ports: listOf(PORT), labels: mapOf(STRING, STRING), on: BOOL })
const OPERATION = objectType('Operation', { op: STRING, path: STRING })
const environment = new Environment({
  variables: {
    object: objectType('Object', { spec: SPEC, kind: STRING }),
    authorizer: opaque('Authorizer'),
    'authorizer.own': opaque('Check'),
  },
  libraries: [STRINGS, LISTS, OPTIONALS, SET_LIBRARY],
  constructed: (name) => (name === 'Operation' ? OPERATION : undefined),
  constructedNames: ['Operation'],
})
const labels = (before: string): string[] => complete(before, environment).suggestions.map(({ label }) => label)

describe('what may follow', () => {
  it.each([
    ['', ['object', 'authorizer', 'size', 'sets', 'has', 'cel', 'true', 'Operation']],
    ['ob', ['object']],
    ['object.spec.on && ', ['object', 'has']],
    ['object.', ['spec', 'kind']],
    ['object.spec.', ['labels', 'on', 'ports']],
    ['object.spec.po', ['ports']],
    ['object.?spec.', ['ports', 'orValue', 'optMap']],
    ['object.spec.ports[0].', ['name', 'number']],
    ['(object).spec.ports[size(object.kind) - 1].', ['name', 'number']],
    ['has(object.spec.', ['ports']],
    ['object.kind.', ['contains', 'startsWith', 'size']],
    ["object.kind.split('-')[0].", ['lowerAscii']],
    ['object.spec.ports.', ['all', 'exists', 'filter', 'map', 'size']],
    ['object.spec.labels.', ['all', 'transformMap']],
    ["'text'.", ['contains']],
    ['[1, 2].', ['sum', 'indexOf']],
    ['sets.', ['contains', 'equivalent']],
    ['authorizer.', ['own']],
    ['cel.', ['bind']],
    ['object.spec.ports.all(p, p.', ['name', 'number']],
    ['object.spec.ports.all(p, ', ['p', 'object']],
    ['object.spec.ports.exists(p, [p].all(q, q.', ['name', 'number']],
    ['object.spec.labels.all(k, v, v.', ['contains']],
    ['object.spec.labels.all(k, k.', ['contains']],
    ['object.spec.ports.map(p, p.name).filter(n, n.', ['contains']],
    ['cel.bind(x, object.spec.ports, x[0].', ['number']],
    ['object.?spec.optMap(s, s.', ['ports']],
    ['[Operation{', ['op', 'path']],
    ['[Operation{op: "add", ', ['op', 'path']],
    ['true == false & object.', ['spec']],
    ["object.kind == 'a'\n  || object.", ['spec']],
    ["object.kind in ['a', object.", ['kind']],
  ])('%s', (before, expected) => {
    expect(labels(before)).toEqual(expect.arrayContaining(expected))
  })

  it.each([
    ["object.kind == '"],
    ['object.kind == "ob'],
    ['"""a\nob'],
    ['// obj'],
    ['1'],
    ['object '],
    ['object.spec.ports[0] '],
    ['object..'],
    ['nothing.'],
    ['object.spec.missing.'],
    ['].'],
    ['object.kind == "a" '],
  ])('nothing after %s', (before) => {
    expect(labels(before)).toEqual([])
  })

  it('fields come first, and only those of the value', () => {
    expect(labels('object.').slice(0, 2)).toEqual(['kind', 'spec'])
    expect(labels('object.')).not.toContain('contains')
    expect(labels('object.spec.on.')).not.toContain('all')
  })
})

it.each([
  ['object.sp', 2, 'spec', 'Spec', 'spec'],
  ['object.kind.st', 2, 'startsWith', 'string.startsWith(string) bool', 'startsWith($0)'],
  ['object.kind.lo', 2, 'lowerAscii', 'string.lowerAscii() string', 'lowerAscii()'],
  ['siz', 3, 'size', 'size(string) int\nsize(bytes) int\nsize(list(A)) int\nsize(map(A, B)) int', 'size($0)'],
  ['object.spec.ports.al', 2, 'all', 'all(x, condition) bool: the condition holds for all items', 'all(${1:x}, $0)'],
  ['null', 4, 'null', 'null', 'null'],
])('%s: %i characters are replaced by %s', (before, typed, label, detail, text) => {
  const completion = complete(before, environment)
  expect(completion.typed).toBe(typed)
  expect(completion.suggestions.find((one) => one.label === label)).toMatchObject({ detail, text })
})

it('ends soon, whatever is written', () => {
  const deep = `${'('.repeat(5_000)}object.`
  expect(complete(deep, environment).suggestions.length).toBeGreaterThan(0)
  expect(complete('object.spec.ports.all(p, '.repeat(200), environment).suggestions.length).toBeGreaterThan(0)
  expect(complete('§'.repeat(5_000), environment).suggestions).toEqual([])
})
