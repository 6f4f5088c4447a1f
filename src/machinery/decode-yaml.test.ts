import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeFailure } from '../testing/decode-failure'
import { DecodeError } from './decode-error'
import { decodeJson, type Decoded } from './decode-json'
import { decodeYaml, decodeYamlStream } from './decode-yaml'
import type { Json } from './json'

describe('YAML', () => {
  it.each<[string, Json, string[]]>([
    ['a: 1', { a: 1 }, []],
    ['', null, []],
    ['# nothing\n', null, []],
    ['---\na: yes\nb: "yes"\nc: off\nd: on\ne: no', { a: true, b: 'yes', c: false, d: true, e: false }, []],
    [
      'a: 12:30\nb: 2001-12-14\nc: 017\nd: 0x1F\ne: 1_000\nf: ~',
      { a: '12:30', b: '2001-12-14', c: 15, d: 31, e: 1000, f: null },
      [],
    ],
    ['1: a\ntrue: b', { 1: 'a', true: 'b' }, []],
    ['a: |\n  one\n  two\n', { a: 'one\ntwo\n' }, []],
    ['a: 1\na: 2', { a: 2 }, ['a']],
    ['metadata:\n  labels:\n    a: x\n    a: z', { metadata: { labels: { a: 'z' } } }, ['metadata.labels.a']],
    ['l:\n- a: 1\n- {b: 1, b: 2}', { l: [{ a: 1 }, { b: 2 }] }, ['l[1].b']],
    ['a: &x {k: 1}\nb: *x\nc: [*x]', { a: { k: 1 }, b: { k: 1 }, c: [{ k: 1 }] }, []],
    ['a: &x {k: 1, l: 2}\nb: {<<: *x, l: 3}', { a: { k: 1, l: 2 }, b: { k: 1, l: 3 } }, []],
    ['{"a": [1, {"b": null}]}', { a: [1, { b: null }] }, []],
    ['a: 1\n---\nb: 2\n', { a: 1 }, []],
    ['a:', { a: null }, []],
    ['a: !!str 1', { a: '1' }, []],
    ['"<<": 1', { '<<': 1 }, []],
  ])('%j', (text, value, duplicates) => expect(decodeYaml(text)).toEqual({ value, duplicates, fractions: [] }))

  it.each(['a: [1', 'a: b: c', 'a: *x', '? [a]\n: 1', 'a: .inf', 'a: &x [*x]', '<<: 1', 'a: "', '\ta: 1'])(
    'refuses %j',
    (text) => expect(decodeFailure(() => decodeYaml(text)).message).not.toBe(''),
  )
  it('says where it is wrong', () =>
    expect(decodeFailure(() => decodeYaml('a: 1\nb: [1\nc: 2')).line).toBeGreaterThan(1))
  it('bounds what aliases repeat', () => {
    const bomb = Array.from(
      { length: 12 },
      (_, i) => `a${i}: &a${i} [${Array.from({ length: 9 }, () => (i ? `*a${i - 1}` : 'x')).join(',')}]`,
    )
    expect(decodeFailure(() => decodeYaml(bomb.join('\n'))).message).toMatch(/aliases/)
  })
  it('bounds nesting', () => {
    expect(decodeFailure(() => decodeYaml('['.repeat(1e5))).message).toMatch(/deeper/)
    expect(decodeFailure(() => decodeYaml('['.repeat(5000) + ']'.repeat(5000))).message).toMatch(/deeper/)
    expect(decodeFailure(() => decodeYaml('- '.repeat(1000))).message).toMatch(/deeper/)
  })
  it('copies the values of aliases', () => {
    const { a, b } = decodeYaml('a: &x {k: 1}\nb: *x').value as { a: { k: number }; b: { k: number } }
    a.k = 2
    expect(b.k).toBe(1)
  })
})

it('splits a stream and keeps going after an error', () => {
  const text = '# first\na: 1\n---\n---\nb: [\n---\nc: 3\nc: 4\n'
  expect(
    decodeYamlStream(text).map(({ line, decoded, error }) => [line, decoded?.value, decoded?.duplicates, error?.line]),
  ).toEqual([
    [2, { a: 1 }, [], undefined],
    [5, undefined, undefined, 6],
    [7, { c: 4 }, ['c'], undefined],
  ])
  const parts = decodeYamlStream('a: 1\n---\nb: 2\n')
  expect(parts.map(({ start, end }) => [start, end])).toEqual([
    [0, 5],
    [5, 14],
  ])
})

it('any text is read or refused with a DecodeError', () => {
  const yaml = fc
    .array(
      fc.constantFrom(
        'a',
        ':',
        ' ',
        '\n',
        '-',
        '- ',
        '[',
        ']',
        '{',
        '}',
        ',',
        '&x',
        '*x',
        '"',
        "'",
        '|',
        '<<',
        '#',
        '!',
        '?',
        '---',
        '0',
      ),
      { maxLength: 25 },
    )
    .map((parts) => parts.join(''))
  const safely = (read: (text: string) => Decoded | unknown[], text: string) => {
    try {
      read(text)
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error
    }
  }
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), yaml), (text) => {
      safely(decodeJson, text)
      safely(decodeYaml, text)
      safely(decodeYamlStream, text)
    }),
    { numRuns: 1000 },
  )
})

it('finds duplicates in any document', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const text = JSON.stringify(value)
      expect(decodeJson(text).duplicates).toEqual([])
      expect(decodeJson(`{"k":${text},"k":${text}}`).duplicates).toEqual(['k'])
    }),
  )
})
