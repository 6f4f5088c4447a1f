import { PatternBudget } from '../machinery/patterns/pattern-matcher'
import { compilePattern } from '../machinery/patterns/regular-expression'
import { EvaluationError } from './expression-error'

/**
 * Whether a regular expression of RE2's syntax matches anywhere in a text, in time proportional to both.
 * @throws EvaluationError when it is no regular expression
 */
export function matches(text: string, pattern: string): boolean {
  const compiled = compilePattern(pattern)
  if (!compiled) throw new EvaluationError(`error parsing regexp: ${pattern}`)
  const answer = compiled.test(text, new PatternBudget())
  if (answer === undefined) throw new EvaluationError('matching the regular expression takes too long')
  return answer
}
