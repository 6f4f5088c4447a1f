import { expect, it, test } from 'vitest'
import { RELEASES } from '../../../api/releases'
import { parseFeatureGates } from '../../../api/releases/feature-gates'
import { behaves, type GatedBehaviour, LEDGER } from '../../../api/releases/ledger'
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
  // Stages that are unusual: a stable gate that may still be switched off, one that begins on.
  ['MutatingAdmissionPolicy', 36, 'ga, on'],
  ['mutating-admission-policies', 35, 'no'],
  ['mutating-admission-policies', 36, 'yes'],
])('%s at 1.%i: %s', (id, release, state) => {
  expect(stateOf(id, release)).toBe(state)
})

it('finds rows by words in any order', () => {
  expect(ledgerLines(25, 'path selflink').map(({ id }) => id)).toEqual(['self-link'])
  expect(ledgerLines(25, 'no such row')).toEqual([])
})

it('names stages in words', () => {
  const stages = ledgerLines(36, '')
    .filter(({ kind }) => kind === 'gate')
    .map(({ releases }) => releases)
  expect(stages.filter((text) => text.includes('removed'))).not.toEqual([])
  expect(stages.filter((text) => /-|gone/.test(text))).toEqual([])
})

it('says which gates have no effect', () => {
  expect(ledgerLines(25, 'ProxyTerminatingEndpoints')[0]?.note).toMatch(/^No effect here: /)
})

it('says of each behaviour what a server without flags does', () => {
  for (const { minor } of RELEASES) {
    const feature = parseFeatureGates([], minor).enabled
    const shown = new Map(ledgerLines(minor, '').map(({ kind, id, state }) => [`${kind} ${id}`, state]))
    for (const { id } of LEDGER)
      expect([minor, id, shown.get(`behaviour ${id}`)]).toEqual([
        minor,
        id,
        behaves(id as GatedBehaviour, { release: minor, feature }) ? 'yes' : 'no',
      ])
  }
})
