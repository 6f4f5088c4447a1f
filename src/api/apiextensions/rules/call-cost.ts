import { SORT_BY_KEYS } from '../../../expressions/operators'
import {
  integerOf,
  isText,
  PATTERN,
  argumentSize,
  TRAVERSAL,
  traversed,
  type CallCost,
  type CallEstimate,
  type CostedCall,
} from './costed-call'
import { comparingItems, flattening, listing, slicing, sorting, squared } from './list-cost'
import { either, exactly, plus, scaled, times, UNKNOWN_SIZE, type Range } from './size-range'
import { copying, finding, joining, matching, reading, replacing, splitting } from './text-cost'

/** Maximum length of the pattern of a named format. */
const NAMED_FORMAT_LENGTH = 128

const ADDRESS: Range = { min: 4, max: 16 }
/** Comparing addresses; text must be parsed first. */
const comparingAddresses =
  (more: number): CallEstimate =>
  ({ args: [other], parameters }) =>
    other && {
      cost:
        traversed(plus(ADDRESS, ADDRESS)) +
        more +
        (parameters.at(-1)?.kind === 'string' ? traversed(argumentSize(other)) : 0),
    }
const comparingSets =
  (factor: number): CallEstimate =>
  ({ args: [first, second] }) => ({ cost: scaled(times(argumentSize(first), argumentSize(second)), factor).max + 1 })
const naming: CallEstimate = ({ args: [first] }) =>
  first && { cost: Math.ceil(traversed(argumentSize(first)) * NAMED_FORMAT_LENGTH * PATTERN) }

/** Values whose parts are never read to compare them. */
const COMPARED_AT_ONCE = new Set(['net.IP', 'net.CIDR', 'orch.Quantity', 'orch.Semver'])
const NAMED_FORMAT_COST = 7
const equality: CallEstimate = (call) => {
  const [first, second] = call.args.map(({ type }) => (type?.kind === 'opaque' ? type.name : undefined))
  if (first === undefined || first !== second) return comparing(call)
  if (COMPARED_AT_ONCE.has(first)) return { cost: 1 }
  if (first === 'orch.NamedFormat') return { cost: NAMED_FORMAT_COST }
  return { cost: traversed(call.args[1]?.size ?? exactly(1)) }
}
const comparing: CallEstimate = ({ args: [first, second] }) => ({
  cost: traversed({ min: 0, max: Math.min(argumentSize(first).max, argumentSize(second).max) }),
})
const ordering: CallEstimate = (call) => (isText(call.parameters[0]) ? comparing(call) : undefined)
const adding: CallEstimate = ({ parameters: [type], args: [first, second] }) => {
  if (!isText(type) && type?.kind !== 'list') return undefined
  const size = plus(argumentSize(first), argumentSize(second))
  return { cost: type?.kind === 'list' ? 1 : traversed(size), size }
}

const ESTIMATES: Readonly<Record<string, CallEstimate>> = {
  '_==_': equality,
  '_!=_': comparing,
  '_<_': ordering,
  '_<=_': ordering,
  '_>_': ordering,
  '_>=_': ordering,
  '_+_': adding,
  '@in': ({ parameters, args }) => (parameters[1]?.kind === 'list' ? { cost: argumentSize(args[1]).max } : undefined),
  contains: ({ target, args: [part] }) =>
    target &&
    part && { cost: times(scaled(argumentSize(target), TRAVERSAL), scaled(argumentSize(part), TRAVERSAL)).max },
  matches: matching,
  find: finding,
  findAll: finding,
  startsWith: reading(),
  endsWith: reading(),
  format: ({ target }) => target && { cost: traversed(argumentSize(target)) },
  'strings.quote': ({ args: [text] }) => {
    const { min, max } = argumentSize(text)
    return { cost: traversed(argumentSize(text)), size: plus({ min: min + 2, max: max * 2 + 2 }) }
  },
  bytes: ({ parameters, args: [text] }) => {
    const size = argumentSize(text)
    return parameters[0]?.kind === 'string'
      ? { cost: traversed(size), size: plus({ min: size.min, max: size.max * 4 }) }
      : undefined
  },
  string: ({ parameters, args: [bytes] }) => {
    const size = argumentSize(bytes)
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
  url: ({ args: [text] }) => text && { cost: traversed(argumentSize(text)), size: argumentSize(text) },
  replace: replacing,
  split: splitting,
  join: joining,
  cidr: reading(),
  isIP: reading(),
  isCIDR: reading(),
  ip: ({ target, args: [text] }) => (target || !text ? undefined : { cost: traversed(argumentSize(text)) }),
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
  reverse: listing(1, ({ target }) => argumentSize(target)),
  distinct: listing(2, ({ target }) => squared(argumentSize(target))),
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
const estimateOf = ({ name }: CostedCall): CallEstimate | undefined =>
  Object.hasOwn(ESTIMATES, name) ? ESTIMATES[name] : undefined
