import type { LoopForm } from './ast'
import { eachOf, LOOPS } from './comprehensions'
import { asBoolean, type Frame, type Step } from './frame'
import { optionalOf } from './value-access'
import { OptionalValue, type Value } from './values'

/** Cost of asking an optional for its value, and of making an optional without one. */
const MACRO_COST = 2
/** Steps of binding a name, which has no published cost. */
const BIND_STEPS = 20

const withLocal = (frame: Frame, slot: number, value: Value, body: Step): Value => {
  frame.locals[slot] = value
  return body(frame)
}

/** Evaluates `body` with the value in a local variable: `cel.bind(name, value, body)`. */
export const bind =
  (slot: number, value: Step, body: Step): Step =>
  (frame) => {
    frame.spend(BIND_STEPS)
    return withLocal(frame, slot, value(frame), body)
  }

/** Evaluates `body` with the value of an optional, if it has one. If `flat`, `body` returns an optional itself. */
export const optionalMap =
  (slot: number, target: Step, body: Step, flat: boolean): Step =>
  (frame) => {
    const before = frame.cost
    const { value } = optionalOf(target(frame))
    const targetCost = frame.cost - before
    // The macro asks whether there is a value, and reads the target again for it.
    frame.charge(MACRO_COST)
    if (value === undefined) return OptionalValue.none
    frame.charge(targetCost + (flat ? 0 : 1))
    const result = withLocal(frame, slot, value, body)
    return flat ? optionalOf(result) : new OptionalValue(result)
  }

/** A macro over the items of a list or the entries of a map. */
interface LoopSteps {
  readonly form: LoopForm
  /** Slot of the first local variable; the second one, if there are `pairs`, has the next. */
  readonly slot: number
  readonly pairs: boolean
  readonly range: Step
  readonly filter: Step | undefined
  /** Whether constants cost nothing. */
  readonly folds: boolean
  readonly body: Step
}

/** Evaluates `body` for each item that passes `filter`, until the macro knows its result. */
export const loop = ({ form, slot, pairs, range, filter, folds, body }: LoopSteps): Step => {
  return (frame) => {
    const over = range(frame)
    const run = LOOPS[form](frame, folds)
    eachOf(over, pairs, (first, second) => {
      frame.locals[slot] = first
      if (second !== undefined) frame.locals[slot + 1] = second
      // What does not pass costs nothing more.
      if (filter && !asBoolean(filter(frame))) return false
      return run.next(body, first)
    })
    frame.charge(1)
    return run.end()
  }
}
