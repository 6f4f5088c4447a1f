import { describe, expect, it } from 'vitest'
import { compile } from '../../../../outside/sandbox/compile'
import { EXAMPLES, registrationOf } from '../webhook-examples'
import { problemOf } from './compile-problem'
import { kindOf, withKind } from './kind-switch'

describe('the kind of a webhook', () => {
  it.each(EXAMPLES.map((example) => [example.id, example] as const))('%s is switched and back', (_id, example) => {
    const text = registrationOf(example)
    const other = example.kind === 'Mutating' ? 'Validating' : 'Mutating'
    expect(kindOf(text)).toBe(example.kind)
    const switched = withKind(text, other)
    expect([kindOf(switched), switched.includes('reinvocationPolicy')]).toEqual([other, false])
    if (!text.includes('reinvocationPolicy')) expect(withKind(switched, example.kind)).toBe(text)
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
