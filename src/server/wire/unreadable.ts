import { type ApiError, badRequest } from '../../machinery/api-error'
import { goJsonProblem } from '../../machinery/go-json-problem'
import { isObject } from '../../machinery/json'
import { jsonTypeOf } from '../../machinery/json-type'
import { parseApiVersion } from '../../machinery/object'
import { bytesOf, type Content } from '../../machinery/whole-body'

/** What a body is read as: an object of a kind, options of a deletion, or the changes of a patch. */
export type ReadAs = { readonly kind: string } | 'options' | 'patch' | 'merge' | 'strategic'

/** What a real server says of JSON that is no object; its program has no name for what it reads there. */
export const notIdentified = (value: unknown): string =>
  `couldn't get version/kind; json parse error: json: cannot unmarshal ${jsonTypeOf(value)} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`

const MOST_BYTES = 30
const OPEN_BRACE = 0x7b

/** A body that can't be read, as a refusal repeats it: its beginning, as a text where it looks like an object. */
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

/** Refuses a body. `why` tells what is wrong with it in our own words, where real servers have none that are known. */
export function unreadable(as: ReadAs, why: string, content: Content, text?: string): ApiError {
  const problem = text === undefined ? '' : goJsonProblem(text)
  const parsing = problem && `couldn't get version/kind; json parse error: ${problem}`
  if (typeof as === 'object')
    return badRequest(
      `the object provided is unrecognized (must be of type ${as.kind}): ${parsing || why} (${summary(content)})`,
    )
  if (as === 'options') return badRequest(parsing || why)
  if (as === 'merge') return badRequest('Invalid JSON Patch')
  // Strategic patches are read as a stream, which knows whether anything came.
  if (as === 'strategic' && problem.startsWith('unexpected end'))
    return badRequest(text?.trim() === '' ? 'EOF' : 'unexpected EOF')
  return badRequest(problem || why)
}

/** Why a value can't say what it is; undefined for what can, be it right or wrong. */
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
