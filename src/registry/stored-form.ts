import { commonFields } from '../managed-fields/common-fields'
import type { ApiObject, ManagedFieldsEntry } from '../machinery/object'
import { sharing } from '../machinery/sharing'

/**
 * An object in stored form, sharing parts with `before`, the value it replaces. History keeps every version and a status is written often,
 * so versions share equal parts, and objects share managedFields.
 */
export function storedOver(before: ApiObject | undefined, made: ApiObject): ApiObject {
  const shared = sharing(before, made) as ApiObject
  const { managedFields } = shared.metadata
  const earlier = before?.metadata.managedFields
  if (!Array.isArray(managedFields) || managedFields === earlier) return shared
  const known = new Set(earlier?.map(({ fieldsV1 }) => fieldsV1))
  const records = managedFields.map((record) => (known.has(record.fieldsV1) ? record : withCommonFields(record)))
  return { ...shared, metadata: { ...shared.metadata, managedFields: records } }
}

const withCommonFields = (record: ManagedFieldsEntry): ManagedFieldsEntry => {
  const { fieldsV1 } = record
  if (!fieldsV1) return record
  const common = commonFields(fieldsV1)
  return common === fieldsV1 ? record : { ...record, fieldsV1: common }
}
