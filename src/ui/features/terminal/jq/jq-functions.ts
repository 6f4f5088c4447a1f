import { isObject } from '../../../../machinery/json'
import { distinct, entries, flatten, fromEntries, grouped, recurse, withoutPath } from './jq-collections'
import type { Jq } from './jq-tree'
import { JqMistake } from './jq-mistake'
import { add, compare, contains, isTrue, kindOf, length, requireList, show, textIn } from './jq-values'

/** Evaluates a part of a program on a value. */
export type Evaluate = (part: Jq, input: unknown) => unknown[]

/** Functions of the input alone. */
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
  any: (value) => requireList(value, 'any').some(isTrue),
  all: (value) => requireList(value, 'all').every(isTrue),
  first: (value) => requireList(value, 'first')[0] ?? null,
  last: (value) => requireList(value, 'last').at(-1) ?? null,
  reverse: (value) => [...requireList(value, 'reverse')].reverse(),
  sort: (value) => [...requireList(value, 'sort')].sort(compare),
  unique: (value) => distinct([...requireList(value, 'unique')].sort(compare), (one) => one),
  min: (value) => [...requireList(value, 'min')].sort(compare)[0] ?? null,
  max: (value) => [...requireList(value, 'max')].sort(compare).at(-1) ?? null,
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
    requireList(value, '@tsv')
      .map((one) => (one === null ? '' : show(one)))
      .join('\t'),
  '@csv': (value) =>
    requireList(value, '@csv')
      .map((one) => (one === null ? '' : typeof one === 'string' ? `"${one.replaceAll('"', '""')}"` : show(one)))
      .join(','),
}

const first = (evaluate: Evaluate, part: Jq | undefined, input: unknown): unknown =>
  part ? (evaluate(part, input)[0] ?? null) : null

/** A function call with unevaluated arguments. */
interface JqCall {
  readonly name: string
  readonly one: Jq | undefined
  readonly two: Jq | undefined
  readonly input: unknown
  readonly evaluate: Evaluate
  /** The first argument's value for the input. */
  readonly value: () => unknown
  /** The first argument's value for an item, used to compare items. */
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
  'map/1': ({ one, input, evaluate }) => [
    requireList(input, 'map').flatMap((item) => (one ? evaluate(one, item) : [])),
  ],
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
    requireList(input, 'join')
      .map((item) => (item === null ? '' : show(item)))
      .join(show(value())),
  ],
  'sub/2': substituted,

  'gsub/2': substituted,

  'sort_by/1': ({ input, by }) => [[...requireList(input, 'sort_by')].sort((a, b) => compare(by(a), by(b)))],
  'group_by/1': ({ input, by }) => [grouped(requireList(input, 'group_by'), by)],
  'unique_by/1': ({ input, by }) => [grouped(requireList(input, 'unique_by'), by).map(([item]) => item)],
  'min_by/1': ({ input, by }) => [[...requireList(input, 'min_by')].sort((a, b) => compare(by(a), by(b)))[0] ?? null],
  'max_by/1': ({ input, by }) => [
    [...requireList(input, 'max_by')].sort((a, b) => compare(by(a), by(b))).at(-1) ?? null,
  ],
  'flatten/1': ({ input, value }) => [flatten(input, Number(value()))],
  'first/1': ({ one, input, evaluate }) => (one ? evaluate(one, input).slice(0, 1) : []),
  'any/1': ({ one, input, evaluate }) => [requireList(input, 'any').some((item) => isTrue(first(evaluate, one, item)))],
  'all/1': ({ one, input, evaluate }) => [
    requireList(input, 'all').every((item) => isTrue(first(evaluate, one, item))),
  ],
  'range/1': ({ value }) => Array.from({ length: Math.max(0, Number(value())) }, (_one, i) => i),
  'limit/2': ({ two, input, evaluate, value }) => (two ? evaluate(two, input).slice(0, Number(value())) : []),
  'del/1': ({ one, input }) => [one ? withoutPath(input, one) : input],
}

/** Calls a function; without arguments it may be a plain one. */
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
