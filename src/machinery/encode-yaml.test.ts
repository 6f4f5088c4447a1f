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
  it('writes shared values in full each time', () => {
    const shared = { k: 1 }
    expect(encodeYaml({ a: shared, b: shared })).toBe('a:\n  k: 1\nb:\n  k: 1\n')
  })
})
