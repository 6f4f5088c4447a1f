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
const suite = ['json-patch-tests.json', 'json-patch-spec-tests.json'].flatMap((file) =>
  (JSON.parse(readFileSync(new URL(`./testdata/${file}`, import.meta.url), 'utf8')) as Case[]).filter(
    (one) => !one.disabled && one.patch !== undefined,
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
    ['no value', {}, [{ op: 'add', path: '/a' }], 'invalid 422 at 0'],
    ['no from', { a: 1 }, [{ op: 'copy', path: '/a' }], 'invalid 422 at 0'],
    ['path without slash', {}, [{ op: 'add', path: 'a', value: 1 }], 'invalid 422 at 0'],
    ['bad escape', {}, [{ op: 'add', path: '/a~2', value: 1 }], 'invalid 422 at 0'],
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
    ['leading zero', { a: [1, 2] }, [{ op: 'replace', path: '/a/01', value: 1 }], 'invalid 422 at 0'],
    ['negative index', { a: [1, 2] }, [{ op: 'remove', path: '/a/-1' }], 'invalid 422 at 0'],
    ['end of list', { a: [1, 2] }, [{ op: 'replace', path: '/a/2', value: 1 }], 'missing-path 422 at 0'],
    ['end mark', { a: [1, 2] }, [{ op: 'remove', path: '/a/-' }], 'invalid 422 at 0'],
    ['own child', { a: { b: {} } }, [{ op: 'move', from: '/a', path: '/a/b/c' }], 'invalid 422 at 0'],
    ['prototype members', {}, [{ op: 'replace', path: '/__proto__/x', value: 1 }], 'missing-path 422 at 0'],
    ['inherited members', {}, [{ op: 'remove', path: '/toString' }], 'missing-path 422 at 0'],
    ['list length', { a: [] }, [{ op: 'replace', path: '/a/length', value: 9 }], 'invalid 422 at 0'],
  ])('%s', (_, doc, patch, kind) => expect(kindOf(doc, patch)).toBe(kind))

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
        const other = oracle.applyPatch(structuredClone(doc), structuredClone(patch) as Operation[], true).newDocument
        expect(equal(applyJsonPatch(doc as Json, patch), other)).toBe(true)
      }),
    )
  })
})
