import type { Node } from '../../expressions/ast'
import type { Program } from '../../expressions/program'
import { OpaqueValue, OptionalValue, showScalar, typeNameOf, type Value } from '../../expressions/values'
import { writeJson } from '../../machinery/json-text'
import type { Compiled } from './compile-policy'
import { jsonOf } from './values'

/** A subexpression with its last value. */
export interface Part {
  readonly start: number
  readonly end: number
  readonly value: string
  /** Number of evaluations, such as one per list item. */
  readonly times: number
}
/** An expression of a policy with its results. */
export interface BenchExpression {
  /** Path in the policy. */
  readonly field: string
  readonly expression: string
  /** Compile error. */
  readonly problem?: string
  /** Suggested corrections for compile errors and type warnings. */
  readonly hints?: readonly string[]
  /** Type mismatch with the kinds that the policy matches. */
  readonly warning?: string
  readonly cost: number
  readonly parts: readonly Part[]
}

const LONGEST = 120
function shown(value: Value): string {
  if (value instanceof OptionalValue) return value.value === undefined ? 'none' : `optional ${shown(value.value)}`
  if (value instanceof OpaqueValue) return typeNameOf(value)
  const json = jsonOf(value)
  const text = json === undefined ? showScalar(value) : (writeJson(json) ?? 'null')
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

/** Records the values of all subexpressions during one evaluation. */
export class Notes {
  private readonly parts = new Map<Program, Map<Node, { value: string; times: number }>>()
  private readonly costs = new Map<Program, number>()

  readonly part = (program: Program, node: Node, value: Value): void => {
    const known = this.parts.get(program) ?? new Map<Node, { value: string; times: number }>()
    this.parts.set(program, known)
    known.set(node, { value: shown(value), times: (known.get(node)?.times ?? 0) + 1 })
  }
  readonly done = (program: Program, cost: number): void => {
    this.costs.set(program, cost)
  }

  of(field: string, one: Compiled): BenchExpression {
    const { expression, program, problem } = one
    const parts = program ? [...(this.parts.get(program) ?? [])] : []
    return {
      field,
      expression,
      ...(problem !== undefined && { problem, hints: one.program ? [] : (one.hints?.() ?? []) }),
      cost: program ? (this.costs.get(program) ?? 0) : 0,
      parts: parts
        .map(([{ start, end }, note]) => ({ start, end, ...note }))
        .sort((a, b) => a.start - b.start || b.end - a.end),
    }
  }
}
