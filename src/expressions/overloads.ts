import { fail } from './expression-error'
import type { Frame, Step } from './frame'
import type { Overload } from './functions'
import { mayHaveType, typeTest } from './runtime-type'
import type { Type } from './types'
import { typeNameOf, type Value } from './values'

/** Steps of a call in addition to its function's work. */
const CALL_STEPS = 5

type Tests = readonly ((value: Value) => boolean)[]
const TESTS = new WeakMap<Overload, Tests>()
/** Type tests for each argument of an overload, created once. */
function testsOf(overload: Overload): Tests {
  const tests = TESTS.get(overload) ?? (overload.guards ?? overload.parameters).map(typeTest)
  TESTS.set(overload, tests)
  return tests
}

function accept(tests: Tests, args: readonly Value[]): boolean {
  if (tests.length !== args.length) return false
  for (let i = 0; i < args.length; i += 1) if (tests[i]?.(args[i] ?? null) !== true) return false
  return true
}

/** The first overload that accepts the arguments. @throws EvaluationError if none does */
export function choose(overloads: readonly Overload[], args: readonly Value[], name: string): Overload {
  for (const one of overloads) if (accept(testsOf(one), args)) return one
  return fail(`no such overload: ${name}(${args.map(typeNameOf).join(', ')})`)
}

/** The only overload possible for the checker's types, if there is exactly one. */
export function foreseen(overloads: readonly Overload[], types: readonly (Type | undefined)[]): Overload | undefined {
  const possible = overloads.filter(
    ({ parameters }) =>
      parameters.length === types.length && parameters.every((parameter, i) => mayHaveType(types[i], parameter)),
  )
  return possible.length === 1 ? possible[0] : undefined
}

/**
 * Calls a function and charges its cost. The overload is chosen from the static types if they determine it; otherwise, or if a value does
 * not have its declared type, from the values.
 */
export function dispatch(
  overloads: readonly Overload[],
  steps: readonly Step[],
  name: string,
  likely: Overload | undefined,
): Step {
  const [first, second] = steps
  const called = { overloads, name, likely }
  if (first && steps.length === 1) return callOfOne(called, first)
  if (first && second && steps.length === 2) return callOfTwo(called, first, second)
  return (frame) => {
    const args = steps.map((step) => step(frame))
    const chosen = likely && accept(testsOf(likely), args) ? likely : choose(overloads, args, name)
    chargeFor(frame, chosen, args)
    return chosen.call(frame, ...args)
  }
}
interface Called {
  readonly overloads: readonly Overload[]
  readonly name: string
  readonly likely: Overload | undefined
}

/** Most calls have one or two arguments, so no argument list is built unless the cost needs it. */
function callOfOne({ overloads, name, likely }: Called, step: Step): Step {
  const test = likely && testsOf(likely)[0]
  return (frame) => {
    const arg = step(frame)
    const chosen = likely && test?.(arg) === true ? likely : choose(overloads, [arg], name)
    if (chosen.cost || chosen.pace) chargeFor(frame, chosen, [arg])
    else chargePlain(frame)
    return chosen.call(frame, arg)
  }
}
function callOfTwo({ overloads, name, likely }: Called, left: Step, right: Step): Step {
  const [testLeft, testRight] = likely ? testsOf(likely) : []
  return (frame) => {
    const a = left(frame)
    const b = right(frame)
    const chosen =
      likely && testLeft?.(a) === true && testRight?.(b) === true ? likely : choose(overloads, [a, b], name)
    if (chosen.cost || chosen.pace) chargeFor(frame, chosen, [a, b])
    else chargePlain(frame)
    return chosen.call(frame, a, b)
  }
}

function chargePlain(frame: Frame): void {
  frame.charge(1)
  frame.spend(CALL_STEPS)
}
function chargeFor(frame: Frame, { cost, pace }: Overload, args: readonly Value[]): void {
  frame.charge(cost ? cost(sizesOf(args, frame), args, frame) : 1)
  let steps = CALL_STEPS
  if (pace !== undefined) for (const arg of args) if (typeof arg === 'string') steps += arg.length * pace
  frame.spend(steps)
}
function sizesOf(args: readonly Value[], frame: Frame): readonly number[] {
  const first = args[0] ?? null
  if (args.length === 1) return [frame.sizeOf(first)]
  return args.length === 2 ? [frame.sizeOf(first), frame.sizeOf(args[1] ?? null)] : args.map((arg) => frame.sizeOf(arg))
}
