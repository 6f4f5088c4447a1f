import { expect, it, test } from 'vitest'
import { ledgerLines } from './ledger-rows'

const stateOf = (id: string, release: number): string | undefined =>
  ledgerLines(release, '').find((line) => line.id === id)?.state

test.each([
  ['self-link', 19, 'yes'],
  ['self-link', 20, 'no'],
  ['openapi-v3', 23, 'no'],
  ['openapi-v3', 24, 'yes'],
  ['livez-and-readyz', 15, 'no'],
  ['OpenAPIV3', 23, 'alpha, off'],
  ['OpenAPIV3', 27, 'ga, on'],
  ['RootCAConfigMap', 25, 'unknown'],
  ['root-ca-config-map', 25, 'yes'],
  ['PodSecurityPolicy', 25, 'unknown'],
  ['ResourceQuota', 20, 'on by default'],
  ['AlwaysDeny', 20, 'off by default'],
])('%s at 1.%i: %s', (id, release, state) => {
  expect(stateOf(id, release)).toBe(state)
})

it('finds rows by words in any order', () => {
  expect(ledgerLines(25, 'path selflink').map(({ id }) => id)).toEqual(['self-link'])
  expect(ledgerLines(25, 'no such row')).toEqual([])
})

it('says which gates have no effect', () => {
  expect(ledgerLines(25, 'LegacyServiceAccountTokenTracking')[0]?.note).toMatch(/^No effect here: /)
})
