import type { Environment } from '../expressions/environment'
import { compile } from '../expressions/program'
import { isList, showScalar, type Value } from '../expressions/values'

const shown = (value: Value): unknown => (isList(value) ? value.map(shown) : showScalar(value))

/** Evaluates an expression without variables to a text or a list of texts, or `error: …`. */
export function expressionOutcome(source: string, environment: Environment): unknown {
  try {
    return shown(compile(source, environment).run({ variable: () => undefined }).value)
  } catch (error) {
    return error instanceof Error ? `error: ${error.message}` : error
  }
}
