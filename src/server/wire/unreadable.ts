import { type ApiError, badRequest } from '../../machinery/api-error'
import { goJsonProblem } from '../../machinery/go-json-problem'
import { isObject } from '../../machinery/json'
import { jsonTypeOf } from '../../machinery/json-type'
import { parseApiVersion } from '../../machinery/object'
import { bytesOf, type Content } from '../../machinery/in-memory-body'

/** What a body is read as: an object of a kind, delete options, or the changes of a patch. */
export type ReadAs = { readonly kind: string } | 'options' | 'patch' | 'merge' | 'strategic'

/** A real server's message for JSON that is not an object; it decodes into an unnamed Go struct. */
export const notIdentified = (value: unknown): string =>
  `couldn't get version/kind; json parse error: json: cannot unmarshal ${jsonTypeOf(value)} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`

const MOST_BYTES = 30
const OPEN_BRACE = 0x7b

/** The beginning of an unreadable body for its refusal: as text if it looks like an object. */
export function summary(content: Content): string {
  const bytes = bytesOf(content)
  if (bytes.length === 0) return '<empty>'
  const first = bytes.subarray(0, MOST_BYTES)
  const shown =
    first[0] === OPEN_BRACE
      ? new TextDecoder().decode(first)
      : [...first].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return bytes.length > MOST_BYTES ? `${shown} ...` : shown
}

/** The refusal of an unreadable body. `why` is our own description, used where a real server's wording is not known. */
export function unreadable(as: ReadAs, why: string, content: Content, text?: string): ApiError {
  const problem = text === undefined ? '' : goJsonProblem(text)
  const parsing = problem && `couldn't get version/kind; json parse error: ${problem}`
  if (typeof as === 'object')
    return badRequest(
      `the object provided is unrecognized (must be of type ${as.kind}): ${parsing || why} (${summary(content)})`,
    )
  if (as === 'options') return badRequest(parsing || why)
  if (as === 'merge') return badRequest('Invalid JSON Patch')
  // Strategic patches are decoded from a stream, which distinguishes an empty body from a truncated one.
  if (as === 'strategic' && problem.startsWith('unexpected end'))
    return badRequest(text?.trim() === '' ? 'EOF' : 'unexpected EOF')
  return badRequest(problem || why)
}

/** Why a value can't have apiVersion and kind; undefined if it can, whether or not they are right. */
export function identityProblem(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined
  if (!isObject(value)) return notIdentified(value)
  for (const member of ['apiVersion', 'kind'])
    if (value[member] !== undefined && value[member] !== null && typeof value[member] !== 'string')
      return `couldn't get version/kind; json parse error: json: cannot unmarshal ${jsonTypeOf(value[member])} into Go struct field .${member} of type string`
  const { apiVersion } = value
  return typeof apiVersion === 'string' && apiVersion !== '' && !parseApiVersion(apiVersion)
    ? `unexpected GroupVersion string: ${apiVersion}`
    : undefined
}
