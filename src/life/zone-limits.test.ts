import { expect, it } from 'vitest'
import type { ApiObject } from '../machinery/object'
import { ZoneLimits, zoneStates } from './zone-limits'

const nodes = (zone: string, ready: number, unready: number, labels: object = {}): ApiObject[] =>
  Array.from({ length: ready + unready }, (_, i) => ({
    metadata: { name: `${zone}${i}`, labels: { 'topology.orch.io/zone': zone, ...labels } },
    status: { conditions: [{ type: 'Ready', status: i < ready ? 'True' : 'Unknown' }] },
  }))

it.each([
  [2, 2, 'normal'],
  [1, 3, 'partly'],
  [3, 3, 'normal'],
  [4, 5, 'partly'],
  [0, 1, 'fully'],
  [1, 0, 'normal'],
])('a zone with %i ready nodes and %i others is %s disrupted', (ready, unready, state) => {
  const zones = zoneStates([...nodes('a', ready, unready), ...nodes('b', 1, 0)])
  expect(zones.get('/a')).toEqual({ state, size: ready + unready })
  expect(zones.get('/b')?.state).toBe('normal')
})

it('does not count nodes that are excluded', () => {
  const excluded = nodes('a', 0, 5, { 'node.orch.io/exclude-disruption': '' })
  expect(zoneStates([...excluded, ...nodes('a', 1, 0)]).get('/a')).toEqual({ state: 'normal', size: 1 })
})

it.each<[string, Parameters<ZoneLimits['take']>[1], number[]]>([
  ['of a healthy zone: one in ten seconds', { state: 'normal', size: 9 }, [0, 10_000, 5_000, 0, 10_000]],
  ['of a lost zone, while others live: as many', { state: 'fully', size: 9 }, [0, 10_000, 5_000, 0, 10_000]],
  [
    'of a large zone mostly unready: one in a hundred seconds',
    { state: 'partly', size: 51 },
    [0, 100_000, 95_000, 90_000, 90_000],
  ],
  [
    'of a small zone mostly unready: none',
    { state: 'partly', size: 50 },
    [Infinity, Infinity, Infinity, Infinity, Infinity],
  ],
])('taints nodes %s', (_, zone, expected) => {
  const limits = new ZoneLimits()
  expect([0, 0, 5_000, 10_000, 10_000].map((now) => limits.take('a', zone, now))).toEqual(expected)
})

it('counts zones apart, and a new rate from when it begins', () => {
  const limits = new ZoneLimits()
  const zone = (state: 'normal' | 'partly') => ({ state, size: 60 })
  expect(limits.take('a', zone('normal'), 0)).toBe(0)
  expect(limits.take('b', zone('normal'), 0)).toBe(0)
  expect(limits.take('a', zone('partly'), 5_000)).toBe(100_000)
  expect(limits.take('a', zone('normal'), 50_000)).toBe(10_000)
  expect(limits.take('a', zone('normal'), 60_000)).toBe(0)
})
