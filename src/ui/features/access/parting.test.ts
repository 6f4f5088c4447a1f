import { describe, expect, it } from 'vitest'
import type { TraceStep } from '../../../server/trace'
import { partingOf } from './parting'

const trace = (status: number, ...stages: string[]) => ({
  id: '',
  at: 0,
  method: 'GET',
  path: '/',
  verb: 'get',
  user: '',
  status,
  durationMs: 0,
  steps: stages.map((text): TraceStep => {
    const [stage = '', verdict = 'passed'] = text.split(' ')
    return { stage, verdict, reason: '', startMs: 0, durationMs: 0 } as TraceStep
  }),
})

describe('where ways part', () => {
  it.each([
    [
      trace(200, 'audit', 'authorization allowed', 'store'),
      trace(403, 'audit', 'authorization refused'),
      'authorization',
    ],
    [trace(200, 'audit', 'authorization allowed'), trace(200, 'audit', 'authorization allowed'), undefined],
    [trace(403, 'authorization refused'), trace(403, 'authorization refused'), undefined],
    [trace(200, 'validation', 'store'), trace(409, 'validation'), 'store'],
    [trace(200, 'audit'), trace(404, 'audit'), 'response'],
    [trace(200), undefined, undefined],
  ])('%#', (first, second, stage) => {
    expect(partingOf(first, second)).toBe(stage)
  })
})
