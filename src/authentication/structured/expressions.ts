import { storedLanguageOf } from '../../api/policies/language'
import { USER_INFO } from '../../api/policies/request-types'
import { typedValue } from '../../api/policies/values'
import { type Node, partsOf } from '../../expressions/ast'
import { Environment } from '../../expressions/environment'
import { CompileError, CostLimitError, EvaluationError } from '../../expressions/expression-error'
import { compile, type Program } from '../../expressions/program'
import { DYN, mapOf, showType, STRING, type Type } from '../../expressions/types'
import { MapValue, type Value } from '../../expressions/values'
import { isObject } from '../../machinery/json'
import type { UserInfo } from '../../machinery/user'
import { ClaimError } from '../oidc-claims'

/** The input of an expression: the claims of a token, or the user derived from them. */
export type RuleSubject = 'claims' | 'user'
const TYPES: Readonly<Record<RuleSubject, Type>> = { claims: mapOf(STRING, DYN), user: USER_INFO }

/** The required result type. Claims may have any type, so most results are checked at run time. */
export type Wanted = 'bool' | 'any'

/** An expression over claims or a user. `run` throws ClaimError if it can't be evaluated. */
export interface SubjectExpression {
  readonly source: string
  readonly node: Node
  run(subject: Value): Value
}

/** Compiles an expression, or returns why it is invalid. */
export function compileFor(
  subject: RuleSubject,
  source: string,
  wanted: Wanted,
  release: number,
): SubjectExpression | string {
  let program: Program
  try {
    program = compile(
      source,
      new Environment({ ...storedLanguageOf(release), variables: { [subject]: TYPES[subject] } }),
    )
  } catch (error) {
    if (error instanceof CompileError) return `compilation failed: ${error.message}`
    throw error
  }
  if (wanted === 'bool' && showType(program.type) !== 'bool') return 'must evaluate to bool'
  return { source, node: program.node, run: (value) => valueOf(program, value) }
}

function valueOf(program: Program, subject: Value): Value {
  try {
    return program.run({ variable: () => subject }).value
  } catch (error) {
    if (!(error instanceof EvaluationError) && !(error instanceof CostLimitError)) throw error
    throw new ClaimError(`expression '${program.source}' resulted in error: ${error.message}`)
  }
}

/** Whether an expression reads a field of a variable in any way. */
export const reads = (node: Node, variable: string, field: string): boolean =>
  (node.kind === 'select' && node.field === field && node.operand.kind === 'name' && node.operand.name === variable) ||
  partsOf(node).some((part) => reads(part, variable, field))

/** Claims as expression values. `doubles`: integers are doubles, too. */
export function claimsValue(json: unknown, doubles: boolean): Value {
  if (Array.isArray(json)) return json.map((item) => claimsValue(item, doubles))
  if (isObject(json))
    return MapValue.of(Object.entries(json).map(([name, value]) => [name, claimsValue(value, doubles)]))
  if (typeof json === 'number') return Number.isInteger(json) && !doubles ? BigInt(json) : json
  return typeof json === 'string' || typeof json === 'boolean' ? json : null
}

/** A user as an expression value. */
export const userValue = ({ name, uid = '', groups, extra = {} }: UserInfo): Value =>
  typedValue({ username: name, uid, groups, extra }, USER_INFO)
