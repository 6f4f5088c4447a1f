import type { Node } from '../../expressions/ast'
import type { Program } from '../../expressions/program'
import { OpaqueValue, OptionalValue, showScalar, typeNameOf, type Value } from '../../expressions/values'
import { writeJson } from '../../machinery/json-text'
import type { Compiled } from './compile-policy'
import { jsonOf } from './values'

/** A part of an expression with the value that it had last. */
export interface Part {
  readonly start: number
  readonly end: number
  readonly value: string
  /** How often it was evaluated, such as once for each item of a list. */
  readonly times: number
}
/** One expression of a policy, and what came of it. */
export interface BenchExpression {
  /** Its path in the policy. */
  readonly field: string
  readonly expression: string
  /** Why it can't be compiled. */
  readonly problem?: string
  /** What was likely meant where it can't be compiled, or does not fit the types. */
  readonly hints?: readonly string[]
  /** What does not fit the types of the kinds that the policy is for. */
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

/** Collects the values of all parts of all expressions of one evaluation. */
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
