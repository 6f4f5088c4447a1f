import { equal } from '../../machinery/json'
import type { NamedResource } from '../../machinery/named-resource'
import { PER_CALL_LIMIT } from '../../expressions/program'
import { type BenchExpression, Notes } from './bench-notes'
import { type BenchRequest, inputsOf, withResource } from './bench-request'
import { type Compiled, type CompiledPolicy, compilePolicy } from './compile-policy'
import type { PolicyScope } from './environment'
import { type Evaluation, evaluatePolicy } from './evaluate'
import { POLICY_BUDGET } from './policy-run'
import { type Merge, mutateObject } from './mutate-object'
import { outsideConstraints } from './outside-constraints'
import type { PolicySpec } from './policy'

/** What a policy said about a case, with the value of each part of its expressions. */
export interface BenchRun extends Evaluation {
  readonly expressions: readonly BenchExpression[]
  /** The object after a mutating policy. */
  readonly after?: unknown
  /** Why the policy does not apply to the request. */
  readonly skipped?: string
}
/** Cost limits of one expression and of a whole policy. */
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

/** Options for trying a policy. */
export interface BenchOptions {
  /** Release (minor number) whose expression language is used. */
  readonly release: number
  readonly merge: Merge
  /** Types of objects and parameters, if known: expressions that do not match them get warnings. */
  readonly types?: Pick<PolicyScope, 'object' | 'params'>
  /** The resources that are served, to find those of requests. */
  readonly resources?: readonly NamedResource[]
}

/** Whether a policy mutates objects rather than validating them. */
export const isMutating = (spec: PolicySpec): boolean => spec.mutations !== undefined

type Result = Omit<BenchRun, 'expressions'>

function resultOf(
  compiled: CompiledPolicy,
  spec: PolicySpec,
  given: BenchRequest,
  { merge, resources = [] }: BenchOptions,
  watch?: Notes,
): Result {
  const request = withResource(given, resources)
  // The values of expressions help also where the policy does not apply.
  const result = isMutating(spec)
    ? mutateObject(compiled, request, merge, watch)
    : evaluatePolicy(compiled, spec.validations ?? [], inputsOf(request), watch)
  const outside = outsideConstraints(spec, request)
  if (outside !== undefined) return { ...result, applies: false, skipped: outside }
  return result.applies ? result : { ...result, skipped: 'a match condition is false' }
}

/** Runs a policy on a request: its decision or mutation, and the value of every subexpression. */
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

/** The decision of a policy, with its message. */
export interface BenchAnswer {
  readonly said: string
  readonly passes: boolean
  /** The object after a mutating policy, if it changed. */
  readonly after?: unknown
}

/** Compiles a policy once, to run it on many requests. */
export function benchOf(spec: PolicySpec, options: BenchOptions): (request: BenchRequest) => BenchAnswer {
  const compiled = compilePolicy(spec, options.release)
  return (request) => answerOf(resultOf(compiled, spec, request, options), spec, request)
}

/** The decision that follows from a result; errors are subject to the failure policy. */
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

/** Whether a decision matches a test case. */
export function isAsExpected({ said, passes, after }: BenchAnswer, { refusal, becomes }: Expected): boolean {
  if (refusal !== undefined) return !passes && said.includes(refusal)
  return passes && (becomes === undefined ? after === undefined : equal(after, becomes))
}
/** What a case expects of its policy. */
export interface Expected {
  /** Expected part of the denial message; absent if the request is allowed. */
  readonly refusal?: string
  /** Expected object after a mutating policy; absent if unchanged. */
  readonly becomes?: unknown
}
