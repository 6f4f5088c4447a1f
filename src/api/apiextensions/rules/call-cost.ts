import type { Node } from '../../../expressions/ast'
import { SORT_BY_KEYS } from '../../../expressions/operators'
import type { Type } from '../../../expressions/types'
import { either, exactly, plus, scaled, times, UNKNOWN_SIZE, type Range } from './size-range'

const TRAVERSAL = 0.1
const PATTERN = 0.25
/** Maximum length of the pattern of a named format. */
const NAMED_FORMAT_LENGTH = 128
const LIST_COST = 10

/** What is known about an argument of a call. */
export interface Argument {
  readonly node: Node
  readonly type: Type | undefined
  readonly size: Range | undefined
  /** Size of the items, if it is a list. */
  readonly itemSize: Range
}
/** A call of one overload; `target` is what a method is called on. */
export interface CostedCall {
  readonly name: string
  readonly parameters: readonly Type[]
  readonly target: Argument | undefined
  readonly args: readonly Argument[]
}
/** Greatest cost of a call without its arguments, and the size of its result if the call determines it. */
export interface CallCost {
  readonly cost: number
  readonly size?: Range
}
type Estimate = (call: CostedCall) => CallCost | undefined

const sizeOf = (argument: Argument | undefined): Range => argument?.size ?? UNKNOWN_SIZE
const traversed = (size: Range, factor = 1): number => scaled(size, factor * TRAVERSAL).max
const isText = (type: Type | undefined): boolean => type?.kind === 'string' || type?.kind === 'bytes'
const integerOf = ({ node }: Argument): number | undefined =>
  node.kind === 'literal' && typeof node.value === 'bigint' ? Number(node.value) : undefined

/** Reading an argument once, or `factor` times. */
const reading =
  (factor = 1): Estimate =>
  ({ args: [first] }) =>
    first && { cost: traversed(sizeOf(first), factor) }

const matching: Estimate = ({ target, args: [pattern] }) => {
  if (!target || !pattern) return undefined
  const text = scaled(plus(sizeOf(target), exactly(1)), TRAVERSAL)
  return { cost: times(text, scaled(sizeOf(pattern), PATTERN)).max }
}
const finding: Estimate = (call) => {
  const cost = matching(call)
  return cost && { ...cost, size: { min: 0, max: sizeOf(call.target).max } }
}
const copying: Estimate = ({ target }) => {
  if (!target) return undefined
  const size = sizeOf(target)
  return { cost: traversed(size), size }
}
const comparingItems: Estimate = ({ target }) => {
  if (!target) return undefined
  if (target.type?.kind !== 'list') return { cost: traversed(sizeOf(target)) }
  const item = isText(target.type.element) ? plus(exactly(1), scaled(target.itemSize, TRAVERSAL)) : exactly(1)
  return { cost: times(sizeOf(target), item).max }
}

/** Greatest result: the shortest possible matches are replaced by the longest possible text as often as possible. */
const replacing: Estimate = ({ target, args: [old, text] }) => {
  if (!target || !old || !text) return undefined
  const [size, from, to] = [sizeOf(target), sizeOf(old), sizeOf(text)]
  let most = Math.ceil(size.max / from.min) * to.max
  if (from.min === 0) most = (size.max + 1) * to.max + size.max
  else if (to.max <= from.min) most = size.max
  let least = Math.ceil(size.min / from.max) * to.min
  if (from.max === 0) least = (size.min + 1) * to.min + size.min
  else if (from.max <= to.min) least = size.min
  return { cost: traversed(size, 2), size: plus({ min: least, max: most }) }
}
const splitting: Estimate = ({ target, args }) => {
  if (!target) return undefined
  const size = sizeOf(target)
  const [, limit] = args
  return { cost: traversed(size, 2), size: { min: 0, max: (limit && integerOf(limit)) ?? size.max } }
}
const joining: Estimate = ({ target, args: [separator] }) => {
  if (!target) return undefined
  const count = sizeOf(target)
  const gaps = { min: Math.max(0, count.min - 1), max: Math.max(0, count.max - 1) }
  const texts = target.type?.kind === 'list' ? times(count, target.itemSize) : exactly(0)
  const size = separator ? plus(texts, times(sizeOf(separator), gaps)) : texts
  return { cost: traversed(size), size }
}

const ADDRESS: Range = { min: 4, max: 16 }
/** Comparing addresses; text must be parsed first. */
const comparingAddresses =
  (more: number): Estimate =>
  ({ args: [other], parameters }) =>
    other && {
      cost:
        traversed(plus(ADDRESS, ADDRESS)) +
        more +
        (parameters.at(-1)?.kind === 'string' ? traversed(sizeOf(other)) : 0),
    }
const comparingSets =
  (factor: number): Estimate =>
  ({ args: [first, second] }) => ({ cost: scaled(times(sizeOf(first), sizeOf(second)), factor).max + 1 })
const naming: Estimate = ({ args: [first] }) =>
  first && { cost: Math.ceil(traversed(sizeOf(first)) * NAMED_FORMAT_LENGTH * PATTERN) }

/** A function that makes a list; `factor` is its cost per item. */
const listing =
  (factor: number, sizeFrom: (call: CostedCall) => Range): Estimate =>
  (call) => {
    const size = sizeFrom(call)
    return { cost: scaled(size, factor).max + 1 + LIST_COST, size }
  }
const squared = (size: Range): Range => times(size, size)
/** Sorting by the items of a list, which may be keys of others. */
const sorting =
  (by: (call: CostedCall) => Argument | undefined): Estimate =>
  (call) => {
    const list = by(call)
    const text = list?.type?.kind === 'list' && isText(list.type.element)
    return listing(text ? 2 + TRAVERSAL : 2, () => squared(sizeOf(list)))(call)
  }
const slicing: Estimate = (call) => {
  const [start, end] = call.args
  const most = (end && integerOf(end)) ?? sizeOf(call.target).max
  return listing(1, () => exactly(Math.max(0, most - ((start && integerOf(start)) ?? 0))))(call)
}
const flattening: Estimate = (call) => {
  const [depth] = call.args
  return listing(depth ? (integerOf(depth) ?? UNKNOWN_SIZE.max) : 1, ({ target }) => sizeOf(target))(call)
}

/** Values whose parts are never read to compare them. */
const COMPARED_AT_ONCE = new Set(['net.IP', 'net.CIDR', 'orch.Quantity', 'orch.Semver'])
const NAMED_FORMAT_COST = 7
const equality: Estimate = (call) => {
  const [first, second] = call.args.map(({ type }) => (type?.kind === 'opaque' ? type.name : undefined))
  if (first === undefined || first !== second) return comparing(call)
  if (COMPARED_AT_ONCE.has(first)) return { cost: 1 }
  if (first === 'orch.NamedFormat') return { cost: NAMED_FORMAT_COST }
  return { cost: traversed(call.args[1]?.size ?? exactly(1)) }
}
const comparing: Estimate = ({ args: [first, second] }) => ({
  cost: traversed({ min: 0, max: Math.min(sizeOf(first).max, sizeOf(second).max) }),
})
const ordering: Estimate = (call) => (isText(call.parameters[0]) ? comparing(call) : undefined)
const adding: Estimate = ({ parameters: [type], args: [first, second] }) => {
  if (!isText(type) && type?.kind !== 'list') return undefined
  const size = plus(sizeOf(first), sizeOf(second))
  return { cost: type?.kind === 'list' ? 1 : traversed(size), size }
}

const ESTIMATES: Readonly<Record<string, Estimate>> = {
  '_==_': equality,
  '_!=_': comparing,
  '_<_': ordering,
  '_<=_': ordering,
  '_>_': ordering,
  '_>=_': ordering,
  '_+_': adding,
  '@in': ({ parameters, args }) => (parameters[1]?.kind === 'list' ? { cost: sizeOf(args[1]).max } : undefined),
  contains: ({ target, args: [part] }) =>
    target && part && { cost: times(scaled(sizeOf(target), TRAVERSAL), scaled(sizeOf(part), TRAVERSAL)).max },
  matches: matching,
  find: finding,
  findAll: finding,
  startsWith: reading(),
  endsWith: reading(),
  format: ({ target }) => target && { cost: traversed(sizeOf(target)) },
  'strings.quote': ({ args: [text] }) => {
    const { min, max } = sizeOf(text)
    return { cost: traversed(sizeOf(text)), size: plus({ min: min + 2, max: max * 2 + 2 }) }
  },
  bytes: ({ parameters, args: [text] }) => {
    const size = sizeOf(text)
    return parameters[0]?.kind === 'string'
      ? { cost: traversed(size), size: plus({ min: size.min, max: size.max * 4 }) }
      : undefined
  },
  string: ({ parameters, args: [bytes] }) => {
    const size = sizeOf(bytes)
    const least = Math.floor(size.min / 4)
    return parameters[0]?.kind === 'bytes' ? { cost: traversed(size), size: { min: least, max: size.max } } : undefined
  },
  isSorted: comparingItems,
  sum: comparingItems,
  min: comparingItems,
  max: comparingItems,
  indexOf: comparingItems,
  lastIndexOf: comparingItems,
  lowerAscii: copying,
  upperAscii: copying,
  substring: copying,
  trim: copying,
  url: ({ args: [text] }) => text && { cost: traversed(sizeOf(text)), size: sizeOf(text) },
  replace: replacing,
  split: splitting,
  join: joining,
  cidr: reading(),
  isIP: reading(),
  isCIDR: reading(),
  ip: ({ target, args: [text] }) => (target || !text ? undefined : { cost: traversed(sizeOf(text)) }),
  'ip.isCanonical': reading(2),
  containsIP: comparingAddresses(0),
  containsCIDR: comparingAddresses(scaled(ADDRESS, TRAVERSAL).max + 1),
  quantity: reading(),
  isQuantity: reading(),
  semver: reading(),
  isSemver: reading(),
  validate: naming,
  'sets.contains': comparingSets(1),
  'sets.intersects': comparingSets(1),
  'sets.equivalent': comparingSets(2),
  'lists.range': listing(1, ({ args: [count] }) => exactly((count && integerOf(count)) ?? UNKNOWN_SIZE.max)),
  reverse: listing(1, ({ target }) => sizeOf(target)),
  distinct: listing(2, ({ target }) => squared(sizeOf(target))),
  sort: sorting(({ target }) => target),
  [SORT_BY_KEYS]: sorting(({ args: [keys] }) => keys),
  slice: slicing,
  flatten: flattening,
}

/** Cost of a call of one of several overloads: the greatest, and a size that covers all. */
export function callCost(calls: readonly CostedCall[]): CallCost {
  let cost = 0
  let size: Range | undefined
  for (const call of calls) {
    const one = estimateOf(call)?.(call) ?? { cost: 1 }
    cost = Math.max(cost, one.cost)
    if (one.size) size = size ? either(size, one.size) : one.size
  }
  return { cost, ...(size && { size }) }
}
const estimateOf = ({ name }: CostedCall): Estimate | undefined =>
  Object.hasOwn(ESTIMATES, name) ? ESTIMATES[name] : undefined
