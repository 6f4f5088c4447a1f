import { behaves } from '../../api/releases/ledger'
import { readOwners } from '../../managed-fields/owners'
import { FieldPath } from '../../machinery/field-error'
import type { ApiObject } from '../../machinery/object'
import { validateManagedFields } from '../../machinery/object-meta'

/** Why these managedFields are invalid, or undefined if they are valid. */
function faultOf(records: NonNullable<ApiObject['metadata']['managedFields']>, release: number): string | undefined {
  const [fault] = validateManagedFields(
    records,
    FieldPath.of('metadata', 'managedFields'),
    behaves('managed-fields-entry-errors', release),
  )
  if (fault) return `${fault.field}: ${fault.message}`
  return readOwners(records) ? undefined : 'an entry of managed fields cannot be read'
}

/** Restores managedFields, in place, if mutating admission made them invalid, and warns of it. */
export function restoreManagedFields(
  object: ApiObject,
  before: ApiObject['metadata']['managedFields'],
  { release, warn }: { readonly release: number; readonly warn: (text: string) => void },
): void {
  const after = object.metadata.managedFields
  if (!behaves('invalid-managed-fields-restored', release) || after === undefined || after === before) return
  const fault = faultOf(after, release)
  if (fault === undefined) return
  if (before) object.metadata.managedFields = before
  else delete object.metadata.managedFields
  warn(
    '.metadata.managedFields was in an invalid state after admission; this could be caused by an outdated mutating ' +
      `admission controller; please fix your requests: ${fault}`,
  )
}
