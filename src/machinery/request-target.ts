import { badRequest } from './api-error'
import { originIn, rawTargetOf } from './raw-target'

/** A parsed request target; see raw-target.ts for the form as sent. */
export interface RequestTarget {
  /** The path with percent escapes decoded, as authorization, dispatch and traces see it. */
  readonly path: string
  /** Path and query as sent, for the audit log and messages. */
  readonly raw: string
  /** The query as sent, with its question mark; empty if there is none. */
  readonly search: string
  readonly query: URLSearchParams
  /** Host and port that the client named. */
  readonly host: string
  /** The first invalid percent escape, such as `%zz`; the path then stays encoded. */
  readonly badEscape?: string
}

const BAD_ESCAPE = /%(?![0-9a-f]{2}).{0,2}/is

/** Parses the target of a request. */
export function targetOf(request: Pick<Request, 'url'>): RequestTarget {
  const raw = rawTargetOf(request)
  const [escaped, search] = splitOnce(raw)
  const badEscape = escaped.includes('%') ? BAD_ESCAPE.exec(escaped)?.[0] : undefined
  return {
    path: badEscape === undefined ? decodePath(escaped) : escaped,
    raw,
    search,
    query: queryOf(search),
    host: originIn(request.url).host,
    ...(badEscape !== undefined && { badEscape }),
  }
}

/** A query's parameters. One that contains a semicolon, which once separated parameters, is ignored as a whole. */
function queryOf(search: string): URLSearchParams {
  if (!search.includes(';')) return new URLSearchParams(search)
  const kept = search
    .slice(1)
    .split('&')
    .filter((parameter) => !parameter.includes(';'))
  return new URLSearchParams(kept.join('&'))
}

/** Splits a target into path and query; the query keeps its question mark. */
function splitOnce(target: string): readonly [path: string, search: string] {
  const mark = target.indexOf('?')
  return mark < 0 ? [target, ''] : [target.slice(0, mark), target.slice(mark)]
}

/** Throws BadRequest for a target with an invalid percent escape. */
export function checkEscapes({ badEscape }: RequestTarget): void {
  if (badEscape !== undefined) throw badRequest(`invalid URL escape ${JSON.stringify(badEscape)}`)
}

const UNSAFE = /[^\x21-\x7e]|#/u
const ALL_UNSAFE = new RegExp(UNSAFE, 'gu')

/** Escapes characters that a URL can't contain; existing escapes stay as they are. */
export const escapeTarget = (text: string): string =>
  UNSAFE.test(text)
    ? text.replace(ALL_UNSAFE, (one) =>
        [...new TextEncoder().encode(one)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
      )
    : text

/** Decodes a path's percent escapes; invalid ones stay as they are. */
export function decodePath(path: string): string {
  if (!path.includes('%')) return path
  try {
    return decodeURIComponent(path)
  } catch {
    // Invalid UTF-8: no such name exists, but the rest of the path counts.
    return decodeBytes(path)
  }
}

/** Decodes percent escapes as bytes; invalid UTF-8 becomes U+FFFD. */
function decodeBytes(path: string): string {
  const bytes = path.split(/(%[0-9a-f]{2})/i).flatMap((part, i) =>
    // Every second part is an escape.
    i % 2 === 1 ? [Number.parseInt(part.slice(1), 16)] : [...new TextEncoder().encode(part)],
  )
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(new Uint8Array(bytes))
}
