/** Media types with their parameters (RFC 9110, 8.3 and 12.5.1); names are lower case, values as given. */

export interface MediaType {
  /** For example `application/json`; lower case. */
  readonly type: string
  readonly parameters: Readonly<Record<string, string>>
}

/** One clause of an Accept header. */
export interface AcceptClause extends MediaType {
  readonly quality: number
}

// Clients of this API use an at sign in one name, which the grammar does not allow.
const NAME = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)\/([!#$%&'*+.^_`|~0-9A-Za-z@-]+)$/

/** Splits at a separator outside quoted strings. */
function split(text: string, separator: string): string[] {
  if (!text.includes(separator)) return [text.trim()]
  const parts: string[] = []
  let [start, quoted] = [0, false]
  for (let i = 0; i < text.length; i += 1) {
    if (quoted && text[i] === '\\') i += 1
    else if (text[i] === '"') quoted = !quoted
    else if (text[i] === separator && !quoted) {
      parts.push(text.slice(start, i))
      start = i + 1
    }
  }
  return [...parts, text.slice(start)].map((part) => part.trim())
}

const unquote = (value: string): string => (/^".*"$/s.test(value) ? value.slice(1, -1).replace(/\\(.)/gs, '$1') : value)

/** Parses the media type of a header; undefined if it is malformed. */
export function parseMediaType(text: string): MediaType | undefined {
  const [name = '', ...rest] = split(text, ';')
  if (!NAME.test(name)) return undefined
  const parameters: Record<string, string> = {}
  for (const part of rest) {
    if (part === '') continue
    const equals = part.indexOf('=')
    if (equals < 1) return undefined
    parameters[part.slice(0, equals).trim().toLowerCase()] = unquote(part.slice(equals + 1).trim())
  }
  return { type: name.toLowerCase(), parameters }
}

const wildcards = (type: string): number => (type === '*/*' ? 2 : type.endsWith('/*') ? 1 : 0)

/**
 * Parses the clauses of an Accept header, best first: by quality, then specific before wildcard, then as written. Servers of this API take
 * any number as a quality, and 1 for what is no number; a clause of quality 0 comes last, but is still accepted.
 */
export function parseAccept(header: string): AcceptClause[] {
  return split(header, ',')
    .flatMap((part): AcceptClause[] => {
      const parsed = parseMediaType(part === '*' ? '*/*' : part)
      if (!parsed) return []
      const { q, ...parameters } = parsed.parameters
      const quality = q === undefined || q === '' ? 1 : Number(q)
      return [{ type: parsed.type, parameters, quality: Number.isNaN(quality) ? 1 : quality }]
    })
    .sort((a, b) => b.quality - a.quality || wildcards(a.type) - wildcards(b.type))
}

/** Whether a clause such as `application/*` matches a type. */
export const covers = (clause: string, type: string): boolean =>
  clause === '*/*' || clause === type || (clause.endsWith('/*') && type.startsWith(clause.slice(0, -1)))

/** Another representation requested in the Accept header (parameters `as`, `g`, `v`). */
export interface Transform {
  readonly kind: string
  readonly group: string
  readonly version: string
}
/** Preferences given as parameters of a clause; absent if not given. */
export interface Preferences {
  readonly transform?: Transform
  /** Type of a stream's elements. */
  readonly stream?: string
  /** Requested version of the server's own types. */
  readonly serverVersion?: string
}
/** The result of a content negotiation. */
export interface Negotiated extends Preferences {
  /** The chosen type, one of those offered. */
  readonly type: string
  readonly parameters: Readonly<Record<string, string>>
}

function preferencesOf({ as: kind, g: group, v: version, stream, sv }: Readonly<Record<string, string>>): Preferences {
  const transforms = Boolean(kind || group || version)
  return {
    ...(transforms && { transform: { kind: kind ?? '', group: group ?? '', version: version ?? '' } }),
    ...(stream && { stream }),
    ...(sv && { serverVersion: sv }),
  }
}

/**
 * The first clause that an offered type satisfies with all its parameters; undefined if nothing is acceptable. Without an Accept header,
 * or with an empty one, the first offer is chosen.
 */
export function negotiate(
  header: string | null | undefined,
  offered: readonly string[],
  allows: (preferences: Preferences, type: string) => boolean = ({ transform }) => transform === undefined,
): Negotiated | undefined {
  const first = offered[0]
  if (!header?.trim()) return first === undefined ? undefined : { type: first, parameters: {} }
  for (const { type: clause, parameters } of parseAccept(header)) {
    const preferences = preferencesOf(parameters)
    const type = offered.find((one) => covers(clause, one) && allows(preferences, one))
    if (type !== undefined) return { type, parameters, ...preferences }
  }
  return undefined
}
