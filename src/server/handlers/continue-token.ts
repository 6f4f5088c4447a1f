import { badRequest } from '../../machinery/api-error'

/** Where a paged list goes on: the revision of its first page and the last key that was sent, relative to its prefix. */
export interface ContinueToken {
  /** `LATEST` goes on with what is there now: the pages show no common moment any more. */
  readonly revision: number
  readonly after: string
}

export const LATEST = -1
const FORMAT = 'orchard/1'

/** Clients must take tokens as they are; they hold nothing that a client may not read anyway. */
export function encodeToken({ revision, after }: ContinueToken): string {
  const bytes = new TextEncoder().encode(JSON.stringify({ v: FORMAT, rv: revision, start: after }))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/** Throws BadRequest for anything that `encodeToken` did not make. The key stays below the prefix of the request's own list. */
export function decodeToken(text: string): ContinueToken {
  const refuse = (): never => {
    throw badRequest('continue key is not valid: it was not given out by this server')
  }
  let data: unknown
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
    data = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return refuse()
  }
  if (typeof data !== 'object' || data === null) return refuse()
  const { v, rv, start } = data as { v?: unknown; rv?: unknown; start?: unknown }
  if (v !== FORMAT || typeof start !== 'string' || start === '' || start.includes('..') || start.startsWith('/'))
    return refuse()
  if (typeof rv !== 'number' || !Number.isSafeInteger(rv) || (rv < 1 && rv !== LATEST)) return refuse()
  return { revision: rv, after: start }
}
