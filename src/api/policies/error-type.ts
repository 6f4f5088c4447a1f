/** Why an expression has no result, as labelled in metrics. */
export type ExpressionErrorType = 'no_error' | 'compile_error' | 'out_of_budget' | 'invalid_error'

/** Classifies an error by its text; `no_error` if there was none. */
export function errorTypeOf(problem: string | undefined): ExpressionErrorType {
  if (problem === undefined) return 'no_error'
  if (problem.startsWith('compilation error')) return 'compile_error'
  return problem.includes('running out of cost budget') || problem.includes('cost limit exceeded')
    ? 'out_of_budget'
    : 'invalid_error'
}
