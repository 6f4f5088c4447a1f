import {
  integerOf,
  isText,
  LIST_COST,
  argumentSize,
  TRAVERSAL,
  traversed,
  type Argument,
  type CallEstimate,
  type CostedCall,
} from './costed-call'
import { exactly, plus, scaled, times, UNKNOWN_SIZE, type Range } from './size-range'

/** Comparing the items of a list, to find one or to order them. */
export const comparingItems: CallEstimate = ({ target }) => {
  if (!target) return undefined
  if (target.type?.kind !== 'list') return { cost: traversed(argumentSize(target)) }
  const item = isText(target.type.element) ? plus(exactly(1), scaled(target.itemSize, TRAVERSAL)) : exactly(1)
  return { cost: times(argumentSize(target), item).max }
}

/** A function that makes a list; `factor` is its cost per item. */
export const listing =
  (factor: number, sizeFrom: (call: CostedCall) => Range): CallEstimate =>
  (call) => {
    const size = sizeFrom(call)
    return { cost: scaled(size, factor).max + 1 + LIST_COST, size }
  }
/** The size of a result for each pair of items. */
export const squared = (size: Range): Range => times(size, size)
/** Sorting by the items of a list, which may be keys of others. */
export const sorting =
  (by: (call: CostedCall) => Argument | undefined): CallEstimate =>
  (call) => {
    const list = by(call)
    const text = list?.type?.kind === 'list' && isText(list.type.element)
    return listing(text ? 2 + TRAVERSAL : 2, () => squared(argumentSize(list)))(call)
  }
/** A part of a list. */
export const slicing: CallEstimate = (call) => {
  const [start, end] = call.args
  const most = (end && integerOf(end)) ?? argumentSize(call.target).max
  return listing(1, () => exactly(Math.max(0, most - ((start && integerOf(start)) ?? 0))))(call)
}
/** A list of the items of lists, to a depth. */
export const flattening: CallEstimate = (call) => {
  const [depth] = call.args
  return listing(depth ? (integerOf(depth) ?? UNKNOWN_SIZE.max) : 1, ({ target }) => argumentSize(target))(call)
}
