import { CostLimitError, EvaluationError } from '../../expressions/expression-error'
import type { Node } from '../../expressions/ast'
import { PER_CALL_LIMIT, type Program } from '../../expressions/program'
import { ObjectValue, type Value } from '../../expressions/values'
import type { Compiled, CompiledPolicy } from './compile-policy'

/** Returns a variable's value by name. */
export type Inputs = (name: string) => Value | undefined

/** Observes the values of subexpressions and the cost of each expression. */
export interface Watch {
  part(program: Program, node: Node, value: Value): void
  done(program: Program, cost: number): void
}

/**
 * Cost limit of a policy's validations with their messages, per request and parameter object. Audit annotations have a limit of the same
 * size; match conditions have one of their own (`match-conditions.ts`).
 */
export const POLICY_BUDGET = 10_000_000
/** What clients read when a budget is exhausted. */
export const OUT_OF_BUDGET =
  'validation failed due to running out of cost budget, no further validation rules will be run'

/** The budget is exhausted: evaluation stops. */
export class OutOfBudget extends Error {
  override readonly name = 'OutOfBudget'
}

/** A value, or the error instead. */
export type Outcome = { readonly value: Value; readonly problem?: undefined } | { readonly problem: string }

/** Evaluates the expressions of one policy within its budget. */
export class PolicyRun {
  cost = 0
  private readonly variables: ObjectValue

  constructor(
    private readonly compiled: Pick<CompiledPolicy, 'variables'>,
    private readonly inputs: Inputs,
    private readonly watch?: Watch,
    private readonly budget = POLICY_BUDGET,
  ) {
    this.variables = new ObjectValue({
      typeName: 'orch.variables',
      fields: () => this.compiled.variables.map(({ name }) => name),
      field: (name) => this.variableNamed(name),
    })
  }

  /** @throws OutOfBudget */
  run(one: Compiled): Outcome {
    const { expression } = one
    if (!one.program) return { problem: `compilation error: ${one.problem}` }
    try {
      return { value: this.valueOf(one.program) }
    } catch (error) {
      if (!(error instanceof EvaluationError) && !(error instanceof CostLimitError)) throw error
      return { problem: `expression '${expression}' resulted in error: ${error.message}` }
    }
  }

  private valueOf(program: Program): Value {
    const { watch, budget } = this
    if (this.cost >= budget) throw new OutOfBudget()
    try {
      const { value, cost } = program.run({
        variable: (name) => (name === 'variables' ? this.variables : this.inputs(name)),
        costLimit: PER_CALL_LIMIT,
        ...(watch && { observe: (node, value) => watch.part(program, node, value) }),
      })
      watch?.done(program, cost)
      this.spend(cost)
      return value
    } catch (error) {
      if (error instanceof CostLimitError) this.spend(PER_CALL_LIMIT + 1)
      throw error
    }
  }

  private spend(cost: number): void {
    this.cost += cost
    if (this.cost > this.budget) throw new OutOfBudget()
  }

  /** Variables are evaluated lazily, and once. */
  private variableNamed(name: string): Value | undefined {
    const one = this.compiled.variables.find((variable) => variable.name === name)
    if (!one) return undefined
    const fail = (why: string): never => {
      throw new EvaluationError(`composited variable "${name}" fails to evaluate: ${why}`)
    }
    if (!one.program) return fail(one.problem)
    try {
      return this.valueOf(one.program)
    } catch (error) {
      if (error instanceof EvaluationError || error instanceof CostLimitError) return fail(error.message)
      throw error
    }
  }
}
