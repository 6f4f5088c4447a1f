import type { LoopForm } from './ast'
import { eachOf, LOOPS } from './comprehensions'
import { asBoolean, type Frame, type Step } from './frame'
import { optionalOf } from './value-access'
import { OptionalValue, type Value } from './values'

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
    const { value } = optionalOf(target(frame))
    if (value === undefined) return OptionalValue.none
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
  readonly body: Step
}

/** Evaluates `body` for each item that passes `filter`, until the macro knows its result. */
export const loop = ({ form, slot, pairs, range, filter, body }: LoopSteps): Step => {
  return (frame) => {
    const over = range(frame)
    const run = LOOPS[form](frame)
    eachOf(over, pairs, (first, second) => {
      frame.locals[slot] = first
      if (second !== undefined) frame.locals[slot + 1] = second
      if (filter && !asBoolean(filter(frame))) {
        frame.charge(1)
        return false
      }
      return run.next(body, first)
    })
    frame.charge(1)
    return run.end()
  }
}
