/**
 * Quantities such as `500m`, `1.5Gi` or `1e3` and their canonical form: no fraction, no needless zeros, the largest suffix of the family
 * used. Values are exact decimals, rounded up to nano units.
 */
export type QuantityFormat = 'decimal' | 'binary' | 'exponent'

/** The value `mantissa * 10^scale`. */
export interface Quantity {
  readonly mantissa: bigint
  readonly scale: number
  readonly format: QuantityFormat
}

/** A text that is not a quantity. */
export class QuantityError extends Error {
  override readonly name = 'QuantityError'
}

const DECIMAL: readonly (readonly [string, number])[] = [
  ['n', -9],
  ['u', -6],
  ['m', -3],
  ['', 0],
  ['k', 3],
  ['M', 6],
  ['G', 9],
  ['T', 12],
  ['P', 15],
  ['E', 18],
]
const BINARY = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei']
const decimalExponents = new Map(DECIMAL)
const decimalSuffixes = new Map(DECIMAL.map(([suffix, exponent]) => [exponent, suffix]))

const GRAMMAR = /^([+-]?)([0-9]*)(?:\.([0-9]*))?(?:([eE][+-]?[0-9]+)|([a-zA-Z]*))$/
const NANO = -9
const LARGEST = 2n ** 63n - 1n
/** Digits beyond these can't change a result: values are capped at 2^63-1 and rounded up to nano units. */
const DIGITS = 40

const pow10 = (exponent: number): bigint => 10n ** BigInt(exponent)
const ceilDiv = (value: bigint, divisor: bigint): bigint => {
  const quotient = value / divisor
  return quotient * divisor === value ? quotient : value > 0n ? quotient + 1n : quotient - 1n
}
/** The value in units of 10^scale, rounded away from zero. */
const inUnits = ({ mantissa, scale }: Quantity, unit: number): bigint =>
  scale >= unit ? mantissa * pow10(scale - unit) : ceilDiv(mantissa, pow10(unit - scale))

// Thousands of pods ask for the same few amounts, and a write reads each of them several times.
const recent = new Map<string | number | bigint, Quantity>()
const MOST_RECENT = 1_000

/**
 * Parses a quantity.
 * @throws QuantityError if the text is invalid
 */
export function parseQuantity(text: string | number | bigint): Quantity {
  const known = recent.get(text)
  if (known) return known
  const source = String(text)
  const quantity = parse(source.trim())
  if (recent.size >= MOST_RECENT) recent.clear()
  if (source.length <= DIGITS) recent.set(text, quantity)
  return quantity
}

function parse(source: string): Quantity {
  const match = GRAMMAR.exec(source)
  const [, sign = '', whole = '', fraction = '', exponent, suffix = ''] = match ?? []
  if (!match || whole + fraction === '')
    throw new QuantityError(
      `"${source.slice(0, 100)}" is not a quantity: a number with an optional fraction and one suffix out of ` +
        'n, u, m, k, M, G, T, P, E, Ki, Mi, Gi, Ti, Pi, Ei or an exponent such as e3',
    )
  const digits = whole.replace(/^0+/, '')
  const kept = fraction.slice(0, DIGITS)
  const rest = /[1-9]/.test(fraction.slice(DIGITS)) ? 1n : 0n
  let mantissa = BigInt((digits.length > DIGITS ? '9'.repeat(DIGITS) : digits) + kept || '0') + rest
  let scale = -kept.length
  let format: QuantityFormat = 'decimal'
  if (exponent !== undefined) {
    format = 'exponent'
    const power = Number(exponent.slice(1))
    if (mantissa !== 0n) {
      if (power > 2 * DIGITS) [mantissa, scale] = [LARGEST, 0]
      else if (power < -3 * DIGITS) [mantissa, scale] = [1n, NANO]
      else scale += power
    }
  } else if (decimalExponents.has(suffix)) scale += decimalExponents.get(suffix) ?? 0
  else {
    const power = BINARY.indexOf(suffix)
    if (power < 1) throw new QuantityError(`"${source.slice(0, 100)}" is not a quantity: unknown suffix "${suffix}"`)
    format = 'binary'
    mantissa *= 1024n ** BigInt(power)
  }
  if (scale < NANO) [mantissa, scale] = [ceilDiv(mantissa, pow10(NANO - scale)), NANO]
  const value: Quantity = { mantissa: sign === '-' ? -mantissa : mantissa, scale, format }
  return capped(value)
}

/** Caps a value at 2^63-1, unless it has few digits: exponent notation may then exceed it. */
function capped(value: Quantity): Quantity {
  const size = value.mantissa < 0n ? -value.mantissa : value.mantissa
  if (value.format === 'exponent' && size < 10n ** 18n) return value
  const sign = value.mantissa < 0n ? -1n : 1n
  const over =
    value.scale >= 0 ? size * pow10(Math.min(value.scale, 100)) > LARGEST : size > LARGEST * pow10(-value.scale)
  return over ? { mantissa: sign * LARGEST, scale: 0, format: value.format } : value
}

/** A whole number as a quantity. */
export const quantityOf = (value: number | bigint, format: QuantityFormat = 'decimal'): Quantity => ({
  mantissa: BigInt(value),
  scale: 0,
  format,
})
/** A number of thousandths as a quantity. */
export const quantityOfMillis = (value: number | bigint): Quantity => ({
  mantissa: BigInt(value),
  scale: -3,
  format: 'decimal',
})

/** -1 for a negative quantity, 0 for zero, 1 for a positive one. */
export const quantitySign = ({ mantissa }: Quantity): -1 | 0 | 1 => (mantissa > 0n ? 1 : mantissa < 0n ? -1 : 0)

function aligned(a: Quantity, b: Quantity): readonly [bigint, bigint, number] {
  const scale = Math.min(a.scale, b.scale)
  return [a.mantissa * pow10(a.scale - scale), b.mantissa * pow10(b.scale - scale), scale]
}

/** Compares by value, whatever the formats are: negative if `a` is less. */
export function compareQuantities(a: Quantity, b: Quantity): -1 | 0 | 1 {
  const [left, right] = aligned(a, b)
  return left < right ? -1 : left > right ? 1 : 0
}

/** The sum, with the suffix family of `a`, or of `b` if `a` is zero. */
export function addQuantities(a: Quantity, b: Quantity): Quantity {
  const [left, right, scale] = aligned(a, b)
  return { mantissa: left + right, scale, format: a.mantissa === 0n ? b.format : a.format }
}
/** `a - b` in the format of `a`. */
export const subtractQuantities = (a: Quantity, b: Quantity): Quantity =>
  addQuantities(a, { ...b, mantissa: -b.mantissa })
/** A whole multiple of a quantity, exactly. */
export const multiplyQuantity = (a: Quantity, by: number | bigint): Quantity => ({
  ...a,
  mantissa: a.mantissa * BigInt(by),
})

/** The value rounded up (away from zero) to an integer. */
export const quantityCeil = (value: Quantity): bigint => inUnits(value, 0)
/** The value in thousandths, rounded up. */
export const quantityMillis = (value: Quantity): bigint => inUnits(value, -3)
/** The value rounded up to units of 10^scale. */
export const roundUpQuantity = (value: Quantity, scale: number): Quantity =>
  value.scale >= scale ? value : { mantissa: inUnits(value, scale), scale, format: value.format }
/** The value as a floating-point number, for charts and ratios. */
export const quantityNumber = (value: Quantity): number => Number(`${value.mantissa}e${value.scale}`)

/** Whether the value is a multiple of 10^scale. */
export const isWholeQuantity = (value: Quantity, scale = 0): boolean =>
  value.scale >= scale || value.mantissa % pow10(scale - value.scale) === 0n

/** The canonical text of a quantity. */
export function formatQuantity(value: Quantity): string {
  if (value.mantissa === 0n) return '0'
  if (value.format === 'binary' && isWholeQuantity(value)) {
    let whole = inUnits(value, 0)
    if (whole <= -1024n || whole >= 1024n) {
      let power = 0
      while (whole % 1024n === 0n && power < BINARY.length - 1) [whole, power] = [whole / 1024n, power + 1]
      return `${whole}${BINARY[power]}`
    }
  }
  let { mantissa, scale } = value
  while (mantissa % 10n === 0n) [mantissa, scale] = [mantissa / 10n, scale + 1]
  const over = ((scale % 3) + 3) % 3
  mantissa *= pow10(over)
  scale -= over
  if (value.format === 'exponent') return scale === 0 ? `${mantissa}` : `${mantissa}e${scale}`
  if (scale > 18) [mantissa, scale] = [mantissa * pow10(scale - 18), 18]
  return `${mantissa}${decimalSuffixes.get(scale) ?? `e${scale}`}`
}

/**
 * The canonical form of a quantity as written in an object: `1000m` is `1`, `0.1` is `100m`, `1.5Gi` is `1536Mi`.
 * @throws QuantityError if it is invalid
 */
export const canonicalQuantity = (text: string | number | bigint): string => formatQuantity(parseQuantity(text))

/** Whether the value is a valid quantity. */
export function isQuantity(value: unknown): value is string | number | bigint {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return false
  try {
    parseQuantity(value)
    return true
  } catch (error) {
    if (error instanceof QuantityError) return false
    throw error
  }
}
