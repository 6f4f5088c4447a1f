import { badRequest } from './api-error'

/**
 * Header lines as a client sent them. `Headers` joins the values of repeated lines with ", ", after which nobody can tell two
 * groups `a` and `b` from one group `a, b`. Whoever has the lines puts them beside the `Headers` object, and whoever reads an
 * identity from a header asks here.
 */
const linesOf = new WeakMap<Headers, RawLines>()

/** Name, value, name, value …, in the order sent. Values are bytes, one character each, as in `Headers`. */
export type RawLines = readonly string[]

/** Names and values as people write them: values may hold any character. */
export type HeaderPairs = Iterable<readonly [name: string, value: string]>

/** Remembers the lines that a `Headers` object was made of. The object must not change afterwards. */
export const keepHeaderLines = (headers: Headers, lines: RawLines): void => void linesOf.set(headers, lines)

/** The lines that a `Headers` object was made of; undefined where only the joined values are known. */
export const rawHeaderLines = (headers: Headers): RawLines | undefined => linesOf.get(headers)

/** A `Headers` object with one line for each pair. */
export function headersOf(pairs: HeaderPairs): Headers {
  const lines: string[] = []
  for (const [name, value] of pairs) lines.push(name, bytesIn(value))
  return headersOfLines(lines)
}

/** Pairs are header lines, and so are the members of a record; of a `Headers` object the lines are known or not. */
export type GivenHeaders = Headers | HeaderPairs | Readonly<Record<string, string>>

/** A new `Headers` object that knows as much of its lines as is given. */
export function headersFrom(given: GivenHeaders): Headers {
  if (given instanceof Headers) return copyOfHeaders(given)
  return headersOf(Symbol.iterator in given ? given : Object.entries(given))
}

/** A `Headers` object made of lines, which it remembers. Throws TypeError for what is no header. */
export function headersOfLines(lines: RawLines): Headers {
  const headers = new Headers()
  for (let i = 0; i < lines.length; i += 2) headers.append(lines[i] ?? '', lines[i + 1] ?? '')
  keepHeaderLines(headers, lines)
  return headers
}

/** A copy that remembers the same lines. */
export function copyOfHeaders(headers: Headers): Headers {
  const copy = new Headers(headers)
  const lines = linesOf.get(headers)
  if (lines) keepHeaderLines(copy, lines)
  return copy
}

/** A copy with further lines. Headers that remember no lines count as one line each. */
export function appendHeaders(headers: Headers, more: HeaderPairs): Headers {
  const known =
    linesOf.get(headers) ?? Array.from(headers, ([name, value]) => [name, bytesIn(lenientText(value))]).flat()
  const lines = [...known]
  for (const [name, value] of more) lines.push(name, bytesIn(value))
  return headersOfLines(lines)
}

/**
 * The values of a header, one for each line, decoded as UTF-8; `name` in lower case.
 * @throws ApiError (BadRequest) where lines may have been joined and can't be told apart
 */
export function headerValues(headers: Headers, name: string): string[] {
  const joined = headers.get(name)
  if (joined === null) return []
  const lines = linesOf.get(headers)
  if (lines) {
    const values: string[] = []
    for (let i = 0; i < lines.length; i += 2)
      if (lines[i]?.toLowerCase() === name) values.push(textOf(lines[i + 1] ?? '', REPLACING))
    return values
  }
  if (joined.includes(', '))
    throw badRequest(
      `the value of the header ${name} is ambiguous: browsers join repeated header lines with ", ", so this may be one value or several; ` +
        'send a value without ", ", or use a client that keeps header lines apart',
    )
  return [lenientText(joined)]
}

/** The value of a header's first line, or that of all lines where only the joined value is known; decoded as UTF-8. */
export function firstHeaderValue(headers: Headers, name: string): string {
  if (linesOf.has(headers)) return headerValues(headers, name)[0] ?? ''
  return lenientText(headers.get(name) ?? '')
}

/** A script may have given a text where bytes belong: what is no UTF-8 is left as it is. */
function lenientText(value: string): string {
  try {
    return textOf(value, STRICT)
  } catch {
    return value
  }
}

const REPLACING = new TextDecoder('utf-8', { ignoreBOM: true })
const STRICT = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true })
const ENCODER = new TextEncoder()
const BEYOND_ASCII = /[^\t -~]/

const textOf = (bytes: string, decoder: TextDecoder): string =>
  BEYOND_ASCII.test(bytes) ? decoder.decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0))) : bytes

const bytesIn = (text: string): string =>
  BEYOND_ASCII.test(text) ? Array.from(ENCODER.encode(text), (byte) => String.fromCharCode(byte)).join('') : text
