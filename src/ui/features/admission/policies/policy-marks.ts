import type { BenchExpression } from '../../../../api/policies/bench-notes'
import { fieldPosition, type Mark } from '../../../components/editor/field-position'

/** Something that is wrong with a field of the policy, as the server would say it. */
export interface PolicyProblem {
  readonly field: string
  readonly message: string
  readonly severity: Mark['severity']
}

/** Errors and warnings of expressions, each at its field. */
export const expressionProblems = (expressions: readonly BenchExpression[]): PolicyProblem[] =>
  expressions.flatMap(({ field, problem, warning, hints = [] }) => {
    const told = problem ?? warning
    const severity = problem === undefined ? 'warning' : 'error'
    return told === undefined ? [] : [{ field, message: [told, ...hints].join('\n'), severity }]
  })

/** Problems as marks in the policy's text. */
export const problemMarks = (policy: string, problems: readonly PolicyProblem[]): Mark[] =>
  problems.map(({ field, message, severity }) => ({ ...fieldPosition(policy, field), message, severity }))
