import { fail } from '../expression-error'

/** Digits behind the point that can be asked for. */
const MOST_DIGITS = 100
/** Digits of a double behind the hundredth never decide how the last one is rounded. */
const EXACT_DIGITS = 60

const allowed = (digits: number): number => (digits > MOST_DIGITS ? fail('precision is too large') : digits)

/** Halves are rounded to the even digit; the platform rounds them up. `exact` is the same number with more digits. */
function halfToEven(rounded: string, exact: string, digits: number): string {
  const point = exact.indexOf('.')
  const kept = exact.slice(0, digits === 0 ? point : point + 1 + digits)
  const rest = exact.slice(point + 1 + digits)
  return /^50*$/.test(rest) && /[02468]$/.test(kept) ? kept : rounded
}

/** A finite double with so many digits behind the point. */
export function fixedDigits(value: number, digits: number): string {
  const most = Math.min(MOST_DIGITS, allowed(digits) + EXACT_DIGITS)
  // Above this size the platform's own form has an exponent.
  if (Math.abs(value) >= 1e21) return `${BigInt(value)}${digits === 0 ? '' : `.${'0'.repeat(digits)}`}`
  return halfToEven(value.toFixed(digits), value.toFixed(most), digits)
}

/** A finite double as mantissa and exponent. */
export function exponentDigits(value: number, digits: number): readonly [mantissa: string, exponent: number] {
  const most = Math.min(MOST_DIGITS, allowed(digits) + EXACT_DIGITS)
  const [rounded = '', exponent] = value.toExponential(digits).split('e')
  const [exact = '', exactExponent] = value.toExponential(most).split('e')
  const mantissa = exponent === exactExponent ? halfToEven(rounded, exact, digits) : rounded
  return [mantissa, Number(exponent)]
}

/** Steps to convert one byte to digits. */
export const DIGIT_STEPS = 100

/** Bytes as hexadecimal digits. */
export const hexOfBytes = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
