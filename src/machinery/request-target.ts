import { badRequest } from './api-error'
import { ORIGIN, rawTargetOf } from './raw-target'

/** The target of a request, taken apart: see raw-target.ts for what was sent. */
export interface RequestTarget {
  /** The path with percent escapes decoded; authorization, dispatch and traces see this one. */
  readonly path: string
  /** Path and query as they were sent, for the audit log and for messages. */
  readonly raw: string
  /** The query as it was sent, with its question mark; empty without one. */
  readonly search: string
  readonly query: URLSearchParams
  /** Host and port that the client named. */
  readonly host: string
  /** The first percent escape that is none, such as `%zz`; the path is as it was sent then. */
  readonly badEscape?: string
}

const BAD_ESCAPE = /%(?![0-9a-f]{2}).{0,2}/is

/** Takes the target of a request apart. */
export function targetOf(request: Pick<Request, 'url'>): RequestTarget {
  const raw = rawTargetOf(request)
  const [escaped, search] = splitOnce(raw)
  const badEscape = escaped.includes('%') ? BAD_ESCAPE.exec(escaped)?.[0] : undefined
  return {
    path: badEscape === undefined ? decodePath(escaped) : escaped,
    raw,
    search,
    query: new URLSearchParams(search),
    host: ORIGIN.exec(request.url)?.[1] ?? '',
    ...(badEscape !== undefined && { badEscape }),
  }
}

/** The path, and the query with its question mark. */
function splitOnce(target: string): readonly [path: string, search: string] {
  const mark = target.indexOf('?')
  return mark < 0 ? [target, ''] : [target.slice(0, mark), target.slice(mark)]
}

/** Throws BadRequest for a target with a percent escape that is none. */
export function checkEscapes({ badEscape }: RequestTarget): void {
  if (badEscape !== undefined) throw badRequest(`invalid URL escape ${JSON.stringify(badEscape)}`)
}

const UNSAFE = /[^\x21-\x7e]|#/u
const ALL_UNSAFE = new RegExp(UNSAFE, 'gu')

/** What may not stand in an address as it is, escaped; escapes stay as they are, and so does everything else. */
export const escapeTarget = (text: string): string =>
  UNSAFE.test(text)
    ? text.replace(ALL_UNSAFE, (one) =>
        [...new TextEncoder().encode(one)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
      )
    : text

/** A path with its percent escapes decoded; those that are none stay as they are. */
export function decodePath(path: string): string {
  if (!path.includes('%')) return path
  try {
    return decodeURIComponent(path)
  } catch {
    // The bytes are no UTF-8: such a name does not exist, but the rest of the path counts.
    return decodeBytes(path)
  }
}

/** Percent escapes as bytes, and what is no UTF-8 as U+FFFD. */
function decodeBytes(path: string): string {
  const bytes = path.split(/(%[0-9a-f]{2})/i).flatMap((part, i) =>
    // Every second part is an escape.
    i % 2 === 1 ? [Number.parseInt(part.slice(1), 16)] : [...new TextEncoder().encode(part)],
  )
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(new Uint8Array(bytes))
}
