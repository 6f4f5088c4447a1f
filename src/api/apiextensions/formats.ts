import { isIpv4, isIpv6, parseCidr, parseIp } from '../../machinery/ip'
import { canonicalTime } from '../scalars'

type Check = (text: string) => boolean
const matches =
  (pattern: RegExp): Check =>
  (text) =>
    pattern.test(text)

const date: Check = (text) => canonicalTime(`${text}T00:00:00Z`, 0) !== undefined
const dateTime: Check = (text) => canonicalTime(text.toUpperCase(), 0) !== undefined

const GO_DURATION = /^[+-]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/
const WORDY_DURATION =
  /^\s*(?:\d+\s*(?:ns|nanos?|nanoseconds?|us|µs|μs|micros?|microseconds?|ms|millis?|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|wks?|weeks?)\s*)+$/

const uri: Check = (text) => /^(?:[A-Za-z][A-Za-z0-9+.-]*:|\/)[^\s]*$/.test(text) && !/%(?![0-9A-Fa-f]{2})/.test(text)
const LABEL = String.raw`[\p{L}\p{S}0-9](?:[\p{L}\p{S}0-9-]{0,61}[\p{L}\p{S}0-9])?`
/** One label, or several of which the last has at least two letters and nothing else. */
const HOSTNAME = new RegExp(String.raw`^(?:[\p{L}\p{S}0-9]-?[\p{L}\p{S}0-9]{0,62}|(?:${LABEL}\.)+[\p{L}]{2,63})$`, 'u')
const hostname: Check = (text) =>
  HOSTNAME.test(text) && text.length <= 255 && text.split('.').every((label) => label.length <= 63)
const mac: Check = (text) =>
  /^(?:[0-9A-Fa-f]{2}([:-]))(?:[0-9A-Fa-f]{2}\1)*[0-9A-Fa-f]{2}$/.test(text)
    ? [6, 8, 20].includes((text.length + 1) / 3)
    : /^(?:[0-9A-Fa-f]{4}\.)+[0-9A-Fa-f]{4}$/.test(text) && [6, 8, 20].includes(((text.length + 1) / 5) * 2)

const digitsOf = (text: string): number[] => [...text.replace(/[\s-]/g, '')].map(Number)
const isbn10: Check = (text) => {
  const bare = text.replace(/[\s-]/g, '')
  if (!/^[0-9]{9}[0-9X]$/.test(bare)) return false
  return [...bare].reduce((sum, digit, i) => sum + (digit === 'X' ? 10 : Number(digit)) * (10 - i), 0) % 11 === 0
}
const isbn13: Check = (text) =>
  /^[0-9]{13}$/.test(text.replace(/[\s-]/g, '')) &&
  digitsOf(text).reduce((sum, digit, i) => sum + digit * (i % 2 === 0 ? 1 : 3), 0) % 10 === 0
const creditCard: Check = (text) => {
  const bare = text.replace(/[^0-9]+/g, '')
  const known =
    /^(?:4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14}|6(?:011|5[0-9]{2})[0-9]{12}|3[47][0-9]{13}|3(?:0[0-5]|[68][0-9])[0-9]{11}|(?:2131|1800|35[0-9]{3})[0-9]{11})$/
  if (!known.test(bare)) return false
  const sum = [...bare].reverse().reduce((total, character, i) => {
    const digit = Number(character) * (i % 2 === 1 ? 2 : 1)
    return total + (digit > 9 ? digit - 9 : digit)
  }, 0)
  return sum % 10 === 0
}
const uuid = (version: string, variant: string): Check =>
  matches(new RegExp(`^[0-9a-f]{8}-?[0-9a-f]{4}-?${version}[0-9a-f]{3}-?${variant}[0-9a-f]{3}-?[0-9a-f]{12}$`, 'i'))

/** Supported formats by name without dashes; others are not checked. */
const FORMATS: Readonly<Record<string, Check>> = {
  bsonobjectid: matches(/^[0-9a-fA-F]{24}$/),
  uri,
  email: matches(/^(?:[^<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/),
  hostname,
  ipv4: (text) => text.includes('.') && !text.includes(':') && isIpv4(text),
  ipv6: (text) => text.includes(':') && (isIpv6(text) || parseIp(text) !== undefined),
  cidr: (text) => parseCidr(text) !== undefined,
  mac,
  uuid: uuid('[0-9a-f]', '[0-9a-f]'),
  uuid3: uuid('3', '[0-9a-f]'),
  uuid4: uuid('4', '[89ab]'),
  uuid5: uuid('5', '[89ab]'),
  isbn: (text) => isbn10(text) || isbn13(text),
  isbn10,
  isbn13,
  creditcard: creditCard,
  ssn: matches(/^[0-9]{3}[- ]?[0-9]{2}[- ]?[0-9]{4}$/),
  hexcolor: matches(/^#?(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/),
  rgbcolor: (text) => {
    const match = /^rgb\(\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*\)$/.exec(text)
    return match !== null && match.slice(1).every((part) => Number(part) <= 255)
  },
  byte: matches(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/),
  password: () => true,
  date,
  datetime: dateTime,
  duration: (text) => GO_DURATION.test(text) || WORDY_DURATION.test(text),
}

const nameOf = (format: string): string => format.replaceAll('-', '')

/** Whether a format is checked. */
export const isFormat = (format: string): boolean => Object.hasOwn(FORMATS, nameOf(format))

/** Whether a text has a format; undefined if the format is not checked. */
export const hasFormat = (text: string, format: string): boolean | undefined =>
  isFormat(format) ? FORMATS[nameOf(format)]?.(text) : undefined
