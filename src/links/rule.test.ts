import { describe, expect, it } from 'vitest'
import { judgeLink } from './rule'

describe('the rule', () => {
  it.each([
    [{ framed: false, content: false, accepted: false }, 'apply'],
    [{ framed: false, content: true, accepted: false }, 'ask'],
    [{ framed: false, content: true, accepted: true }, 'apply'],
    [{ framed: true, content: false, accepted: false }, 'ignore'],
    [{ framed: true, content: true, accepted: true }, 'ignore'],
  ] as const)('%j: %s', (situation, verdict) => expect(judgeLink(situation)).toBe(verdict))
})
