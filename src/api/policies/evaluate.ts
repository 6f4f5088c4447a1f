import { typeNameOf } from '../../expressions/values'
import type { CompiledPolicy } from './compile-policy'
import { usableMessage } from './message'
import type { Validation } from './policy'
import { matchConditions } from './match-conditions'
import {
  type Inputs,
  OUT_OF_BUDGET,
  OutOfBudget,
  type Outcome,
  POLICY_BUDGET,
  PolicyRun,
  type Watch,
} from './policy-run'

/** Result of one validation: denials have a reason, errors do not. */
export interface Judgement {
  readonly holds: boolean
  readonly failed?: true
  readonly message: string
  readonly reason?: string
}
/** The result of an audit annotation; `problem` is why it has no value. */
export interface Annotation {
  readonly key: string
  /** Absent if the annotation is omitted. */
  readonly value?: string
  readonly problem?: string
}
/** What a policy says about a request. */
export interface Evaluation {
  /** False if a match condition excludes the request. */
  readonly applies: boolean
  readonly judgements: readonly Judgement[]
  readonly annotations: readonly Annotation[]
  readonly cost: number
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
