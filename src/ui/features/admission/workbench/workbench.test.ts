import { describe, expect, it } from 'vitest'
import { compile } from '../../../../outside/sandbox/compile'
import { WEBHOOK_POLICIES } from '../webhook-policies/catalogue'
import { registrationOf } from '../webhook-registration'
import { problemOf } from './compile-problem'
import { kindOf, withKind } from './kind-switch'

describe('the kind of a webhook', () => {
  it.each(WEBHOOK_POLICIES.map((policy) => [policy.id, policy] as const))('%s is switched and back', (_id, policy) => {
    const text = registrationOf(policy)
    const other = policy.kind === 'Mutating' ? 'Validating' : 'Mutating'
    expect(kindOf(text)).toBe(policy.kind)
    const switched = withKind(text, other)
    expect([kindOf(switched), switched.includes('reinvocationPolicy')]).toEqual([other, false])
    if (!text.includes('reinvocationPolicy')) expect(withKind(switched, policy.kind)).toBe(text)
  })
  it('is unknown where there is no registration', () => expect(kindOf('kind: Pod\n')).toBeUndefined())
})

describe('code that does not compile', () => {
  it('has a line and a column', async () => {
    const error = await compile('export default function () {\n  return { allowed: = }\n}', 'default').catch(
      (failure: unknown) => failure,
    )
    const problem = problemOf(error instanceof Error ? error.message : '')
    expect([problem.line, problem.message]).toEqual([2, expect.stringMatching(/^\S.*[^)]$/)])
    expect(problem.column).toBeGreaterThan(1)
  })
  it('has at least a message', () =>
    expect(problemOf('the code is too long')).toEqual({ message: 'the code is too long', line: 1, column: 1 }))
})
