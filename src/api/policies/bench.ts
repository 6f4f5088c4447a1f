import { equal } from '../../machinery/json'
import { PER_CALL_LIMIT } from '../../expressions/program'
import { type BenchExpression, Notes } from './bench-notes'
import { type BenchRequest, inputsOf } from './bench-request'
import { type Compiled, type CompiledPolicy, compilePolicy } from './compile-policy'
import type { PolicyScope } from './environment'
import { type Evaluation, evaluatePolicy, POLICY_BUDGET } from './evaluate'
import { type Merge, mutateObject } from './mutate-object'
import type { PolicySpec } from './policy'

export interface BenchRun extends Evaluation {
  readonly expressions: readonly BenchExpression[]
  /** The object as a mutating policy leaves it. */
  readonly after?: unknown
}
/** What one expression may cost, and what all of a policy may. */
export const BENCH_LIMITS = { expression: PER_CALL_LIMIT, policy: POLICY_BUDGET } as const

const fieldsOf = (compiled: CompiledPolicy): (readonly [field: string, one: Compiled])[] => [
  ...compiled.matchConditions.map((one, i) => [`spec.matchConditions[${i}].expression`, one] as const),
  ...compiled.variables.map((one, i) => [`spec.variables[${i}].expression`, one] as const),
  ...compiled.validations.flatMap(({ condition, messageExpression }, i) => [
    [`spec.validations[${i}].expression`, condition] as const,
    ...(messageExpression ? [[`spec.validations[${i}].messageExpression`, messageExpression] as const] : []),
  ]),
  ...compiled.auditAnnotations.map((one, i) => [`spec.auditAnnotations[${i}].valueExpression`, one] as const),
  ...compiled.mutations.map(
    (one, i) => [`spec.mutations[${i}].${one.patches ? 'jsonPatch' : 'applyConfiguration'}.expression`, one] as const,
  ),
]

/** What a policy is tried with beside a request. */
export interface BenchOptions {
  /** Minor number of the release whose expressions are used. */
  readonly release: number
  readonly merge: Merge
  /** Types of objects and parameters, where they are known: expressions that do not fit them are warned of. */
  readonly types?: Pick<PolicyScope, 'object' | 'params'>
}

/** A policy that changes objects rather than judging them. */
export const isMutating = (spec: PolicySpec): boolean => spec.mutations !== undefined

type Result = Evaluation & { readonly after?: unknown }

function resultOf(
  compiled: CompiledPolicy,
  spec: PolicySpec,
  request: BenchRequest,
  { merge }: BenchOptions,
  watch?: Notes,
): Result {
  if (isMutating(spec)) return mutateObject(compiled, request, merge, watch)
  return evaluatePolicy(compiled, spec.validations ?? [], inputsOf(request), watch)
}

/** Tries a policy with a request: what it decides or changes, and the value of every part of its expressions. */
export function runBench(spec: PolicySpec, request: BenchRequest, options: BenchOptions): BenchRun {
  const { release, types } = options
  const compiled = compilePolicy(spec, release)
  const typed = types && new Map(fieldsOf(compilePolicy(spec, release, types)))
  const notes = new Notes()
  const result = resultOf(compiled, spec, request, options, notes)
  const expressions = fieldsOf(compiled).map(([field, one]) => {
    const own = notes.of(field, one)
    const checked = typed?.get(field)
    if (one.problem !== undefined || checked?.problem === undefined) return own
    return { ...own, warning: checked.problem, hints: checked.hints?.() ?? [] }
  })
  return { ...result, expressions }
}

/** What a policy says to a request, in a word or in its own words. */
export interface BenchAnswer {
  readonly said: string
  readonly passes: boolean
  /** The object as a mutating policy leaves it, where it changes it. */
  readonly after?: unknown
}

/** A policy that is compiled once, to be tried with many requests. */
export function benchOf(spec: PolicySpec, options: BenchOptions): (request: BenchRequest) => BenchAnswer {
  const compiled = compilePolicy(spec, options.release)
  return (request) => answerOf(resultOf(compiled, spec, request, options), spec, request)
}

/** The answer that follows from a result: errors count as the failure policy says. */
export function answerOf(
  { applies, judgements, after }: Result,
  spec: PolicySpec,
  { object }: BenchRequest,
): BenchAnswer {
  if (!applies) return { said: 'not for this request', passes: true }
  const broken = judgements.find(({ holds, failed }) => !holds && !(failed && spec.failurePolicy === 'Ignore'))
  if (broken) return { said: broken.message, passes: false }
  if (!isMutating(spec)) return { said: 'allowed', passes: true }
  const same = equal(after, object)
  return same ? { said: 'unchanged', passes: true } : { said: 'changed', passes: true, after }
}

/** Whether a policy answered as a case of it expects. */
export function isAsExpected({ said, passes, after }: BenchAnswer, { refusal, becomes }: Expected): boolean {
  if (refusal !== undefined) return !passes && said.includes(refusal)
  return passes && (becomes === undefined ? after === undefined : equal(after, becomes))
}
export interface Expected {
  /** A part of the refusal's message; absent where the request passes. */
  readonly refusal?: string
  /** The object as a mutating policy leaves it; absent where it stays as it is. */
  readonly becomes?: unknown
}
