import { goJsonProblem } from '../../machinery/go-json-problem'
import { goQuoted } from '../../machinery/go-quote'
import { jsonTypeOf } from '../../machinery/json-type'
import { isObject } from '../../machinery/json'
import { badRequest } from '../../machinery/api-error'

/** Where a paged list continues: the revision of its first page and the last key that was sent, relative to its prefix. */
export interface ContinueToken {
  /** `LATEST` continues with the current state: the pages no longer show one revision. */
  readonly revision: number
  readonly after: string
}

/** Revision of a token that continues at the newest revision instead of a fixed one. */
export const LATEST = -1
const FORMAT = 'meta.orch.io/v1'
/** What follows the last key that was sent begins with it and this character. */
const NEXT = '\0'

/** Encodes a token. Clients must treat it as opaque; it has nothing that a client may not read. */
export function encodeToken({ revision, after }: ContinueToken): string {
  const bytes = new TextEncoder().encode(JSON.stringify({ v: FORMAT, rv: revision, start: after + NEXT }))
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

/** Throws BadRequest for anything that `encodeToken` would not produce. The key stays below the prefix of the request's own list. */
export function decodeToken(text: string): ContinueToken {
  const refuse = (why: string): never => {
    throw badRequest(`invalid continue token: continue key is not valid: ${why}`)
  }
  const illegal = illegalAt(text)
  if (illegal !== undefined) return refuse(`illegal base64 data at input byte ${illegal}`)
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  // Go's scanner reads bytes.
  const problem = goJsonProblem(binary, { binary: true })
  if (problem) return refuse(problem)
  const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0))
  const data: unknown = JSON.parse(new TextDecoder().decode(bytes)) ?? {}
  if (!isObject(data))
    return refuse(`json: cannot unmarshal ${jsonTypeOf(data)} into Go value of type etcd3.continueToken`)
  const { v, rv, start } = membersOf(data, refuse)
  if (v !== FORMAT) return refuse(`server does not recognize this encoded version ${goQuoted(v)}`)
  const revision = Number(rv)
  if (revision === 0) return refuse(`incorrect encoded start resourceVersion (version ${FORMAT})`)
  if (start === '') return refuse(`encoded start key empty (version ${FORMAT})`)
  if (revision < 0 && revision !== LATEST) return refuse(`incorrect encoded start resourceVersion (version ${FORMAT})`)
  if (/^\/|\/$|\/\/|(?:^|\/)\.\.?(?:\/|$)/.test(start)) return refuse(start)
  return { revision, after: start.endsWith(NEXT) ? start.slice(0, -NEXT.length) : start }
}

const MEMBERS = { v: 'string', rv: 'int64', start: 'string' } as const

function membersOf(data: Readonly<Record<string, unknown>>, refuse: (why: string) => never) {
  const found = { v: '', rv: 0, start: '' }
  for (const [name, type] of Object.entries(MEMBERS) as [keyof typeof MEMBERS, string][]) {
    const value = data[name]
    if (value === undefined || value === null) continue
    if (type === 'string' ? typeof value !== 'string' : !Number.isSafeInteger(value))
      refuse(`json: cannot unmarshal ${jsonTypeOf(value)} into Go struct field continueToken.${name} of type ${type}`)
    Object.assign(found, { [name]: value })
  }
  return found
}
