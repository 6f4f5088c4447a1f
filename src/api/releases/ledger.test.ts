import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { LATER_CONTROLLERS } from '../../authorization/later-controllers'
import { ROLE_CHANGES } from '../../authorization/role-changes'
import { gatedFields } from './gated-fields'
import { GATES } from './gates'
import { behaves, existsAt, LEDGER } from './ledger'
import { defaultPlugins, PLUGINS } from './plugins'
import { parseFeatureGates } from './feature-gates'
import { RESOURCES } from './resources'
import { FIRST_RELEASE, LAST_RELEASE } from './rows'

/** Production code apart from the tables themselves. */
const production = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\.testing\.ts$|^testing\/|^api\/releases\//.test(path))
  .map((path) => readFileSync(join('src', path), 'utf8'))
  .join('\n')

const read = new Set(Array.from(production.matchAll(/'([a-z][a-z0-9-]+)'/g), ([, id]) => id))

describe('the ledger', () => {
  test.each(LEDGER.map((row) => [row.id, row] as const))('%s is read by the code and says what it does', (id, row) => {
    expect(read).toContain(id)
    expect(row.does).toMatch(/^\S.+\.$/)
    expect(row.source).not.toBe('')
    expect(row.since ?? 0).toBeLessThanOrEqual(LAST_RELEASE)
    expect(row.removed ?? LAST_RELEASE).toBeGreaterThan(FIRST_RELEASE)
  })

  it('knows spans', () => {
    const span = { since: 18, removed: 20 }
    expect([17, 18, 19, 20].map((release) => existsAt(span, release))).toEqual([false, true, true, false])
    expect(existsAt({}, 1)).toBe(true)
  })

  it.each([
    ['a gate', 'openapi-v3', 23, [], false],
    ['a gate', 'openapi-v3', 23, ['OpenAPIV3=true'], true],
    ['a gate', 'openapi-v3', 25, [], true],
    ['a gate that ends it', 'self-link', 19, [], true],
    ['a gate that ends it', 'self-link', 20, [], false],
    ['a gate that ends it', 'self-link', 20, ['RemoveSelfLink=false'], true],
  ] as const)('asks %s: %s at 1.%i with %j is %s', (_what, id, release, gates, expected) => {
    expect(behaves(id, { release, feature: parseFeatureGates(gates, release).enabled })).toBe(expected)
  })
})

describe('feature gates', () => {
  const used = new Set<string>([
    ...gatedFields().map(({ gate }) => gate),
    ...LEDGER.flatMap(({ gate, endedBy }) => [gate ?? [], endedBy ?? []].flat()),
    ...RESOURCES.flatMap(({ subresources }) => subresources.flatMap(({ gate }) => gate ?? [])),
    ...PLUGINS.flatMap(({ byDefault }) => byDefault?.gate ?? []),
    ...[...ROLE_CHANGES, ...LATER_CONTROLLERS].flatMap(({ gate }) => gate ?? []),
    ...Array.from(production.matchAll(/feature\('(\w+)'\)/g), ([, name]) => name ?? ''),
  ])
  // A gate that is stable in every release served can't be switched.
  const switchable = [...GATES.values()].filter(
    ({ stages }) => !stages.some(({ stage, since }) => stage === 'ga' && since <= FIRST_RELEASE),
  )

  test.each(switchable.map((gate) => [gate.name, gate] as const))('%s has an effect or says why not', (name, gate) => {
    expect(used.has(name) ? 'used' : gate.inert === undefined ? 'unused' : 'inert').not.toBe('unused')
    if (used.has(name)) expect(gate.inert).toBeUndefined()
    expect(gate.does).toMatch(/^\S.+\.$/)
  })

  it('without effect warn when they are set', () => {
    expect(parseFeatureGates(['DefaultPodTopologySpread=true'], 19).warnings).toEqual([
      'Feature gate DefaultPodTopologySpread has no effect on this server: the simulated scheduler always does',
    ])
    expect(parseFeatureGates(['DefaultPodTopologySpread=true'], 20).warnings).toEqual([])
  })
})

describe('admission plugins', () => {
  it('that are on by default exist', () => {
    for (let release = FIRST_RELEASE; release <= LAST_RELEASE; release++) {
      const known = PLUGINS.filter((row) => existsAt(row, release)).map(({ name }) => name)
      expect(known).toEqual(expect.arrayContaining(defaultPlugins(release, () => true)))
    }
  })
})
