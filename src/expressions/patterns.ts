import { PatternBudget } from '../machinery/patterns/pattern-matcher'
import { compilePattern } from '../machinery/patterns/regular-expression'
import { EvaluationError } from './expression-error'

const TOO_LONG = 'matching the regular expression takes too long'

/**
 * Whether a regular expression of RE2's syntax matches anywhere in a text, in time proportional to both.
 * @throws EvaluationError when it is no regular expression
 */
export function matches(text: string, pattern: string): boolean {
  const compiled = compilePattern(pattern)
  if (!compiled) throw new EvaluationError(`error parsing regexp: ${pattern}`)
  const answer = compiled.test(text, new PatternBudget())
  if (answer === undefined) throw new EvaluationError(TOO_LONG)
  return answer
}

/** Whether a text is a regular expression. */
export const isPattern = (pattern: string): boolean => compilePattern(pattern) !== undefined

/**
 * The matches of a regular expression in a text, none of which overlap; at most `limit` of them.
 * @throws EvaluationError when it is no regular expression
 */
export function matchesIn(text: string, pattern: string, limit: number): string[] {
  const compiled = compilePattern(pattern)
  if (!compiled) throw new EvaluationError(`Illegal regex: ${pattern}`)
  const budget = new PatternBudget()
  const found: string[] = []
  let lastEnd = -1
  for (let at = 0; found.length < limit && at <= text.length;) {
    const match = compiled.find(text, at, budget)
    if (match === undefined) throw new EvaluationError(TOO_LONG)
    if (match === null) break
    // An empty match right after another one does not count.
    const repeated = match.end === match.start && match.start === at && at > 0 && lastEnd === at
    if (!repeated) found.push(text.slice(match.start, match.end))
    lastEnd = match.end
    at = match.end > match.start ? match.end : match.end + ((text.codePointAt(match.end) ?? 0) > 0xffff ? 2 : 1)
  }
  return found
}
