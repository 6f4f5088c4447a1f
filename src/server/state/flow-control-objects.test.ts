import { describe, expect, it } from 'vitest'
import { flowControlObjects } from './flow-control-objects'

const made = (release: number, version: string, resource: string) =>
  new Map(
    flowControlObjects(release, version)
      .filter(({ target }) => target.resource === resource)
      .map(({ object }) => [object.metadata.name, object]),
  )

describe('flow control of a new cluster', () => {
  it.each<[release: number, version: string, name: string, there: boolean]>([
    [20, 'v1beta1', 'probes', false],
    [21, 'v1beta1', 'probes', true],
    [21, 'v1beta1', 'system-node-high', false],
    [22, 'v1beta1', 'system-node-high', true],
    [23, 'v1beta2', 'endpoint-controller', false],
    [24, 'v1beta2', 'endpoint-controller', true],
    [33, 'v1', 'endpoint-controller', true],
    [34, 'v1', 'endpoint-controller', false],
    [33, 'v1', 'workload-leader-election', true],
    [34, 'v1', 'workload-leader-election', false],
  ])('1.%i %s: flow schema %s: %s', (release, version, name, there) => {
    expect(made(release, version, 'flowschemas').has(name)).toBe(there)
  })
  it.each<[release: number, version: string, limited: object]>([
    [21, 'v1beta1', { assuredConcurrencyShares: 30 }],
    [26, 'v1beta3', { nominalConcurrencyShares: 30, lendablePercent: 33 }],
    [36, 'v1', { nominalConcurrencyShares: 30, lendablePercent: 33 }],
  ])('1.%i %s: shares of a level', (release, version, limited) => {
    const limitResponse = { type: 'Queue', queuing: { queues: 64, handSize: 6, queueLengthLimit: 50 } }
    expect(made(release, version, 'prioritylevelconfigurations').get('system')?.['spec']).toEqual({
      type: 'Limited',
      limited: { ...limited, limitResponse },
    })
  })
  it.each<[release: number, version: string, spec: object]>([
    [27, 'v1beta3', { type: 'Exempt' }],
    [28, 'v1beta3', { type: 'Exempt', exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } }],
  ])('1.%i %s: the level that nothing limits', (release, version, spec) => {
    expect(made(release, version, 'prioritylevelconfigurations').get('exempt')?.['spec']).toEqual(spec)
  })
  it.each([
    [21, undefined],
    [22, { 'apf.orch.io/autoupdate-spec': 'true' }],
  ])('1.%i: who keeps the objects up to date', (release, annotations) => {
    for (const { object } of flowControlObjects(release, 'v1beta1'))
      expect(object.metadata['annotations']).toEqual(annotations)
  })
  it('elects leaders by leases alone from 1.24 on', () => {
    const resources = (release: number) => {
      const spec = made(release, 'v1beta2', 'flowschemas').get('system-leader-election')?.['spec']
      return (spec as { rules: { resourceRules: { resources: string[] }[] }[] }).rules[0]?.resourceRules.map(
        ({ resources }) => resources,
      )
    }
    expect(resources(23)).toEqual([['endpoints', 'configmaps'], ['leases']])
    expect(resources(24)).toEqual([['leases']])
  })
})
