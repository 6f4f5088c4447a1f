import { describe, expect, test } from 'vitest'
import type { PluginState } from '../../../server/control'
import type { TraceStep } from '../../../server/trace'
import { chainRows, chainSvg, chainTable, type ChainPaint } from './chain-svg'

const plugin = (name: string, more: Partial<PluginState>): PluginState =>
  ({ name, does: '', on: true, mutates: false, validates: false, ...more }) as PluginState
const PLUGINS = [
  plugin('LimitRanger', { mutates: true }),
  plugin('ValidatingAdmissionWebhook', { validates: true }),
  plugin('Off', { on: false, validates: true }),
]
const step = (stage: string, verdict: TraceStep['verdict'], by?: string, reason = ''): TraceStep =>
  ({ stage, verdict, reason, durationMs: 1, ...(by !== undefined && { by }) }) as TraceStep
const STEPS = [
  step('authentication', 'passed', undefined, 'admin\n(system:masters)'),
  step('mutating admission', 'changed', 'LimitRanger'),
  step('validating admission', 'refused', 'deny.example', '<no> & never'),
  step('validating admission', 'refused', 'ValidatingAdmissionWebhook'),
]
const paint: ChainPaint = { ink: '#111', dim: '#555', line: '#ccc', ground: '#fff', of: (tone) => `#${tone}` }

describe('the exported admission chain', () => {
  test('has a line for each stage, plugin that is on, and webhook', () => {
    expect(chainTable(chainRows(PLUGINS, STEPS))).toEqual({
      columns: ['Stage', 'Result', 'Reason', 'Time'],
      rows: [
        ['Authentication', 'passed', 'admin (system:masters)', '1.0 ms'],
        ['Authorization', '', '', ''],
        ['Decoding', '', '', ''],
        ['Mutating plugins', '', '', ''],
        ['LimitRanger', 'changed', '', '1.0 ms'],
        ['Validation', '', '', ''],
        ['Validating plugins', '', '', ''],
        ['ValidatingAdmissionWebhook', 'refused', '', '1.0 ms'],
        ['deny.example', 'refused', '<no> & never', '1.0 ms'],
        ['Store', '', '', ''],
      ],
    })
  })

  test('has no results before a request was sent', () => {
    expect(chainRows(PLUGINS, undefined).every(({ result }) => result === '')).toBe(true)
    expect(chainSvg(chainRows(PLUGINS, undefined), undefined, paint)).toContain('No request sent yet')
  })

  test('is drawn with its title, the request, results in their colours, and texts that cannot break it', () => {
    const svg = chainSvg(chainRows(PLUGINS, STEPS), 'POST /api/v1/pods: 403', paint)
    expect(svg).toContain('Admission chain (simulated)')
    expect(svg).toContain('POST /api/v1/pods: 403')
    expect(svg).toContain('&#60;no&#62; &#38; never')
    expect(svg).toContain('stroke="#refused"')
    expect(svg).toContain('fill="#fff"')
  })
})
