import { describe, expect, it } from 'vitest'
import type { TraceStep } from '../../../server/trace'
import { firstDifferingStage } from './differing-stage'

/** A request's way as text: its status, and each stage with its verdict and, after an at sign, who decided. */
const way = (text: string) => {
  const [status = '', ...stages] = text.split(', ')
  return {
    status: Number(status),
    steps: stages.map((words): TraceStep => {
      const [, stage = '', verdict = 'passed', by = ''] = /^(\S+)(?: (\S+?))?(?:@(\S+))?$/.exec(words) ?? []
      return { stage, verdict, by, reason: '', startMs: 0, durationMs: 0 } as TraceStep
    }),
  }
}

describe('the first difference of two requests', () => {
  it.each([
    ['200, audit, authorization allowed, store', '403, audit, authorization refused', 'authorization'],
    ['200, authorization allowed', '200, authorization allowed', undefined],
    ['403, authorization refused', '403, authorization refused', undefined],
    ['200, audit a@alice', '200, audit a@bob', undefined],
    ['200, validation, store', '409, validation', 'store'],
    ['200, audit', '404, audit', 'response'],
    ['401, authentication refused', '403, authentication allowed, authorization refused', 'authentication'],
    ['200, authorization allowed', '200, impersonation changed, authorization allowed', 'impersonation'],
    ['200, authorization allowed', '403, impersonation changed, authorization refused', 'authorization'],
    ['200, authorization allowed@Node', '200, authorization allowed@RBAC', 'authorization'],
  ])('%s and %s: %s', (left, right, stage) => {
    expect(firstDifferingStage(way(left), way(right))).toBe(stage)
    expect(firstDifferingStage(way(right), way(left))).toBe(stage)
  })
})
