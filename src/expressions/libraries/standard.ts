import { joinedLists } from '../list-identity'
import { fail } from '../expression-error'
import { decodeUtf8, utf8Bytes } from '../text'
import { metered, overload, type CallCost, type Library } from '../functions'
import { formatDuration, formatTimestamp, MAX_DURATION, parseDuration, parseTimestamp, timestampOf } from '../times'
import { Duration, MapValue, showScalar, Timestamp, TypeValue, typeNameOf, Unsigned, type Value } from '../values'
import { compareValues, equalValues } from '../value-comparison'
import { matches } from '../patterns'
import { findText } from '../text-search'
import { int64 } from './int64'

const MAX_UINT = 2n ** 64n - 1n
const uint = (value: bigint): Unsigned =>
  value >= 0n && value <= MAX_UINT ? new Unsigned(value) : fail('unsigned integer overflow')
const duration = (ns: bigint): Duration =>
  ns <= MAX_DURATION && ns >= -MAX_DURATION ? new Duration(ns) : fail('integer overflow')

/** Cost of traversing text, per character. */
const TRAVERSAL = 0.1
const read = (size = 0): number => Math.ceil(size * TRAVERSAL)
// Costs are computed for each call: reading by index is much faster than taking lists apart.
const readBoth: CallCost = (sizes) => Math.ceil(((sizes[0] ?? 0) + (sizes[1] ?? 0)) * TRAVERSAL)
/** The cost of reading the first argument, such as a text that is searched. */
export const readFirst: CallCost = (sizes) => read(sizes[0])
const readLess: CallCost = (sizes) => read(Math.min(sizes[0] ?? 0, sizes[1] ?? 0))

type Integers = (a: bigint, b: bigint) => bigint
const notZero =
  (operation: Integers, why: string): Integers =>
  (a, b) =>
    b === 0n ? fail(why) : operation(a, b)
const divide = notZero((a, b) => a / b, 'division by zero')
const modulus = notZero((a, b) => a % b, 'modulus by zero')

const integers = (name: string, operation: Integers): Library => [
  overload(`${name}(int, int) int`, (a: bigint, b: bigint) => int64(operation(a, b))),
  overload(`${name}(uint, uint) uint`, (a: Unsigned, b: Unsigned) => uint(operation(a.value, b.value))),
]
const ARITHMETIC: Library = [
  ...integers('_+_', (a, b) => a + b),
  ...integers('_-_', (a, b) => a - b),
  ...integers('_*_', (a, b) => a * b),
  ...integers('_/_', divide),
  ...integers('_%_', modulus),
  overload('_+_(double, double) double', (a: number, b: number) => a + b),
  overload('_-_(double, double) double', (a: number, b: number) => a - b),
  overload('_*_(double, double) double', (a: number, b: number) => a * b),
  overload('_/_(double, double) double', (a: number, b: number) => a / b),
  overload('_+_(string, string) string', (a: string, b: string) => a + b, readBoth),
  overload('_+_(bytes, bytes) bytes', joinedBytes, readBoth),
  metered('_+_(list(A), list(A)) list(A)', (meter, a: Value[], b: Value[]) => {
    meter.spend((a.length + b.length) * ITEM_STEPS)
    return joinedLists(a, b)
  }),
  overload('_+_(timestamp, duration) timestamp', (a: Timestamp, b: Duration) => timestampOf(a.ns + b.ns, a.offset)),
  overload('_+_(duration, timestamp) timestamp', (a: Duration, b: Timestamp) => timestampOf(a.ns + b.ns, b.offset)),
  overload('_+_(duration, duration) duration', (a: Duration, b: Duration) => duration(a.ns + b.ns)),
  overload('_-_(timestamp, timestamp) duration', (a: Timestamp, b: Timestamp) => duration(a.ns - b.ns)),
  overload('_-_(timestamp, duration) timestamp', (a: Timestamp, b: Duration) => timestampOf(a.ns - b.ns, a.offset)),
  overload('_-_(duration, duration) duration', (a: Duration, b: Duration) => duration(a.ns - b.ns)),
  overload('-_(int) int', (a: bigint) => int64(-a)),
  overload('-_(double) double', (a: number) => -a),
  overload('!_(bool) bool', (a: boolean) => !a),
]

/** Steps to copy a list item. */
const ITEM_STEPS = 5
function joinedBytes(a: Uint8Array, b: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(a.length + b.length)
  bytes.set(a)
  bytes.set(b, a.length)
  return bytes
}

const ORDERS: readonly (readonly [string, (order: number) => boolean])[] = [
  ['_<_', (order) => order < 0],
  ['_<=_', (order) => order <= 0],
  ['_>_', (order) => order > 0],
  ['_>=_', (order) => order >= 0],
]
const NUMBERS = ['int', 'uint', 'double']
const ORDERED = [
  ...NUMBERS.flatMap((a) => NUMBERS.map((b) => `${a}, ${b}`)),
  ...['bool', 'string', 'bytes', 'timestamp', 'duration'].map((one) => `${one}, ${one}`),
]
const COMPARISONS: Library = [
  ...ORDERS.flatMap(([name, holds]) =>
    ORDERED.map((types) =>
      overload(
        `${name}(${types}) bool`,
        (a: Value, b: Value) => {
          const order = compareValues(a, b)
          return order !== undefined && holds(order)
        },
        /string|bytes/.test(types) ? readLess : undefined,
      ),
    ),
  ),
  metered('_==_(A, A) bool', (meter, a: Value, b: Value) => equalValues(a, b, meter), readLess),
  metered('_!=_(A, A) bool', (meter, a: Value, b: Value) => !equalValues(a, b, meter), readLess),
  metered(
    '@in(A, list(A)) bool',
    (meter, a: Value, b: Value[]) => b.some((item) => equalValues(a, item, meter)),
    ([, list = 0]) => list,
  ),
  overload('@in(A, map(A, B)) bool', (a: Value, b: MapValue) => b.get(a) !== undefined),
]

const COLLECTIONS: Library = [
  ...['string', 'bytes', 'list(A)', 'map(A, B)'].flatMap((type) => [
    metered(`size(${type}) int`, (meter, value: Value) => BigInt(meter.sizeOf(value))),
    metered(`${type.replace('A, B', 'A,B')}::size() int`, (meter, value: Value) => BigInt(meter.sizeOf(value))),
  ]),
  ...['int', 'uint', 'double'].map((index) => overload(`_[_](list(A), ${index}) A`, itemAt)),
  overload('_[_](map(A, B), A) B', (map: MapValue, key: Value) => memberOf(map, key)),
]
function memberOf(map: MapValue, key: Value): Value {
  const value = map.get(key)
  return value === undefined ? fail(`no such key: ${showScalar(key)}`) : value
}
function itemAt(list: readonly Value[], index: Value): Value {
  const place = typeof index === 'number' ? index : Number(index instanceof Unsigned ? index.value : index)
  if (!Number.isInteger(place)) return fail(`unsupported index value: ${place}`)
  const item = list[place]
  return item === undefined ? fail(`index out of bounds: ${place}`) : item
}

const TEXTS: Library = [
  metered(
    'string::contains(string) bool',
    (meter, a: string, b: string) => findText(a, b, 0, meter) >= 0,
    ([a, b]) => read(a) * read(b),
  ),
  overload('string::startsWith(string) bool', (a: string, b: string) => a.startsWith(b), readFirst),
  overload('string::endsWith(string) bool', (a: string, b: string) => a.endsWith(b), readFirst),
  ...['matches(string, string) bool', 'string::matches(string) bool'].map((signature) =>
    metered(signature, matches, ([text = 0, pattern = 0]) => read(text + 1) * Math.ceil(pattern * 0.25)),
  ),
]

/** A double as an int, truncated. */
function truncated(value: number, least: number, most: number): bigint {
  if (Number.isNaN(value) || value <= least || value >= most) return fail('integer overflow')
  return BigInt(Math.trunc(value))
}
const notOf = (type: string): never => fail(`type conversion error from 'string' to '${type}'`)
function wholeOf(text: string, pattern: RegExp, type: string, least: bigint, most: bigint): bigint {
  const [, sign = '', digits] = pattern.exec(text) ?? []
  if (digits === undefined || digits.length > MOST_DIGITS) return notOf(type)
  const whole = sign === '-' ? -BigInt(digits) : BigInt(digits)
  return whole < least || whole > most ? notOf(type) : whole
}
const intOf = (text: string): bigint => wholeOf(text, /^([+-]?)0*(\d+)$/, 'int', -(2n ** 63n), 2n ** 63n - 1n)
const uintOf = (text: string): Unsigned => new Unsigned(wholeOf(text, /^()0*(\d+)$/, 'uint', 0n, MAX_UINT))
/** Whole numbers with more digits are shown with an exponent. */
const MOST_WHOLE_DIGITS = 6
/** Maximum digits of a 64-bit integer. */
const MOST_DIGITS = 20
const DOUBLE_TEXT = /^[+-]?(?:\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?|inf(?:inity)?|nan)$/i
function doubleOf(text: string): number {
  if (!DOUBLE_TEXT.test(text)) return notOf('double')
  if (/nan/i.test(text)) return NaN
  if (/inf/i.test(text)) return text.startsWith('-') ? -Infinity : Infinity
  const value = Number(text)
  return Number.isFinite(value) ? value : notOf('double')
}
const TRUE = new Set(['1', 't', 'T', 'TRUE', 'true', 'True'])
const FALSE = new Set(['0', 'f', 'F', 'FALSE', 'false', 'False'])
const boolOf = (text: string): boolean => TRUE.has(text) || (FALSE.has(text) ? false : notOf('bool'))

/** The shortest text that reads as the same double; large and small numbers have an exponent. */
export function showDouble(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf'
  if (Object.is(value, -0)) return '-0'
  const [digits = '', exponent = '0'] = value.toExponential().split('e')
  const power = Number(exponent)
  if (power >= -4 && power < MOST_WHOLE_DIGITS)
    return String(value).includes('e') ? value.toFixed(Math.max(0, digits.length)) : String(value)
  return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`
}

const same = (type: string) => overload(`${type}(${type}) ${type}`, (value: Value) => value)
const CONVERSIONS: Library = [
  ...['int', 'uint', 'double', 'string', 'bytes', 'bool', 'timestamp', 'duration'].map(same),
  overload('int(uint) int', ({ value }: Unsigned) => int64(value)),
  overload('int(double) int', (value: number) => truncated(value, -(2 ** 63), 2 ** 63)),
  overload('int(string) int', intOf, undefined, 2),
  overload('int(timestamp) int', ({ ns }: Timestamp) => floorDiv(ns, 1_000_000_000n)),
  overload('int(duration) int', ({ ns }: Duration) => ns),
  overload('uint(int) uint', (value: bigint) => uint(value)),
  overload('uint(double) uint', (value: number) => uint(truncated(value, -1, 2 ** 64))),
  overload('uint(string) uint', uintOf, undefined, 2),
  overload('double(int) double', Number),
  overload('double(uint) double', ({ value }: Unsigned) => Number(value)),
  overload('double(string) double', doubleOf, undefined, 20),
  overload('string(int) string', String),
  overload('string(uint) string', ({ value }: Unsigned) => String(value)),
  overload('string(double) string', showDouble),
  overload('string(bool) string', String),
  overload(
    'string(bytes) string',
    (bytes: Uint8Array) => decodeUtf8(bytes) ?? fail('invalid UTF-8 in bytes, cannot convert to string'),
    readFirst,
  ),
  overload('string(timestamp) string', formatTimestamp),
  overload('string(duration) string', formatDuration),
  overload('bytes(string) bytes', utf8Bytes, readFirst),
  overload('bool(string) bool', boolOf),
  overload(
    'timestamp(string) timestamp',
    (text: string) => parseTimestamp(text) ?? notOf('google.protobuf.Timestamp'),
    undefined,
    2,
  ),
  overload('timestamp(int) timestamp', (seconds: bigint) => timestampOf(seconds * 1_000_000_000n)),
  overload(
    'duration(string) duration',
    (text: string) => parseDuration(text) ?? notOf('google.protobuf.Duration'),
    undefined,
    200,
  ),
  overload('duration(int) duration', (ns: bigint) => new Duration(ns)),
  overload('dyn(A) dyn', (value: Value) => value),
  overload('type(A) type(A)', (value: Value) => new TypeValue(typeNameOf(value))),
]
const floorDiv = (a: bigint, b: bigint): bigint => (a < 0n && a % b !== 0n ? a / b - 1n : a / b)

/** Operators, conversions and functions of every environment. */
export const STANDARD: Library = [...ARITHMETIC, ...COMPARISONS, ...COLLECTIONS, ...TEXTS, ...CONVERSIONS]
