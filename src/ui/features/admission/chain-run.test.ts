import { describe, expect, it } from 'vitest'
import type { PluginState } from '../../../server/control'
import type { TraceStep } from '../../../server/trace'
import { gatesOf, placesOf, refusedBy, refuserOf, stationsOf } from './chain-run'

const plugin = (name: string, more: Partial<PluginState> = {}): PluginState => ({
  name,
  does: 'Something.',
  on: true,
  byDefault: true,
  configurable: false,
  mutates: true,
  validates: false,
  ...more,
})
const step = (
  by: string | undefined,
  verdict: TraceStep['verdict'] = 'passed',
  more: Partial<TraceStep> = {},
): TraceStep => ({
  stage: 'mutating admission',
  ...(by !== undefined && { by }),
  verdict,
  reason: '',
  startMs: 0,
  durationMs: 1,
  ...more,
})
const PLUGINS = [
  plugin('First'),
  plugin('Hooks'),
  plugin('Check', { mutates: false, validates: true }),
  plugin('Off', { on: false }),
]

describe('the picture of the chain', () => {
  it('puts webhooks under the plugin that asked them, and counts rounds', () => {
    const steps = [
      step('First', 'changed'),
      step('reg/one.example.com', 'passed'),
      step('reg/two.example.com', 'passed', { reason: 'ignored: no answer' }),
      step('Hooks', 'changed'),
      step('First'),
      step('reg/one.example.com'),
      step('Hooks'),
      step(undefined, 'changed'),
    ]
    expect(stationsOf(steps, 'mutating', PLUGINS)).toMatchObject([
      { name: 'First', verdict: 'changed', round: 0, webhooks: [] },
      { name: 'Hooks', round: 0, webhooks: [{ name: 'reg/one.example.com' }, { reason: 'ignored: no answer' }] },
      { name: 'First', round: 1 },
      { name: 'Hooks', round: 1, webhooks: [{ name: 'reg/one.example.com', round: 1 }] },
    ])
    expect(stationsOf(steps, 'validating', PLUGINS)).toEqual([])
  })

  it('shows each enabled plugin, whether the request reached it or not', () => {
    const steps = [step('First', 'refused', { reason: 'no' })]
    expect(
      placesOf(PLUGINS, 'mutating', steps).map(({ plugin: { name }, stations }) => [name, stations.length]),
    ).toEqual([
      ['First', 1],
      ['Hooks', 0],
    ])
    expect(placesOf(PLUGINS, 'validating').map(({ plugin: { name } }) => name)).toEqual(['Check'])
  })

  it('sums up the stages around admission', () => {
    const steps = [
      step(undefined, 'passed', { stage: 'decoding' }),
      step(undefined, 'changed', { stage: 'defaulting', reason: 'two fields' }),
      step('RBAC', 'refused', { stage: 'authorization', reason: 'nobody allows it' }),
    ]
    const gates = gatesOf(steps)
    expect(gates.get('Decoding')).toMatchObject({ verdict: 'changed', reason: 'two fields', durationMs: 2 })
    expect(gates.get('Authorization')).toMatchObject({ verdict: 'refused' })
    expect(gates.get('Store')).toMatchObject({ verdict: 'waiting', durationMs: 0 })
    expect(refusedBy(steps)?.by).toBe('RBAC')
    expect(steps.slice(2).map(refuserOf)).toEqual(['Authorization'])
    expect(refuserOf(step('Check', 'refused'))).toBe('Check')
    expect(refusedBy([step(undefined, 'refused')])).toBeUndefined()
  })
})
