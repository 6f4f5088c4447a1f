import { fail } from './expression-error'
import type { Frame, Step } from './frame'
import type { Overload } from './functions'
import { mayHaveType, typeTest } from './runtime-type'
import type { Type } from './types'
import { typeNameOf, type Value } from './values'

/** Steps that a call takes beside the work of its function. */
const CALL_STEPS = 5

type Tests = readonly ((value: Value) => boolean)[]
const TESTS = new WeakMap<Overload, Tests>()
/** A test of each argument of an overload, made once. */
function testsOf(overload: Overload): Tests {
  const tests = TESTS.get(overload) ?? overload.parameters.map(typeTest)
  TESTS.set(overload, tests)
  return tests
}

function accept(tests: Tests, args: readonly Value[]): boolean {
  if (tests.length !== args.length) return false
  for (let i = 0; i < args.length; i += 1) if (tests[i]?.(args[i] ?? null) !== true) return false
  return true
}

/** The first overload whose parameters accept the arguments. @throws EvaluationError when none does */
export function choose(overloads: readonly Overload[], args: readonly Value[], name: string): Overload {
  for (const one of overloads) if (accept(testsOf(one), args)) return one
  return fail(`no such overload: ${name}(${args.map(typeNameOf).join(', ')})`)
}

/** The overload that the checker's types leave, where they leave one. */
export function foreseen(overloads: readonly Overload[], types: readonly (Type | undefined)[]): Overload | undefined {
  const possible = overloads.filter(
    ({ parameters }) =>
      parameters.length === types.length && parameters.every((parameter, i) => mayHaveType(types[i], parameter)),
  )
  return possible.length === 1 ? possible[0] : undefined
}

/**
 * A call that charges its cost. The overload is the one that the types foresee; values decide where they foresee none, and where a
 * value is not of the type that was declared for it.
 */
export function dispatch(
  overloads: readonly Overload[],
  steps: readonly Step[],
  name: string,
  likely: Overload | undefined,
): Step {
  const [first, second] = steps
  const argumentsIn = argumentsReader(steps, first, second)
  const test = likely && acceptor(testsOf(likely))
  return (frame) => {
    const args = argumentsIn(frame)
    const chosen = likely && test?.(args) === true ? likely : choose(overloads, args, name)
    frame.charge(chosen.cost ? chosen.cost(sizesOf(args, frame), args, frame) : 1)
    spendFor(frame, chosen, args)
    return chosen.call(args, frame)
  }
}
/** Most calls have one argument or two, which need no loop. */
function acceptor(tests: Tests): (args: readonly Value[]) => boolean {
  const [first, second] = tests
  if (first && tests.length === 1) return (args) => args.length === 1 && first(args[0] ?? null)
  if (first && second && tests.length === 2)
    return (args) => args.length === 2 && first(args[0] ?? null) && second(args[1] ?? null)
  return (args) => accept(tests, args)
}
function sizesOf(args: readonly Value[], frame: Frame): readonly number[] {
  const [first = null, second = null] = args
  if (args.length === 1) return [frame.sizeOf(first)]
  return args.length === 2 ? [frame.sizeOf(first), frame.sizeOf(second)] : args.map(frame.sizeOf)
}
function argumentsReader(
  steps: readonly Step[],
  first: Step | undefined,
  second: Step | undefined,
): (frame: Frame) => readonly Value[] {
  if (first && steps.length === 1) return (frame) => [first(frame)]
  if (first && second && steps.length === 2) return (frame) => [first(frame), second(frame)]
  return (frame) => steps.map((step) => step(frame))
}

function spendFor(frame: Frame, { pace }: Overload, args: readonly Value[]): void {
  let steps = CALL_STEPS
  if (pace !== undefined) for (const arg of args) if (typeof arg === 'string') steps += arg.length * pace
  frame.spend(steps)
}
