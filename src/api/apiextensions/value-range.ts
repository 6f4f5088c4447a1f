import type { JsonSchema } from './definition'

/** Whether a number is a multiple of another, allowing for binary fractions. */
export function isMultiple(value: number | bigint, of: number): boolean {
  if (of <= 0) return false
  if (typeof value === 'bigint') return Number.isInteger(of) && value % BigInt(of) === 0n
  const quotient = value / of
  return Number.isInteger(quotient) || Math.abs(quotient - Math.round(quotient)) < 1e-9
}

type Range = readonly [least: number | bigint, most: number | bigint]
const LARGEST_FLOAT = (2 - 2 ** -23) * 2 ** 127
const FLOAT: Range = [-LARGEST_FLOAT, LARGEST_FLOAT]
/** Formats that are ranges, by the type that they belong to; `int64` and `double` leave nothing out. */
const RANGES: Readonly<Record<string, Readonly<Record<string, Range>>>> = {
  integer: { int32: [-(2 ** 31), 2 ** 31 - 1], uint32: [0, 2 ** 32 - 1], uint64: [0, 2n ** 64n - 1n] },
  number: { float: FLOAT, float32: FLOAT },
}

/** Whether a number fits the integer or floating-point format that its schema names. */
export function inRange(value: number | bigint, { type = '', format = '' }: JsonSchema): boolean {
  const formats = Object.hasOwn(RANGES, type) ? RANGES[type] : undefined
  const range = formats && Object.hasOwn(formats, format) ? formats[format] : undefined
  return !range || (value >= range[0] && value <= range[1])
}
