import { bytesIn, lenientText } from './header-text'

/**
 * Header lines as a client sent them. `Headers` joins the values of repeated lines with ", ", after which nobody can tell two
 * groups `a` and `b` from one group `a, b`. Whoever has the lines puts them beside the `Headers` object, and whoever reads an
 * identity from a header asks `headerValues`.
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
