import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeYaml } from './decode-yaml'
import { encodeYaml } from './encode-yaml'
import type { Json } from './json'
import { parseJson } from './json-text'

describe('writing YAML', () => {
  it('sorts members, does not indent lists, and quotes ambiguous texts', () =>
    expect(
      encodeYaml({ kind: 'X', items: [{ b: 1, a: 'yes' }], empty: {}, none: [], t: '1', d: '12:30', z: null }),
    ).toBe('d: "12:30"\nempty: {}\nitems:\n- a: "yes"\n  b: 1\nkind: X\nnone: []\nt: "1"\nz: null\n'))
  it('any value comes back', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const json = parseJson(JSON.stringify(value)) as Json
        expect(decodeYaml(encodeYaml(json)).value).toEqual(json)
      }),
      { numRuns: 300 },
    )
  })
  it.each(['0._', '0_9', '1_0.5', '1e1_0', '-1_', '._1', '0x_f', '12:30', '_1', 'a_1'])(
    'the text %s comes back',
    (text) => {
      expect(decodeYaml(encodeYaml({ [text]: text })).value).toEqual({ [text]: text })
    },
  )
  it.each(['_1', 'a_1', '1_a', '.a'])('the text %s needs no quotes', (text) => {
    expect(encodeYaml(text)).toBe(`${text}\n`)
  })
  it('writes shared values in full each time', () => {
    const shared = { k: 1 }
    expect(encodeYaml({ a: shared, b: shared })).toBe('a:\n  k: 1\nb:\n  k: 1\n')
  })
})
