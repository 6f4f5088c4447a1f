import { PatternBudget } from '../machinery/patterns/pattern-budget'
import { type PatternMatcher } from '../machinery/patterns/pattern-matcher'
import { compilePattern, isCompiled } from '../machinery/patterns/regular-expression'
import { CostLimitError, EvaluationError } from './expression-error'
import type { Meter } from './meter'

/** Steps per visit of an automaton, per compiled pattern character and per match. */
const [VISIT_STEPS, COMPILE_STEPS, MATCH_STEPS] = [18, 8_000, 60]

/** Compiles a pattern, or takes it from the cache; a pattern computed at run time is charged by its compiled size. */
function compiledFor(pattern: string, meter: Meter, problem: string): PatternMatcher {
  const isNew = !isCompiled(pattern)
  if (isNew) meter.spend(pattern.length * COMPILE_STEPS)
  const compiled = compilePattern(pattern)
  if (!compiled) throw new EvaluationError(`${problem}: ${pattern}`)
  if (isNew) meter.spend(compiled.size * VISIT_STEPS)
  return compiled
}

/** Runs a match and charges its visits. @throws CostLimitError if the budget was exhausted */
function counted<T>(meter: Meter, match: (budget: PatternBudget) => T | undefined): T {
  const visits = meter.stepsLeft / VISIT_STEPS
  const budget = new PatternBudget(visits)
  const answer = match(budget)
  meter.spend((visits - budget.left) * VISIT_STEPS)
  if (answer === undefined) throw new CostLimitError()
  return answer
}

/**
 * Whether an RE2 regular expression matches anywhere in a text, in linear time.
 * @throws EvaluationError if the pattern is invalid
 */
export function matches(meter: Meter, text: string, pattern: string): boolean {
  const compiled = compiledFor(pattern, meter, 'error parsing regexp')
  return counted(meter, (budget) => compiled.test(text, budget))
}

/** Whether a text is a valid regular expression. */
export const isPattern = (pattern: string): boolean => compilePattern(pattern) !== undefined

/**
 * Non-overlapping matches of a regular expression in a text, at most `limit`.
 * @throws EvaluationError if the pattern is invalid
 */
export function matchesIn(meter: Meter, text: string, pattern: string, limit: number): string[] {
  const compiled = compiledFor(pattern, meter, 'Illegal regex')
  const found: string[] = []
  let lastEnd = -1
  for (let at = 0; found.length < limit && at <= text.length;) {
    meter.spend(MATCH_STEPS)
    const from = at
    const match = counted(meter, (budget) => compiled.find(text, from, budget))
    if (match === null) break
    // An empty match directly after another match does not count.
    const repeated = match.end === match.start && match.start === at && at > 0 && lastEnd === at
    if (!repeated) found.push(text.slice(match.start, match.end))
    lastEnd = match.end
    at = match.end > match.start ? match.end : match.end + ((text.codePointAt(match.end) ?? 0) > 0xffff ? 2 : 1)
  }
  return found
}
