import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import oracle, { type Operation } from 'fast-json-patch'
import { describe, expect, it } from 'vitest'
import { clone, equal, type Json } from './json'
import { applyJsonPatch } from './json-patch'
import { PatchError } from './patch-error'

interface Case {
  comment?: string
  doc: Json
  patch: Json
  expected?: Json
  error?: string
  disabled?: boolean
}
/** Cases of the RFC that servers of this API decide otherwise; the tables below say how. */
const OTHERWISE: readonly string[] = [
  'replace object document with array document?',
  'replace array document with object document?',
  'Out of bounds (lower)',
  'replacing the root of the document is possible with add',
  "missing 'value' parameter to add",
  "missing 'value' parameter to replace",
  'missing from location to copy',
  'test with bad array number that has leading zeros',
]
const suite = ['json-patch-tests.json', 'json-patch-spec-tests.json'].flatMap((file) =>
  (JSON.parse(readFileSync(new URL(`./testdata/${file}`, import.meta.url), 'utf8')) as Case[]).filter(
    (one) => !one.disabled && one.patch !== undefined && !OTHERWISE.includes(one.comment ?? one.error ?? ''),
  ),
)

describe('the public suite', () => {
  it.each(suite.map((one, i) => [`${i} ${one.comment ?? one.error ?? ''}`, one] as const))('%s', (_, one) => {
    const before = clone(one.doc)
    if (one.error !== undefined) expect(() => applyJsonPatch(one.doc, one.patch)).toThrow(PatchError)
    else {
      const result = applyJsonPatch(one.doc, one.patch)
      if (one.expected !== undefined) expect(result).toEqual(one.expected)
    }
    expect(one.doc).toEqual(before)
  })
})

const kindOf = (doc: Json, patch: Json): string => {
  try {
    applyJsonPatch(doc, patch)
    return 'applied'
  } catch (error) {
    if (error instanceof PatchError) return `${error.kind} ${error.code} at ${error.operation ?? '-'}`
    throw error
  }
}

describe('refusals', () => {
  it.each<[string, Json, Json, string]>([
    ['no list', {}, { op: 'add' }, 'malformed 400 at -'],
    ['no objects', {}, ['add'], 'malformed 400 at -'],
    ['nothing in place of an operation', {}, [null], 'invalid 422 at 0'],
    ['unknown operation', {}, [{ op: 'frobnicate', path: '/a' }], 'invalid 422 at 0'],
    ['no operation', {}, [{ path: '/a' }], 'invalid 422 at 0'],
    ['no path', {}, [{ op: 'add', value: 1 }], 'invalid 422 at 0'],
    ['no from', { a: 1 }, [{ op: 'copy', path: '/a' }], 'invalid 422 at 0'],
    ['path without slash', {}, [{ op: 'add', path: 'a', value: 1 }], 'missing-path 422 at 0'],
    ['the whole added', {}, [{ op: 'add', path: '', value: {} }], 'missing-path 422 at 0'],
    ['the whole removed', {}, [{ op: 'remove', path: '' }], 'missing-path 422 at 0'],
    ['a scalar as the whole', {}, [{ op: 'replace', path: '', value: 1 }], 'invalid 422 at 0'],
    ['test without a value', { a: 1 }, [{ op: 'test', path: '/a' }], 'test-failed 422 at 0'],
    [
      'failed test',
      { a: 1 },
      [
        { op: 'test', path: '/a', value: 1 },
        { op: 'test', path: '/a', value: 2 },
      ],
      'test-failed 422 at 1',
    ],
    ['test of nothing', {}, [{ op: 'test', path: '/a', value: 2 }], 'test-failed 422 at 0'],
    ['missing member', { a: {} }, [{ op: 'remove', path: '/a/b' }], 'missing-path 422 at 0'],
    ['missing parent', {}, [{ op: 'add', path: '/a/b', value: 1 }], 'missing-path 422 at 0'],
    ['below a scalar', { a: 'x' }, [{ op: 'add', path: '/a/b', value: 1 }], 'missing-path 422 at 0'],
    ['before the beginning', { a: [1, 2] }, [{ op: 'remove', path: '/a/-3' }], 'missing-path 422 at 0'],
    ['test beyond the end', { a: [] }, [{ op: 'test', path: '/a/0', value: null }], 'missing-path 422 at 0'],
    ['move of a missing member', {}, [{ op: 'move', from: '/a', path: '/b' }], 'missing-path 422 at 0'],
    ['end of list', { a: [1, 2] }, [{ op: 'replace', path: '/a/2', value: 1 }], 'missing-path 422 at 0'],
    ['end mark', { a: [1, 2] }, [{ op: 'remove', path: '/a/-' }], 'invalid 422 at 0'],
    ['own child', { a: { b: {} } }, [{ op: 'move', from: '/a', path: '/a/b/c' }], 'missing-path 422 at 0'],
    ['prototype members', {}, [{ op: 'replace', path: '/__proto__/x', value: 1 }], 'missing-path 422 at 0'],
    ['inherited members', {}, [{ op: 'remove', path: '/toString' }], 'missing-path 422 at 0'],
    ['list length', { a: [] }, [{ op: 'replace', path: '/a/length', value: 9 }], 'invalid 422 at 0'],
  ])('%s', (_, doc, patch, kind) => expect(kindOf(doc, patch)).toBe(kind))

  it.each<[string, Json, Json, Json]>([
    ['replace of a missing member', { a: {} }, [{ op: 'replace', path: '/a/b', value: 1 }], { a: { b: 1 } }],
    ['add without a value', {}, [{ op: 'add', path: '/a' }], { a: null }],
    ['replace without a value', { a: 1 }, [{ op: 'replace', path: '/a' }], { a: null }],
    ['copy of a missing member', {}, [{ op: 'copy', from: '/a', path: '/b' }], { b: null }],
    ['add at the end', { a: [1, 2] }, [{ op: 'add', path: '/a/-1', value: 3 }], { a: [1, 2, 3] }],
    ['add before the last', { a: [1, 2] }, [{ op: 'add', path: '/a/-2', value: 3 }], { a: [1, 3, 2] }],
    ['remove the last', { a: [1, 2] }, [{ op: 'remove', path: '/a/-1' }], { a: [1] }],
    ['replace the last', { a: [1, 2] }, [{ op: 'replace', path: '/a/-1', value: 3 }], { a: [1, 3] }],
    ['test the last', { a: [1, 2] }, [{ op: 'test', path: '/a/-1', value: 2 }], { a: [1, 2] }],
    ['leading zeros', { a: [1, 2] }, [{ op: 'replace', path: '/a/01', value: 3 }], { a: [1, 3] }],
    ['a sign', { a: [1, 2] }, [{ op: 'remove', path: '/a/+0' }], { a: [2] }],
    ['other escapes', {}, [{ op: 'add', path: '/a~2~1~0', value: 1 }], { 'a~2/~': 1 }],
    ['text before the slash', {}, [{ op: 'add', path: 'x/a', value: 1 }], { a: 1 }],
    ['nothing for a patch', { a: 1 }, null, { a: 1 }],
    ['names of prototypes', {}, [{ op: 'add', path: '/constructor', value: 1 }], { constructor: 1 }],
    ['exact integers', { a: 2n ** 60n }, [{ op: 'test', path: '/a', value: 2n ** 60n }], { a: 2n ** 60n }],
  ])('is lenient with %s', (_, doc, patch, result) => expect(applyJsonPatch(doc, patch)).toEqual(result))

  it('bounds the work of all operations', () => {
    const tests = Array.from({ length: 1000 }, () => ({ op: 'test', path: '/a', value: {} }))
    const wide = { a: Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`k${i}`, 1])) }
    expect(kindOf(wide, tests)).toBe('test-failed 422 at 0')
    const list = { a: Array.from({ length: 50_000 }, () => 1) }
    const shifts = Array.from({ length: 9000 }, () => ({ op: 'add', path: '/a/0', value: 1 }))
    expect(kindOf(list, shifts)).toMatch(/^invalid 422/)
  })

  it('bounds the number of operations', () => {
    const patch = Array.from({ length: 10_001 }, () => ({ op: 'test', path: '', value: {} }))
    expect(kindOf({}, patch.slice(1))).toBe('applied')
    expect(kindOf({}, patch)).toBe('too-many-operations 413 at -')
  })
  it('bounds what copies add', () => {
    const double = Array.from({ length: 40 }, () => ({ op: 'copy', from: '/a', path: '/a/-' }))
    expect(kindOf({ a: ['xxxxxxxxxx'] }, double)).toMatch(/^invalid 422/)
  })
})

describe('what it does not do', () => {
  it('touches no prototype', () => {
    const result = applyJsonPatch({}, [{ op: 'add', path: '/__proto__', value: { polluted: true } }])
    expect(Object.keys(result as object)).toEqual(['__proto__'])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
  it('shares nothing with the patch or between copies', () => {
    const value = { n: 1 }
    const result = applyJsonPatch({}, [
      { op: 'add', path: '/a', value },
      { op: 'copy', from: '/a', path: '/b' },
      { op: 'replace', path: '/a/n', value: 2 },
    ])
    expect(result).toEqual({ a: { n: 2 }, b: { n: 1 } })
    expect(value).toEqual({ n: 1 })
  })
  it('finds null where nothing is', () =>
    expect(applyJsonPatch({ a: {} }, [{ op: 'test', path: '/a/b', value: null }])).toEqual({ a: {} }))
})

describe('any patch', () => {
  const path = fc.constantFrom('', '/a', '/b', '/a/a', '/a/0', '/a/1', '/a/-', '/b/a/0', '/', '/~0', 'x', '/__proto__')
  const doc = fc.oneof(
    fc.record({
      a: fc.array(fc.nat(3), { maxLength: 3 }),
      b: fc.dictionary(fc.constantFrom('a', '~'), fc.array(fc.nat(3))),
    }),
    fc.jsonValue({ maxDepth: 3 }),
  )
  const operation = fc.record(
    {
      op: fc.constantFrom('add', 'remove', 'replace', 'move', 'copy', 'test', 'other'),
      path,
      from: path,
      value: fc.jsonValue({ maxDepth: 2 }),
    },
    { requiredKeys: ['op', 'path'] },
  )
  it('is applied whole or refused with a PatchError, and never changes its inputs', () => {
    fc.assert(
      fc.property(doc, fc.oneof(fc.array(operation, { maxLength: 6 }), fc.jsonValue()), (input, patch) => {
        const [doc, before] = [input as Json, clone([input, patch])]
        kindOf(doc, patch as Json)
        expect([input, patch]).toEqual(before)
      }),
    )
  })
  it('agrees with another implementation where both apply', () => {
    const plain = fc.record({
      op: fc.constantFrom('add', 'replace', 'copy', 'remove'),
      path: fc.constantFrom('/a', '/b', '/a/a', '/b/a'),
      from: fc.constantFrom('/a', '/b', '/a/a'),
      value: fc.nat(3),
    })
    const start = fc.record({ a: fc.dictionary(fc.constantFrom('a', 'b'), fc.nat(3)), b: fc.nat() })
    fc.assert(
      fc.property(start, fc.array(plain, { maxLength: 5 }), (doc, patch) => {
        if (kindOf(doc, patch) !== 'applied') return
        const strict = oracle.validate(structuredClone(patch) as Operation[], structuredClone(doc))
        if (strict) return
        const other = oracle.applyPatch(structuredClone(doc), structuredClone(patch) as Operation[], true).newDocument
        expect(equal(applyJsonPatch(doc as Json, patch), other)).toBe(true)
      }),
    )
  })
})
