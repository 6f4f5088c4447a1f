import { forbidden } from '../../../machinery/field-error'
import { equal } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'
import type { Errors } from '../meta/rules'

/** Maximum total size of a map's values, in bytes. */
export const MAXIMUM_DATA = 1024 * 1024

/** Number of bytes that a base64 text decodes to. */
export const decodedLength = (base64: string): number =>
  (base64.length / 4) * 3 - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0)

/** An immutable object stays immutable and keeps the named members. */
export function validateImmutable(object: ApiObject, old: ApiObject, members: readonly string[], errors: Errors): void {
  if (old['immutable'] !== true) return
  if (object['immutable'] !== true) errors.push(forbidden('immutable', 'field is immutable when `immutable` is set'))
  for (const member of members)
    if (!equal(object[member] ?? {}, old[member] ?? {}))
      errors.push(forbidden(member, 'field is immutable when `immutable` is set'))
}
