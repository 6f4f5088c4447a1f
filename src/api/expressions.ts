import type { MaybePromise } from '../machinery/maybe-promise'
import type { ExpressionCode } from './expression-code'

let code: ExpressionCode | undefined

/** Loads what compiles and evaluates expressions, if it isn't loaded. */
export const loadExpressions = (): MaybePromise<ExpressionCode> =>
  code ?? import('./expression-code').then(({ EXPRESSION_CODE }) => (code = EXPRESSION_CODE))

/** The loaded code. @throws Error if `loadExpressions` was not awaited before */
export function expressionCode(): ExpressionCode {
  if (!code) throw new Error('expressions are used before their code is loaded')
  return code
}
