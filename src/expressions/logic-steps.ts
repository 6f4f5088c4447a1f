import { EvaluationError } from './expression-error'
import { asBoolean, ERROR_STEPS, type Step } from './frame'
import { optionalOf } from './value-access'

/** `&&` (with `all`) and `||`: an error counts only if no other argument decides. */
export function logic(args: readonly Step[], all: boolean): Step {
  return (frame) => {
    let problem: EvaluationError | undefined
    for (const arg of args)
      try {
        if (asBoolean(arg(frame)) !== all) return !all
      } catch (error) {
        if (!(error instanceof EvaluationError)) throw error
        frame.spend(ERROR_STEPS)
        problem ??= error
      }
    if (problem) throw problem
    return all
  }
}

/** `or` and, with `unwraps`, `orValue` of optional values. The other argument is evaluated only if needed. */
export function orElse([target, other]: readonly Step[], unwraps: boolean): Step {
  return (frame) => {
    const optional = optionalOf(target?.(frame) ?? null)
    if (optional.value === undefined) return other?.(frame) ?? null
    return unwraps ? optional.value : optional
  }
}
