import { readOwners } from '../../managed-fields/owners'
import { FieldPath } from '../../machinery/field-error'
import type { ApiObject } from '../../machinery/object'
import { validateManagedFields } from '../../machinery/object-meta'

// Before, such a request was refused by validation.
const FIRST_RELEASE = 21

/** Why records can't be kept; undefined when they can. */
function faultOf(records: NonNullable<ApiObject['metadata']['managedFields']>, release: number): string | undefined {
  const [fault] = validateManagedFields(records, FieldPath.of('metadata', 'managedFields'), release)
  if (fault) return `${fault.field}: ${fault.message}`
  return readOwners(records) ? undefined : 'an entry of managed fields cannot be read'
}

/** Puts back, in place, the records of who owns which field where mutating admission broke them, and warns of it. */
export function keepRecords(
  object: ApiObject,
  before: ApiObject['metadata']['managedFields'],
  { release, warn }: { readonly release: number; readonly warn: (text: string) => void },
): void {
  const after = object.metadata.managedFields
  if (release < FIRST_RELEASE || after === undefined || after === before) return
  const fault = faultOf(after, release)
  if (fault === undefined) return
  if (before) object.metadata.managedFields = before
  else delete object.metadata.managedFields
  warn(
    '.metadata.managedFields was in an invalid state after admission; this could be caused by an outdated mutating ' +
      `admission controller; please fix your requests: ${fault}`,
  )
}
