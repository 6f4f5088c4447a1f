import { expect, test } from 'vitest'
import { ALL_NAMES } from './sets'
import { browserKey, otherSite, siteOf } from './site'
import { SPOKEN } from './spoken'

const ROOT = 'http://host/orchard/'
const BASE = SPOKEN === 'orch' ? `${ROOT}index.html` : `${ROOT}${SPOKEN}/index.html`

test.each([
  ['orch', ROOT],
  ['kubernetes', `${ROOT}kubernetes/`],
] as const)('the site of %s', (names, address) => expect(siteOf(names, BASE)).toBe(address))

test.each([
  ['?names=kubernetes&flags=--release%3D1.20#/explore', 'kubernetes', '?flags=--release%3D1.20#/explore'],
  ['?names=orch', 'orch', ''],
  ['?names=klingon', undefined, ''],
  ['#/settings', undefined, ''],
] as const)('%s', (asked, names, rest) => {
  const moved = names !== undefined && names !== SPOKEN
  expect(otherSite(new URL(asked, BASE).href, BASE)).toBe(moved ? siteOf(names, BASE) + rest : undefined)
})

test('what the browser keeps is apart', () => {
  expect(browserKey('drafts')).toBe(SPOKEN === 'orch' ? 'orchard.drafts' : `orchard.${SPOKEN}.drafts`)
  expect(ALL_NAMES).toContain(SPOKEN)
})
