import { isObject } from '../../../../machinery/json'
import { type Jq, JqMistake } from './jq-parser'

/** Runs a part of a program on a value. */
export type Evaluate = (part: Jq, input: unknown) => unknown[]

const KINDS = ['null', 'false', 'true', 'number', 'string', 'array', 'object'] as const
export const kindOf = (value: unknown): string =>
  value === null || value === undefined
    ? 'null'
    : Array.isArray(value)
      ? 'array'
      : typeof value === 'bigint'
        ? 'number'
        : typeof value
const rank = (value: unknown): number =>
  KINDS.indexOf((typeof value === 'boolean' ? String(value) : kindOf(value)) as (typeof KINDS)[number])

/** The order of values: null, false, true, numbers, texts, lists, objects. */
export function compare(a: unknown, b: unknown): number {
  const byRank = rank(a) - rank(b)
  if (byRank !== 0) return byRank
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0
  if (Array.isArray(a) && Array.isArray(b)) {
    for (let i = 0; i < Math.min(a.length, b.length); i++) {
      const order = compare(a[i], b[i])
      if (order !== 0) return order
    }
    return a.length - b.length
  }
  if (isObject(a) && isObject(b)) {
    const [left, right] = [Object.keys(a).sort(), Object.keys(b).sort()]
    return (
      compare(left, right) ||
      compare(
        left.map((key) => a[key]),
        right.map((key) => b[key]),
      )
    )
  }
  return 0
}
export const isTrue = (value: unknown): boolean => value !== null && value !== undefined && value !== false

const listOf = (value: unknown, what: string): unknown[] => {
  if (Array.isArray(value)) return value
  throw new JqMistake(`${kindOf(value)} is no array: ${what}`)
}
const textIn = (value: unknown, what: string): string => {
  if (typeof value === 'string') return value
  throw new JqMistake(`${kindOf(value)} is no string: ${what}`)
}

export function add(a: unknown, b: unknown): unknown {
  if (a === null || a === undefined) return b
  if (b === null || b === undefined) return a
  if (typeof a === 'number' && typeof b === 'number') return a + b
  if (typeof a === 'string' && typeof b === 'string') return a + b
  if (Array.isArray(a) && Array.isArray(b)) return [...(a as unknown[]), ...(b as unknown[])]
  if (isObject(a) && isObject(b)) return { ...a, ...b }
  throw new JqMistake(`${kindOf(a)} and ${kindOf(b)} cannot be added`)
}

export const show = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null))

function contains(a: unknown, b: unknown): boolean {
  if (typeof a === 'string' && typeof b === 'string') return a.includes(b)
  if (Array.isArray(a) && Array.isArray(b)) return b.every((wanted) => a.some((one) => contains(one, wanted)))
  if (isObject(a) && isObject(b)) return Object.entries(b).every(([key, value]) => key in a && contains(a[key], value))
  return compare(a, b) === 0
}

function length(value: unknown): number {
  if (value === null || value === undefined) return 0
  if (typeof value === 'number') return Math.abs(value)
  if (typeof value === 'string') return [...value].length
  return Array.isArray(value) ? value.length : isObject(value) ? Object.keys(value).length : 0
}

const entries = (value: unknown): [string, unknown][] => {
  if (isObject(value)) return Object.entries(value)
  throw new JqMistake(`${kindOf(value)} has no keys`)
}
const fromEntries = (list: unknown): Record<string, unknown> =>
  Object.fromEntries(
    listOf(list, 'from_entries').map((one): [string, unknown] => {
      const { key, k, name, value, v } = (isObject(one) ? one : {}) as Record<string, unknown>
      return [show(key ?? k ?? name), value ?? v ?? null]
    }),
  )

function flatten(value: unknown, depth: number): unknown[] {
  return listOf(value, 'flatten').flatMap((one) => (Array.isArray(one) && depth > 0 ? flatten(one, depth - 1) : [one]))
}

function recurse(value: unknown): unknown[] {
  const below = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []
  return [value, ...below.flatMap(recurse)]
}

/** Functions of the value alone. */
const PLAIN: Readonly<Record<string, (value: unknown) => unknown>> = {
  length,
  not: (value) => !isTrue(value),
  keys: (value) =>
    Array.isArray(value)
      ? value.map((_one, i) => i)
      : entries(value)
          .map(([key]) => key)
          .sort(),
  values: (value) => value,
  type: kindOf,
  add: (value) =>
    (Array.isArray(value) ? (value as unknown[]) : entries(value).map(([, one]) => one)).reduce(add, null),
  any: (value) => listOf(value, 'any').some(isTrue),
  all: (value) => listOf(value, 'all').every(isTrue),
  first: (value) => listOf(value, 'first')[0] ?? null,
  last: (value) => listOf(value, 'last').at(-1) ?? null,
  reverse: (value) => [...listOf(value, 'reverse')].reverse(),
  sort: (value) => [...listOf(value, 'sort')].sort(compare),
  unique: (value) => distinct([...listOf(value, 'unique')].sort(compare), (one) => one),
  min: (value) => [...listOf(value, 'min')].sort(compare)[0] ?? null,
  max: (value) => [...listOf(value, 'max')].sort(compare).at(-1) ?? null,
  flatten: (value) => flatten(value, Infinity),
  tostring: show,
  tonumber: (value) => {
    const number = Number(value)
    if (Number.isNaN(number)) throw new JqMistake(`${show(value)} cannot be parsed as a number`)
    return number
  },
  tojson: (value) => JSON.stringify(value ?? null),
  fromjson: (value) => JSON.parse(textIn(value, 'fromjson')) as unknown,
  ascii_downcase: (value) => textIn(value, 'ascii_downcase').toLowerCase(),
  ascii_upcase: (value) => textIn(value, 'ascii_upcase').toUpperCase(),
  floor: (value) => Math.floor(Number(value)),
  round: (value) => Math.round(Number(value)),
  to_entries: (value) => entries(value).map(([key, one]) => ({ key, value: one })),
  from_entries: fromEntries,
  '@base64': (value) => btoa(String.fromCharCode(...new TextEncoder().encode(show(value)))),
  '@base64d': (value) => new TextDecoder().decode(Uint8Array.from(atob(show(value)), (char) => char.charCodeAt(0))),
  '@json': (value) => JSON.stringify(value ?? null),
  '@text': show,
  '@tsv': (value) =>
    listOf(value, '@tsv')
      .map((one) => (one === null ? '' : show(one)))
      .join('\t'),
  '@csv': (value) =>
    listOf(value, '@csv')
      .map((one) => (one === null ? '' : typeof one === 'string' ? `"${one.replaceAll('"', '""')}"` : show(one)))
      .join(','),
}

function distinct(sorted: readonly unknown[], key: (one: unknown) => unknown): unknown[] {
  return sorted.filter((one, i) => i === 0 || compare(key(one), key(sorted[i - 1])) !== 0)
}

const first = (evaluate: Evaluate, part: Jq | undefined, input: unknown): unknown =>
  part ? (evaluate(part, input)[0] ?? null) : null

function grouped(list: readonly unknown[], key: (one: unknown) => unknown): unknown[][] {
  const groups: unknown[][] = []
  for (const one of [...list].sort((a, b) => compare(key(a), key(b)))) {
    const last = groups.at(-1)
    if (last && compare(key(last[0]), key(one)) === 0) last.push(one)
    else groups.push([one])
  }
  return groups
}

/** A call of a function with arguments: parts of the program that it runs as it needs. */
interface JqCall {
  readonly name: string
  readonly one: Jq | undefined
  readonly two: Jq | undefined
  readonly input: unknown
  readonly evaluate: Evaluate
  /** What the first argument makes of the input. */
  readonly value: () => unknown
  /** What the first argument makes of an item, to compare items by. */
  readonly by: (item: unknown) => unknown
}

const tested = ({ two, input, evaluate, value }: JqCall): unknown[] => [
  new RegExp(show(value()), show(first(evaluate, two, input) ?? '')).test(textIn(input, 'test')),
]

const substituted = ({ name, two, input, evaluate, value }: JqCall): unknown[] => [
  textIn(input, name).replace(new RegExp(show(value()), name === 'gsub' ? 'g' : ''), show(first(evaluate, two, input))),
]

/** By name and number of arguments. */
const FUNCTIONS: Readonly<Record<string, (call: JqCall) => unknown[]>> = {
  'empty/0': () => [],
  'error/0': ({ input }) => {
    throw new JqMistake(show(input))
  },
  'error/1': ({ value }) => {
    throw new JqMistake(show(value()))
  },
  'values/0': ({ input }) => (input === null || input === undefined ? [] : [input]),
  'recurse/0': ({ input }) => recurse(input),
  'select/1': ({ one, input, evaluate }) =>
    one ? evaluate(one, input).flatMap((found) => (isTrue(found) ? [input] : [])) : [],
  'map/1': ({ one, input, evaluate }) => [listOf(input, 'map').flatMap((item) => (one ? evaluate(one, item) : []))],
  'map_values/1': ({ one, input, evaluate }) => {
    if (Array.isArray(input)) return [input.map((item) => first(evaluate, one, item))]
    return [Object.fromEntries(entries(input).map(([key, item]) => [key, first(evaluate, one, item)]))]
  },
  'with_entries/1': ({ one, input, evaluate }) => [
    fromEntries(entries(input).flatMap(([key, item]) => (one ? evaluate(one, { key, value: item }) : []))),
  ],
  'has/1': ({ input, value }) => {
    const key = value()
    return [Array.isArray(input) ? Number(key) < input.length : isObject(input) && Object.hasOwn(input, show(key))]
  },
  'contains/1': ({ input, value }) => [contains(input, value())],
  'inside/1': ({ input, value }) => [contains(value(), input)],
  'test/1': tested,

  'test/2': tested,

  'startswith/1': ({ input, value }) => [textIn(input, 'startswith').startsWith(show(value()))],
  'endswith/1': ({ input, value }) => [textIn(input, 'endswith').endsWith(show(value()))],
  'ltrimstr/1': ({ input, value }) => [
    typeof input === 'string' && input.startsWith(show(value())) ? input.slice(show(value()).length) : input,
  ],
  'split/1': ({ input, value }) => [textIn(input, 'split').split(show(value()))],
  'join/1': ({ input, value }) => [
    listOf(input, 'join')
      .map((item) => (item === null ? '' : show(item)))
      .join(show(value())),
  ],
  'sub/2': substituted,

  'gsub/2': substituted,

  'sort_by/1': ({ input, by }) => [[...listOf(input, 'sort_by')].sort((a, b) => compare(by(a), by(b)))],
  'group_by/1': ({ input, by }) => [grouped(listOf(input, 'group_by'), by)],
  'unique_by/1': ({ input, by }) => [grouped(listOf(input, 'unique_by'), by).map(([item]) => item)],
  'min_by/1': ({ input, by }) => [[...listOf(input, 'min_by')].sort((a, b) => compare(by(a), by(b)))[0] ?? null],
  'max_by/1': ({ input, by }) => [[...listOf(input, 'max_by')].sort((a, b) => compare(by(a), by(b))).at(-1) ?? null],
  'flatten/1': ({ input, value }) => [flatten(input, Number(value()))],
  'first/1': ({ one, input, evaluate }) => (one ? evaluate(one, input).slice(0, 1) : []),
  'any/1': ({ one, input, evaluate }) => [listOf(input, 'any').some((item) => isTrue(first(evaluate, one, item)))],
  'all/1': ({ one, input, evaluate }) => [listOf(input, 'all').every((item) => isTrue(first(evaluate, one, item)))],
  'range/1': ({ value }) => Array.from({ length: Math.max(0, Number(value())) }, (_one, i) => i),
  'limit/2': ({ two, input, evaluate, value }) => (two ? evaluate(two, input).slice(0, Number(value())) : []),
  'del/1': ({ one, input }) => [one ? without(input, one) : input],
}

/** Calls a function; those without arguments may be plain ones. */
export function callFunction(name: string, args: readonly Jq[], input: unknown, evaluate: Evaluate): unknown[] {
  const [one, two] = args
  const key = `${name}/${args.length}`
  const called = Object.hasOwn(FUNCTIONS, key) ? FUNCTIONS[key] : undefined
  if (called) {
    const value = (): unknown => first(evaluate, one, input)
    const by = (item: unknown): unknown => (one ? evaluate(one, item) : [])
    return called({ name, one, two, input, evaluate, value, by })
  }
  const plain = args.length === 0 && Object.hasOwn(PLAIN, name) ? PLAIN[name] : undefined
  if (!plain) throw new JqMistake(`${key} is not defined`)
  return [plain(input)]
}

/** The value without what a path such as `.metadata.managedFields` leads to. */
function without(value: unknown, path: Jq): unknown {
  if (path.type === 'comma') return without(without(value, path.left), path.right)
  const keys: string[] = []
  let at = path
  while (at.type === 'field') {
    if (at.name.type !== 'literal') throw new JqMistake('del takes a path such as .metadata.labels')
    keys.unshift(show(at.name.value))
    at = at.of
  }
  if (at.type !== 'identity') throw new JqMistake('del takes a path such as .metadata.labels')
  const remove = (from: unknown, [key = '', ...rest]: readonly string[]): unknown => {
    if (Array.isArray(from))
      return rest.length === 0
        ? from.filter((_one, i) => i !== Number(key))
        : from.map((one, i) => (i === Number(key) ? remove(one, rest) : (one as unknown)))
    if (!isObject(from) || !Object.hasOwn(from, key)) return from
    const { [key]: old, ...others } = from as Record<string, unknown>
    return rest.length === 0 ? others : { ...from, [key]: remove(old, rest) }
  }
  return remove(value, keys)
}
