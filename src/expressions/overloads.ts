import { fail, CostLimitError } from './expression-error'
import type { Overload } from './functions'
import { hasType } from './runtime-type'
import { isList, sizeOf, typeNameOf, type Value } from './values'
import type { Step } from './frame'

/** Items that lists made by an expression may have. */
const MAX_ITEMS = 1_000_000

/** The first overload whose parameters accept the arguments. @throws EvaluationError when none does */
export function choose(overloads: readonly Overload[], args: readonly Value[], name: string): Overload {
  for (const one of overloads) {
    const { parameters } = one
    if (parameters.length !== args.length) continue
    let fits = true
    for (let i = 0; fits && i < args.length; i += 1) {
      const type = parameters[i]
      fits = type === undefined || hasType(args[i] ?? null, type)
    }
    if (fits) return one
  }
  return fail(`no such overload: ${name}(${args.map(typeNameOf).join(', ')})`)
}

/** A call that chooses its overload by the values of the arguments and charges its cost. */
export function dispatch(overloads: readonly Overload[], steps: readonly Step[], name: string): Step {
  return (frame) => {
    const args = steps.map((step) => step(frame))
    const chosen = choose(overloads, args, name)
    if (
      name === '_+_' &&
      isList(args[0] ?? null) &&
      args.reduce<number>((sum, one) => sum + sizeOf(one), 0) > MAX_ITEMS
    )
      throw new CostLimitError()
    frame.charge(chosen.cost ? chosen.cost(args.map(sizeOf), args) : 1)
    return chosen.call(args)
  }
}
