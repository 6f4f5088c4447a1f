import { decodeText } from '../../machinery/base64'
import { isObject } from '../../machinery/json'
import { format } from './go-format'
import { Float, goType, printValue } from './go-value'
import { equalsOne, orderOf } from './go-template-compare'
import { TemplateFailure } from './go-template-errors'

interface TemplateFunction {
  /** The number of arguments: exact, or the minimum if `more` is set. */
  readonly takes: number
  readonly more?: boolean
  /** `callee` is the source text of the first argument; undefined if it came through a pipe. */
  readonly run: (args: readonly unknown[], callee: string | undefined) => unknown
}
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
const HTML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' }
const SCRIPT: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '"': '\\"',
  '<': '\\u003C',
  '>': '\\u003E',
  '&': '\\u0026',
  '=': '\\u003D',
}

/** The template functions. A run evaluates the arguments of `and` and `or` one by one, until one decides. */
const FUNCTIONS: Readonly<Record<string, TemplateFunction>> = {
  and: { takes: 1, more: true, run: (args) => args.find((arg) => !isTrue(arg)) ?? args.at(-1) },
  or: { takes: 1, more: true, run: (args) => args.find(isTrue) ?? args.at(-1) },
  len: { takes: 1, run: ([value]) => BigInt(lengthOf(value)) },
  index: { takes: 1, more: true, run: ([value, ...keys]) => keys.reduce(indexed, value) },
  slice: { takes: 1, more: true, run: ([value, ...bounds]) => sliced(value, bounds) },
  not: { takes: 1, run: ([value]) => !isTrue(value) },
  eq: { takes: 1, more: true, run: ([first, ...others]) => equalsOne(first, others) },
  ne: { takes: 2, run: ([a, b]) => !equalsOne(a, [b]) },
  lt: { takes: 2, run: ([a, b]) => orderOf(a, b) < 0 },
  le: { takes: 2, run: ([a, b]) => orderOf(a, b) <= 0 },
  gt: { takes: 2, run: ([a, b]) => orderOf(a, b) > 0 },
  ge: { takes: 2, run: ([a, b]) => orderOf(a, b) >= 0 },
  print: { takes: 0, more: true, run: joined },
  println: { takes: 0, more: true, run: (args) => `${args.map(printValue).join(' ')}\n` },
  printf: { takes: 1, more: true, run: ([form, ...args]) => format(printValue(form), args) },
  urlquery: { takes: 0, more: true, run: (args) => encodeURIComponent(joined(args)).replaceAll('%20', '+') },
  html: { takes: 0, more: true, run: (args) => joined(args).replace(/[&<>"']/g, (char) => HTML[char] ?? char) },
  js: { takes: 0, more: true, run: (args) => joined(args).replace(/[\\'"<>&=]/g, (char) => SCRIPT[char] ?? char) },
  call: {
    takes: 1,
    more: true,
    run: ([value], callee) => {
      if (value === undefined || value === null) throw new TemplateFailure('call of nil')
      throw new TemplateFailure(`non-function ${callee ?? valueName(value)} of type ${goType(value)}`)
    },
  },
  base64decode: { takes: 1, run: ([text]) => decoded(printValue(text)) },
  exists: { takes: 1, more: true, run: ([value, ...keys]) => keys.reduce(memberOf, value) !== undefined },
}

/** Whether templates know a function. */
export const isFunction = (name: string): boolean => Object.hasOwn(FUNCTIONS, name)

/** A piped value in an error message: a string is shown as itself. */
const valueName = (value: unknown): string => (typeof value === 'string' ? value : `<${goType(value)} Value>`)

/**
 * Calls a function that {@link isFunction} accepts; `callee` is the source text of the first argument.
 * @throws TemplateFailure for invalid arguments
 */
export function call(name: string, args: readonly unknown[], callee?: string): unknown {
  const called = FUNCTIONS[name] ?? { takes: 1, more: true, run: () => undefined }
  const fits = called.more ? args.length >= called.takes : args.length === called.takes
  if (!fits)
    throw new TemplateFailure(
      `wrong number of args for ${name}: want ${called.more ? 'at least ' : ''}${called.takes} got ${args.length}`,
    )
  try {
    return called.run(args, callee)
  } catch (error) {
    if (!(error instanceof TemplateFailure)) throw error
    throw new TemplateFailure(`error calling ${name}: ${error.message}`)
  }
}

/** Whether a value is true in a condition: empty, zero and missing values are false. */
export function isTrue(value: unknown): boolean {
  if (value instanceof Float) return value.value !== 0
  if (value === undefined || value === null || value === false || value === 0 || value === 0n || value === '')
    return false
  if (Array.isArray(value)) return value.length > 0
  return isObject(value) ? Object.keys(value).length > 0 : true
}

/** Joins operands, with a space between two that are not strings. */
function joined(args: readonly unknown[]): string {
  return args
    .map((arg, at) => {
      const space = at > 0 && typeof arg !== 'string' && typeof args[at - 1] !== 'string'
      return (space ? ' ' : '') + printValue(arg)
    })
    .join('')
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

function lengthOf(value: unknown): number {
  if (typeof value === 'string') return bytes(value).length
  if (Array.isArray(value)) return value.length
  if (value === null || value === undefined)
    throw new TemplateFailure('reflect: call of reflect.Value.Type on zero Value')
  if (isObject(value) && !(value instanceof Float)) return Object.keys(value).length
  throw new TemplateFailure(`len of type ${goType(value)}`)
}

function decoded(text: string): string {
  if (BASE64.test(text)) return decodeText(text)
  const [valid = ''] = /^[A-Za-z0-9+/]*/.exec(text) ?? []
  const at = valid.length < text.length ? valid.length : valid.length - (valid.length % 4)
  throw new TemplateFailure(`base64 decode failed: illegal base64 data at input byte ${at}`)
}

function position(key: unknown, length: number, what: 'index' | 'slice'): number {
  if (key === null || key === undefined) throw new TemplateFailure(`cannot ${what} slice/array with nil`)
  if (typeof key !== 'bigint' && !(typeof key === 'number' && Number.isInteger(key)))
    throw new TemplateFailure(`cannot index slice/array with type ${goType(key)}`)
  const at = Number(key)
  if (at < 0 || at > length || (what === 'index' && at === length))
    throw new TemplateFailure(`index out of range: ${at}`)
  return at
}

function indexed(value: unknown, key: unknown): unknown {
  if (value === null || value === undefined) throw new TemplateFailure('index of untyped nil')
  if (Array.isArray(value)) return (value as readonly unknown[])[position(key, value.length, 'index')]
  if (typeof value === 'string') return BigInt(bytes(value)[position(key, lengthOf(value), 'index')] ?? 0)
  if (!isObject(value) || value instanceof Float) throw new TemplateFailure(`can't index item of type ${goType(value)}`)
  if (key === null || key === undefined) throw new TemplateFailure('value is nil; should be of type string')
  if (typeof key !== 'string') throw new TemplateFailure(`value has type ${goType(key)}; should be string`)
  return value[key]
}

/** Like {@link indexed}, but undefined on failure. */
function memberOf(value: unknown, key: unknown): unknown {
  try {
    return indexed(value, key)
  } catch (error) {
    if (error instanceof TemplateFailure) return undefined
    throw error
  }
}

function sliced(value: unknown, bounds: readonly unknown[]): unknown {
  if (value === null || value === undefined) throw new TemplateFailure('slice of untyped nil')
  if (bounds.length > 3) throw new TemplateFailure(`too many slice indexes: ${bounds.length}`)
  if (typeof value !== 'string' && !Array.isArray(value))
    throw new TemplateFailure(`can't slice item of type ${goType(value)}`)
  const { length } = value
  const [from = 0, to = length] = bounds.map((bound) => position(bound, length, 'slice'))
  if (from > to) throw new TemplateFailure(`invalid slice index: ${from} > ${to}`)
  return value.slice(from, to)
}
