import { type Node } from './ast'
import type { Step } from './frame'
import type { Value } from './values'

/**
 * Servers make some constants once, when they compile an expression: literal lists and maps of constants, and conversions of them. These
 * cost nothing when the expression runs.
 */

const CONVERSIONS = new Set([
  'bool',
  'bytes',
  'double',
  'duration',
  'dyn',
  'int',
  'string',
  'timestamp',
  'type',
  'uint',
])

/** Whether a subexpression is made once. */
export function isFolded(node: Node): boolean {
  switch (node.kind) {
    case 'literal':
      return true
    case 'list':
      return node.items.every(({ value, optional }) => !optional && isFolded(value))
    case 'map':
      return node.entries.every(({ key, value, optional }) => !optional && isFolded(key) && isFolded(value))
    case 'call':
      return (
        node.target === undefined && node.args.length === 1 && CONVERSIONS.has(node.name) && node.args.every(isFolded)
      )
    default:
      return false
  }
}

/** Whether a call looks for a value in a list of constants that is kept as a set: of literals, without bytes and nulls. */
export const looksIntoSet = ({ name, args: [, list] }: Node & { kind: 'call' }): boolean =>
  name === '@in' && list?.kind === 'list' && isFolded(list) && list.items.every(({ value }) => isHashable(value))

const isHashable = (node: Node): boolean =>
  node.kind === 'literal' && node.value !== null && !(node.value instanceof Uint8Array)

/** A step whose own cost is not charged. */
export const free =
  (step: Step): Step =>
  (frame) => {
    const before = frame.cost
    const value = step(frame)
    frame.cost = before
    return value
  }

/** A call of which only the first argument is charged. */
export function onlyFirstCharged(first: Step, rest: (counted: Step) => Step): Step {
  let cost = 0
  const call = rest((frame): Value => {
    const value = first(frame)
    cost = frame.cost
    return value
  })
  return (frame) => {
    const value = call(frame)
    frame.cost = cost
    return value
  }
}

/** A key that is a name or a field is part of the path that it completes: it costs one less than by itself. */
export function keyStep(node: Node | undefined, step: Step | undefined): Step | undefined {
  const isPath = node?.kind === 'name' || node?.kind === 'select' || (node?.kind === 'call' && node.name === '_[_]')
  if (!step || !isPath) return step
  return (frame) => {
    const before = frame.cost
    const value = step(frame)
    if (frame.cost > before) frame.cost -= 1
    return value
  }
}
