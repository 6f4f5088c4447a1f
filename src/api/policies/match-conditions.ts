import type { Compiled } from './compile-policy'
import { type Inputs, OUT_OF_BUDGET, OutOfBudget, PolicyRun, type Watch } from './policy-run'

/** Cost limit of all match conditions of one policy or webhook, per request. */
const CONDITIONS_BUDGET = 2_500_000

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
