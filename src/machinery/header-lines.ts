import { bytesIn, lenientText } from './header-text'

/**
 * Header lines as a client sent them. `Headers` joins the values of repeated lines with ", ", so groups `a` and `b` can't be distinguished from one
 * group `a, b`. Transports that have the original lines attach them to the `Headers` object; identity headers must be read with
 * `headerValues`.
 */
const linesOf = new WeakMap<Headers, RawLines>()

/** Alternating names and values, in the order sent. Values are bytes, one character each, as in `Headers`. */
export type RawLines = readonly string[]

/** Names and values as text: values may hold any character. */
export type HeaderPairs = Iterable<readonly [name: string, value: string]>

/** Attaches the original lines to a `Headers` object, which must not change afterwards. */
export const keepHeaderLines = (headers: Headers, lines: RawLines): void => void linesOf.set(headers, lines)

/** The lines a `Headers` object was made from, or undefined if only the joined values are known. */
export const rawHeaderLines = (headers: Headers): RawLines | undefined => linesOf.get(headers)

/** Builds a `Headers` object with one line per pair. */
export function headersOf(pairs: HeaderPairs): Headers {
  const lines: string[] = []
  for (const [name, value] of pairs) lines.push(name, bytesIn(value))
  return headersOfLines(lines)
}

/** Input for headers: pairs and record members are lines; a `Headers` object may or may not have lines attached. */
export type GivenHeaders = Headers | HeaderPairs | Readonly<Record<string, string>>

/** A new `Headers` object that keeps any lines the input has. */
export function headersFrom(given: GivenHeaders): Headers {
  if (given instanceof Headers) return copyOfHeaders(given)
  return headersOf(Symbol.iterator in given ? given : Object.entries(given))
}

/** Builds a `Headers` object with the lines attached. Throws TypeError for an invalid header. */
export function headersOfLines(lines: RawLines): Headers {
  const headers = new Headers()
  for (let i = 0; i < lines.length; i += 2) headers.append(lines[i] ?? '', lines[i + 1] ?? '')
  keepHeaderLines(headers, lines)
  return headers
}

/** A copy with the same lines attached. */
export function copyOfHeaders(headers: Headers): Headers {
  const copy = new Headers(headers)
  const lines = linesOf.get(headers)
  if (lines) keepHeaderLines(copy, lines)
  return copy
}

/** A copy with additional lines. For headers without lines, each joined value counts as one line. */
export function appendHeaders(headers: Headers, more: HeaderPairs): Headers {
  const known =
    linesOf.get(headers) ?? Array.from(headers, ([name, value]) => [name, bytesIn(lenientText(value))]).flat()
  const lines = [...known]
  for (const [name, value] of more) lines.push(name, bytesIn(value))
  return headersOfLines(lines)
}
