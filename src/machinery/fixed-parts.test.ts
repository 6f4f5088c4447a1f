import { expect, it } from 'vitest'
import { fixParts, overPart } from './fixed-parts'
import type { ApiObject } from './object'

const SCHEMA = {}
const PASS = {}

/** How often a pass runs over a part that is asked about twice. */
function runsOver(part: unknown, second: { schema?: object; pass?: object } = {}): number {
  let runs = 0
  const asked = (schema: object, pass: object): string => overPart(part, schema, pass, () => `result ${++runs}`)
  expect(asked(SCHEMA, PASS)).toBe('result 1')
  asked(second.schema ?? SCHEMA, second.pass ?? PASS)
  return runs
}

const fixed = (): ApiObject => {
  const object: ApiObject = { metadata: { name: 'x', labels: { a: 'b' } }, spec: { replicas: 1 }, items: [1] }
  fixParts(object)
  return object
}

it('remembers the result of a pass over an immutable part for every later caller', () => {
  expect(runsOver(fixed().spec)).toBe(1)
  expect(runsOver(fixed()['items'])).toBe(1)
  const { spec } = fixed()
  fixParts({ metadata: {}, spec })
  expect(runsOver(spec)).toBe(1)
})

it.each([
  ['another pass', { pass: {} }],
  ['another type', { schema: {} }],
])('runs again for %s', (_what, second) => {
  expect(runsOver(fixed().spec, second)).toBe(2)
})

it.each([
  ['a part of no stored object', { replicas: 1 }],
  ['an equal copy', { ...(fixed().spec as object) }],
  ['metadata', fixed().metadata],
  ['a scalar', 5],
  ['nothing', undefined],
])('runs each time over %s', (_what, part) => {
  expect(runsOver(part)).toBe(2)
})

it('keeps what a pass within the pass has found out', () => {
  const { spec } = fixed()
  const [inner, outer] = [{}, {}]
  overPart(spec, SCHEMA, outer, () => overPart(spec, SCHEMA, inner, () => 'inner'))
  expect(overPart(spec, SCHEMA, inner, () => 'again')).toBe('inner')
  expect(overPart(spec, SCHEMA, outer, () => 'again')).toBe('inner')
})
