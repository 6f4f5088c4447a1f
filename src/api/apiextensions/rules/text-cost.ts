import { integerOf, PATTERN, argumentSize, TRAVERSAL, traversed, type CallEstimate } from './costed-call'
import { exactly, plus, scaled, times } from './size-range'

/** Reading an argument once, or `factor` times. */
export const reading =
  (factor = 1): CallEstimate =>
  ({ args: [first] }) =>
    first && { cost: traversed(argumentSize(first), factor) }

/** Matching a text with a pattern. */
export const matching: CallEstimate = ({ target, args: [pattern] }) => {
  if (!target || !pattern) return undefined
  const text = scaled(plus(argumentSize(target), exactly(1)), TRAVERSAL)
  return { cost: times(text, scaled(argumentSize(pattern), PATTERN)).max }
}
/** Finding matches of a pattern, which are not longer than the text. */
export const finding: CallEstimate = (call) => {
  const cost = matching(call)
  return cost && { ...cost, size: { min: 0, max: argumentSize(call.target).max } }
}
/** Making a text of the same length. */
export const copying: CallEstimate = ({ target }) => {
  if (!target) return undefined
  const size = argumentSize(target)
  return { cost: traversed(size), size }
}
/** Replacing parts of a text. Greatest result: the shortest possible matches are replaced by the longest possible text as often as possible. */
export const replacing: CallEstimate = ({ target, args: [old, text] }) => {
  if (!target || !old || !text) return undefined
  const [size, from, to] = [argumentSize(target), argumentSize(old), argumentSize(text)]
  let most = Math.ceil(size.max / from.min) * to.max
  if (from.min === 0) most = (size.max + 1) * to.max + size.max
  else if (to.max <= from.min) most = size.max
  let least = Math.ceil(size.min / from.max) * to.min
  if (from.max === 0) least = (size.min + 1) * to.min + size.min
  else if (from.max <= to.min) least = size.min
  return { cost: traversed(size, 2), size: plus({ min: least, max: most }) }
}
/** Splitting a text into at most as many parts as it has characters. */
export const splitting: CallEstimate = ({ target, args }) => {
  if (!target) return undefined
  const size = argumentSize(target)
  const [, limit] = args
  return { cost: traversed(size, 2), size: { min: 0, max: (limit && integerOf(limit)) ?? size.max } }
}
/** Joining the items of a list of texts. */
export const joining: CallEstimate = ({ target, args: [separator] }) => {
  if (!target) return undefined
  const count = argumentSize(target)
  const gaps = { min: Math.max(0, count.min - 1), max: Math.max(0, count.max - 1) }
  const texts = target.type?.kind === 'list' ? times(count, target.itemSize) : exactly(0)
  const size = separator ? plus(texts, times(argumentSize(separator), gaps)) : texts
  return { cost: traversed(size), size }
}
