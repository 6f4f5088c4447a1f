import type { Json } from '../../machinery/json'
import { isList, ObjectValue, type Value } from '../../expressions/values'
import type { CompiledPolicy } from './compile-policy'
import { type Inputs, type Outcome, OutOfBudget, PolicyRun, type Watch } from './policy-run'
import { misplacedTypes } from './patch-types'
import { jsonOf } from './values'

/** A mutation's patch, or its error. */
export type MutationResult =
  | { readonly kind: 'apply'; readonly intent: Record<string, unknown>; readonly cost: number }
  | { readonly kind: 'patch'; readonly operations: readonly Json[]; readonly cost: number }
  | { readonly kind: 'problem'; readonly problem: string; readonly cost: number }

const OUT_OF_BUDGET = 'mutation failed due to running out of cost budget, no further mutation expressions will be run'

/** Evaluates one mutation with a full budget of its own, which includes the variables it reads. */
export function evaluateMutation(
  compiled: CompiledPolicy,
  index: number,
  inputs: Inputs,
  watch?: Watch,
): MutationResult {
  const mutation = compiled.mutations[index]
  if (!mutation) return { kind: 'problem', problem: 'the policy has no such mutation', cost: 0 }
  const run = new PolicyRun(compiled, inputs, watch)
  const outcome = outcomeOf(() => run.run(mutation))
  const { cost } = run
  if (outcome.problem !== undefined) return { kind: 'problem', problem: outcome.problem, cost }
  return { ...(mutation.patches ? patchOf(outcome.value) : intentOf(outcome.value)), cost }
}

function outcomeOf(run: () => Outcome): Outcome {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof OutOfBudget)) throw error
    return { problem: OUT_OF_BUDGET }
  }
}

type Bare<T> = T extends unknown ? Omit<T, 'cost'> : never
const problem = (text: string): Bare<MutationResult> => ({ kind: 'problem', problem: text })

function intentOf(value: Value): Bare<MutationResult> {
  const wrong = misplacedTypes(value)
  if (wrong.length > 0) return problem(`type mismatch: ${wrong.join('\n')}`)
  return { kind: 'apply', intent: jsonOf(value) as Record<string, unknown> }
}

function patchOf(value: Value): Bare<MutationResult> {
  const operations: Json[] = []
  for (const item of isList(value) ? value : []) {
    if (!(item instanceof ObjectValue))
      return problem('type mismatch: JSONPatchType.expression should evaluate to array of JSONPatch')
    const operation: Record<string, Json> = { op: '', path: '' }
    for (const field of item.names()) {
      const member = item.get(field) ?? null
      const wrong = member instanceof ObjectValue ? misplacedTypes(member) : []
      if (wrong.length > 0) return problem(`type mismatch: ${wrong.join('\n')}`)
      const json = jsonOf(member)
      if (json === undefined)
        return problem('JSONPath valueExpression evaluated to a type that could not marshal to JSON')
      if (field !== 'from' || json !== '') operation[field] = json as Json
    }
    operations.push(operation)
  }
  return { kind: 'patch', operations }
}
