import { CostLimitError, EvaluationError } from '../../expressions/expression-error'
import type { Node } from '../../expressions/ast'
import { PER_CALL_LIMIT, type Program } from '../../expressions/program'
import { ObjectValue, typeNameOf, type Value } from '../../expressions/values'
import type { Compiled, CompiledPolicy } from './compile-policy'
import { usableMessage } from './message'
import type { Validation } from './policy'

/** Returns a variable's value by name. */
export type Inputs = (name: string) => Value | undefined

/** Observes the values of subexpressions and the cost of each expression. */
export interface Watch {
  part(program: Program, node: Node, value: Value): void
  done(program: Program, cost: number): void
}

/**
 * Cost limit of a policy's validations with their messages, per request and parameter object. Audit annotations have a limit of the same
 * size, and match conditions one of their own.
 */
export const POLICY_BUDGET = 10_000_000
const CONDITIONS_BUDGET = 2_500_000
const OUT_OF_BUDGET = 'validation failed due to running out of cost budget, no further validation rules will be run'

/** Result of one validation: denials have a reason, errors do not. */
export interface Judgement {
  readonly holds: boolean
  readonly failed?: true
  readonly message: string
  readonly reason?: string
}
export interface Annotation {
  readonly key: string
  /** Absent if the annotation is omitted. */
  readonly value?: string
  readonly problem?: string
}
export interface Evaluation {
  /** False if a match condition excludes the request. */
  readonly applies: boolean
  readonly judgements: readonly Judgement[]
  readonly annotations: readonly Annotation[]
  readonly cost: number
}

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

/**
 * Whether all conditions hold. A false one decides regardless of errors, which are returned in `problem`. Conditions don't see the
 * namespace.
 */
export function matchConditions(
  conditions: readonly Compiled[],
  inputs: Inputs,
  watch?: Watch,
): { readonly matches: boolean; readonly problem?: string; readonly cost: number } {
  const withoutNamespace: Inputs = (name) => (name === 'namespaceObject' ? null : inputs(name))
  const run = new PolicyRun({ variables: [] }, withoutNamespace, watch, CONDITIONS_BUDGET)
  const problems: string[] = []
  try {
    for (const condition of conditions) {
      const outcome = run.run(condition)
      if (outcome.problem !== undefined) problems.push(outcome.problem)
      else if (outcome.value !== true) return { matches: false, cost: run.cost }
    }
  } catch (error) {
    if (!(error instanceof OutOfBudget)) throw error
    return { matches: false, problem: OUT_OF_BUDGET, cost: run.cost }
  }
  const [first] = problems
  if (first === undefined) return { matches: true, cost: run.cost }
  return { matches: false, problem: problems.length === 1 ? first : `[${problems.join(', ')}]`, cost: run.cost }
}

/** Evaluates a policy for a request with one parameter object. */
export function evaluatePolicy(
  compiled: CompiledPolicy,
  validations: readonly Validation[],
  inputs: Inputs,
  watch?: Watch,
): Evaluation {
  const failed = (message: string, cost: number): Evaluation => ({
    applies: true,
    judgements: [{ holds: false, failed: true, message }],
    annotations: [],
    cost,
  })
  const match = matchConditions(compiled.matchConditions, inputs, watch)
  if (match.problem !== undefined) return failed(match.problem, match.cost)
  if (!match.matches) return { applies: false, judgements: [], annotations: [], cost: match.cost }
  // Variables are evaluated again for annotations, which can't ask the authorizer.
  const checks = new PolicyRun(compiled, inputs, watch)
  const notes = new PolicyRun(compiled, withoutAuthorizer(inputs), watch)
  let messages: PolicyRun | undefined
  const cost = (): number => match.cost + checks.cost + (messages?.cost ?? 0) + notes.cost
  try {
    const outcomes = compiled.validations.map(({ condition }) => checks.run(condition))
    messages = new PolicyRun(compiled, withoutAuthorizer(inputs), watch, POLICY_BUDGET - checks.cost)
    const judgements = judge(outcomes, messagesOf(outcomes, compiled, messages), validations)
    const annotations = compiled.auditAnnotations.map((one) => annotate(notes, one))
    return { applies: true, judgements, annotations, cost: cost() }
  } catch (error) {
    if (!(error instanceof OutOfBudget)) throw error
    return failed(OUT_OF_BUDGET, cost())
  }
}

const withoutAuthorizer =
  (inputs: Inputs): Inputs =>
  (name) =>
    name.startsWith('authorizer') ? undefined : inputs(name)

/**
 * Results of the message expressions; undefined if they exceed what validations left of the budget. They are evaluated only if a validation
 * does not hold, but then all of them, because they share the budget.
 */
function messagesOf(
  outcomes: readonly Outcome[],
  { validations }: CompiledPolicy,
  run: PolicyRun,
): readonly (Outcome | undefined)[] | undefined {
  if (outcomes.every((outcome) => outcome.problem !== undefined || outcome.value === true)) return []
  try {
    return validations.map(({ messageExpression }) => messageExpression && run.run(messageExpression))
  } catch (error) {
    if (!(error instanceof OutOfBudget)) throw error
    return undefined
  }
}

function judge(
  outcomes: readonly Outcome[],
  messages: readonly (Outcome | undefined)[] | undefined,
  validations: readonly Validation[],
): Judgement[] {
  return outcomes.map((outcome, i): Judgement => {
    if (outcome.problem !== undefined) return { holds: false, failed: true, message: outcome.problem }
    if (!messages) return { holds: false, failed: true, message: `failed messageExpression: ${OUT_OF_BUDGET}` }
    if (outcome.value === true) return { holds: true, message: '' }
    const made = messages[i]
    const told = made?.problem === undefined && typeof made?.value === 'string' ? usableMessage(made.value) : undefined
    const { expression = '', message = '', reason = 'Invalid' } = validations[i] ?? {}
    return { holds: false, message: told ?? (message.trim() || `failed expression: ${expression.trim()}`), reason }
  })
}

function annotate(run: PolicyRun, one: CompiledPolicy['auditAnnotations'][number]): Annotation {
  const { key, expression } = one
  const outcome = run.run(one)
  if (outcome.problem !== undefined) return { key, problem: outcome.problem }
  const { value } = outcome
  if (value === null) return { key }
  if (typeof value === 'string') return value.trim() === '' ? { key } : { key, value: value.trim() }
  return {
    key,
    problem: `valueExpression '${expression}' resulted in unsupported return type: ${typeNameOf(value)}. Return type must be either string or null.`,
  }
}
