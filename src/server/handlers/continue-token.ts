import { goJsonProblem } from '../../machinery/go-json-problem'
import { badRequest } from '../../machinery/api-error'

/** Where a paged list continues: the revision of its first page and the last key that was sent, relative to its prefix. */
export interface ContinueToken {
  /** `LATEST` continues with the current state: the pages no longer show one revision. */
  readonly revision: number
  readonly after: string
}

export const LATEST = -1
const FORMAT = 'orchard/1'

/** Encodes a token. Clients must treat it as opaque; it has nothing that a client may not read. */
export function encodeToken({ revision, after }: ContinueToken): string {
  const bytes = new TextEncoder().encode(JSON.stringify({ v: FORMAT, rv: revision, start: after }))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/** Index where a text stops being unpadded base64url, or undefined if all of it is valid. */
function illegalAt(text: string): number | undefined {
  const found = text.search(/[^\w-]/)
  if (found >= 0) return found
  // A single trailing digit encodes no whole byte.
  return text.length % 4 === 1 ? text.length - 1 : undefined
}

/** Throws BadRequest for anything that `encodeToken` did not produce. The key stays below the prefix of the request's own list. */
export function decodeToken(text: string): ContinueToken {
  const refuse = (why = 'it was not given out by this server'): never => {
    throw badRequest(`invalid continue token: continue key is not valid: ${why}`)
  }
  const illegal = illegalAt(text)
  if (illegal !== undefined) return refuse(`illegal base64 data at input byte ${illegal}`)
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
  const json = new TextDecoder().decode(bytes)
  const problem = goJsonProblem(json)
  if (problem) return refuse(problem)
  const data: unknown = JSON.parse(json)
  if (typeof data !== 'object' || data === null) return refuse()
  const { v, rv, start } = data as { v?: unknown; rv?: unknown; start?: unknown }
  if (v !== FORMAT || typeof start !== 'string' || start === '' || start.includes('..') || start.startsWith('/'))
    return refuse()
  if (typeof rv !== 'number' || !Number.isSafeInteger(rv) || (rv < 1 && rv !== LATEST)) return refuse()
  return { revision: rv, after: start }
}
