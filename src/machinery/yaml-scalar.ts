import type { Json } from './json'
import { integerOf, wholeNumber } from './json-text'

const WORDS: ReadonlyMap<string, boolean | null> = new Map([
  ...words(null, '', '~', 'null', 'Null', 'NULL'),
  ...words(true, 'y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'),
  ...words(false, 'n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'),
])
function words<T>(value: T, ...texts: string[]): [string, T][] {
  return texts.map((text) => [text, value])
}

const DECIMAL = /^[-+]?[0-9][0-9_]*$/
const BASED = /^([-+]?)0(b[01_]+|o?[0-7_]+|x[0-9A-Fa-f_]+)$/
const FRACTION = /^[-+]?(?:[0-9][0-9_]*(?:\.[0-9_]*)?|\.[0-9][0-9_]*)(?:[eE][-+]?[0-9]+)?$/
const NOT_FINITE = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/
const LONGEST_NUMBER = 400

/** A number that JSON has no form for. */
export const NOT_A_JSON_NUMBER = Symbol('not a JSON number')

/**
 * The value of an unquoted YAML scalar, as servers of this API read it: YAML 1.1, so `yes` is a boolean and `017` an
 * octal number, but `12:30` and dates stay strings. 64-bit integers are exact.
 */
export function plainScalar(text: string): Json | typeof NOT_A_JSON_NUMBER {
  const word = WORDS.get(text)
  if (word !== undefined) return word
  const first = text.charCodeAt(0)
  const mayBeNumber = (first >= 0x30 && first <= 0x39) || first === 0x2b || first === 0x2d || first === 0x2e
  if (!mayBeNumber || text.length > LONGEST_NUMBER) return text
  return numberIn(text) ?? text
}

function numberIn(text: string): number | bigint | typeof NOT_A_JSON_NUMBER | undefined {
  const [, sign = '', based] = BASED.exec(text) ?? []
  if (based !== undefined) {
    const digits = based.replaceAll('_', '')
    return inBase(sign, /^[box]/.test(digits) ? `0${digits}` : `0o${digits}`)
  }
  const bare = text.replaceAll('_', '')
  if (DECIMAL.test(text)) return integerOf(bare.replace(/^\+/, '').replace(/^(-?)0+(?=\d)/, '$1'))
  // A number that is too large for Go is a text there.
  if (FRACTION.test(text)) return Number.isFinite(Number(bare)) ? wholeNumber(Number(bare)) : undefined
  return NOT_FINITE.test(text) ? NOT_A_JSON_NUMBER : undefined
}

function inBase(sign: string, digits: string): number | bigint | undefined {
  if (!/\d$|[a-fA-F]$/.test(digits)) return undefined
  const value = integerOf(BigInt(digits).toString())
  return sign === '-' ? -value : value
}
