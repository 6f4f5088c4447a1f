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

/** Functions with arguments: parts of the program that they run as they need. */
export function callFunction(name: string, args: readonly Jq[], input: unknown, evaluate: Evaluate): unknown[] {
  const [one, two] = args
  const value = (): unknown => first(evaluate, one, input)
  const by = (item: unknown): unknown => (one ? evaluate(one, item) : [])
  switch (`${name}/${args.length}`) {
    case 'empty/0':
      return []
    case 'error/0':
      throw new JqMistake(show(input))
    case 'error/1':
      throw new JqMistake(show(value()))
    case 'values/0':
      return input === null || input === undefined ? [] : [input]
    case 'recurse/0':
      return recurse(input)
    case 'select/1':
      return one ? evaluate(one, input).flatMap((found) => (isTrue(found) ? [input] : [])) : []
    case 'map/1':
      return [listOf(input, 'map').flatMap((item) => (one ? evaluate(one, item) : []))]
    case 'map_values/1':
      if (Array.isArray(input)) return [input.map((item) => first(evaluate, one, item))]
      return [Object.fromEntries(entries(input).map(([key, item]) => [key, first(evaluate, one, item)]))]
    case 'with_entries/1':
      return [fromEntries(entries(input).flatMap(([key, item]) => (one ? evaluate(one, { key, value: item }) : [])))]
    case 'has/1': {
      const key = value()
      return [Array.isArray(input) ? Number(key) < input.length : isObject(input) && Object.hasOwn(input, show(key))]
    }
    case 'contains/1':
      return [contains(input, value())]
    case 'inside/1':
      return [contains(value(), input)]
    case 'test/1':
    case 'test/2':
      return [new RegExp(show(value()), show(first(evaluate, two, input) ?? '')).test(textIn(input, 'test'))]
    case 'startswith/1':
      return [textIn(input, 'startswith').startsWith(show(value()))]
    case 'endswith/1':
      return [textIn(input, 'endswith').endsWith(show(value()))]
    case 'ltrimstr/1':
      return [typeof input === 'string' && input.startsWith(show(value())) ? input.slice(show(value()).length) : input]
    case 'split/1':
      return [textIn(input, 'split').split(show(value()))]
    case 'join/1':
      return [
        listOf(input, 'join')
          .map((item) => (item === null ? '' : show(item)))
          .join(show(value())),
      ]
    case 'sub/2':
    case 'gsub/2':
      return [
        textIn(input, name).replace(
          new RegExp(show(value()), name === 'gsub' ? 'g' : ''),
          show(first(evaluate, two, input)),
        ),
      ]
    case 'sort_by/1':
      return [[...listOf(input, 'sort_by')].sort((a, b) => compare(by(a), by(b)))]
    case 'group_by/1':
      return [grouped(listOf(input, 'group_by'), by)]
    case 'unique_by/1':
      return [grouped(listOf(input, 'unique_by'), by).map(([item]) => item)]
    case 'min_by/1':
      return [[...listOf(input, 'min_by')].sort((a, b) => compare(by(a), by(b)))[0] ?? null]
    case 'max_by/1':
      return [[...listOf(input, 'max_by')].sort((a, b) => compare(by(a), by(b))).at(-1) ?? null]
    case 'flatten/1':
      return [flatten(input, Number(value()))]
    case 'first/1':
      return one ? evaluate(one, input).slice(0, 1) : []
    case 'any/1':
      return [listOf(input, 'any').some((item) => isTrue(first(evaluate, one, item)))]
    case 'all/1':
      return [listOf(input, 'all').every((item) => isTrue(first(evaluate, one, item)))]
    case 'range/1':
      return Array.from({ length: Math.max(0, Number(value())) }, (_one, i) => i)
    case 'limit/2':
      return two ? evaluate(two, input).slice(0, Number(value())) : []
    case 'del/1':
      return [one ? without(input, one) : input]
    default: {
      const plain = args.length === 0 && Object.hasOwn(PLAIN, name) ? PLAIN[name] : undefined
      if (!plain) throw new JqMistake(`${name}/${args.length} is not defined`)
      return [plain(input)]
    }
  }
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
