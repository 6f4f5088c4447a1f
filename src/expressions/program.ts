import type { Node } from './ast'
import { check } from './check'
import type { Environment } from './environment'
import { CompileError, CostLimitError } from './expression-error'
import { plan } from './evaluate'
import { Frame, type Step } from './frame'
import { parse } from './parser'
import type { Type } from './types'
import type { Value } from './values'

/** An expression, checked and ready to run as often as needed. */
export interface Program {
  readonly source: string
  readonly node: Node
  readonly type: Type
  /** The type of each node by its id. */
  readonly types: ReadonlyMap<number, Type>
  readonly run: (options: RunOptions) => RunResult
}
export interface RunOptions {
  /** Asked once for each use of a variable. */
  readonly variable: (name: string) => Value | undefined
  readonly costLimit?: number
  /** Called with the value of each part. */
  readonly observe?: (node: Node, value: Value) => void
}
export interface RunResult {
  readonly value: Value
  readonly cost: number
}

/** As one evaluation may cost by itself. */
export const PER_CALL_LIMIT = 1_000_000

/**
 * Reads and checks an expression.
 * @throws CompileError with all mistakes
 */
export function compile(source: string, environment: Environment): Program {
  const node = parse(source)
  const { issues, type, types } = check(node, environment)
  if (issues.length > 0) throw new CompileError(source, issues)
  return { source, node, type, types, run: runner(node, environment, types) }
}

/** As `compile`, without looking at types: mistakes show when it runs. */
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
      // The machine's own limits, such as the longest text, are reached sooner than the limit of cost.
      throw error instanceof RangeError ? new CostLimitError() : error
    }
  }
}
