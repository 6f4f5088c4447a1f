import type { Node } from './ast'
import { constantIssues } from './constant-issues'
import { check } from './check'
import type { Environment } from './environment'
import { CompileError, CostLimitError } from './expression-error'
import { plan } from './evaluate'
import { Frame, type Step } from './frame'
import { parse } from './parser'
import type { Type } from './types'
import type { Value } from './values'

/** A compiled expression, which can be run repeatedly. */
export interface Program {
  readonly source: string
  readonly node: Node
  readonly type: Type
  /** Type of each node, by id. */
  readonly types: ReadonlyMap<number, Type>
  readonly run: (options: RunOptions) => RunResult
}
/** Values of variables, and limits and observers of one evaluation. */
export interface RunOptions {
  /** Called once for each use of a variable. */
  readonly variable: (name: string) => Value | undefined
  readonly costLimit?: number
  /** Called with the value of each subexpression. */
  readonly observe?: (node: Node, value: Value) => void
}
/** The value of an expression, and the published cost of its evaluation. */
export interface RunResult {
  readonly value: Value
  readonly cost: number
}

/** Default cost limit of one evaluation. */
export const PER_CALL_LIMIT = 1_000_000

/**
 * Parses and type-checks an expression.
 * @throws CompileError with all errors
 */
export function compile(source: string, environment: Environment): Program {
  const node = parse(source)
  const { issues, type, types } = check(node, environment)
  if (issues.length > 0) throw new CompileError(source, issues)
  const constant = constantIssues(source, node, environment, types)
  if (constant.length > 0) throw new CompileError(source, constant)
  return { source, node, type, types, run: runner(node, environment, types) }
}

/** Like `compile` and `run`, but without type checking: type errors surface at run time. */
export const runUnchecked = (source: string, environment: Environment, options: RunOptions): RunResult =>
  runner(parse(source), environment, new Map())(options)

function runner(node: Node, environment: Environment, types: Program['types']): Program['run'] {
  const plain = plan(node, environment, types, false)
  let observed: Step | undefined
  return ({ variable, costLimit = PER_CALL_LIMIT, observe }) => {
    const frame = new Frame(variable, costLimit, observe)
    const step = observe ? (observed ??= plan(node, environment, types, true)) : plain
    try {
      return { value: step(frame), cost: frame.cost }
    } catch (error) {
      // Engine limits, such as the maximum string length, may be hit before the cost limit.
      throw error instanceof RangeError ? new CostLimitError() : error
    }
  }
}
