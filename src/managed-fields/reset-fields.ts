import type { Schema } from '../api/schema'
import { FieldSet } from './field-set'

const status = FieldSet.ofFields([['status']])
const spec = FieldSet.ofFields([['spec']])
const allButStatus = new WeakMap<Schema, FieldSet>()

export interface Endpoint {
  /** `''` for the resource itself. */
  readonly subresource: string
  /** Whether the resource keeps its status apart, under `/status`. */
  readonly hasStatus: boolean
  /** Defined by the cluster's users. */
  readonly custom: boolean
  readonly schema: Schema | undefined
}

/**
 * The fields that a write through an endpoint leaves as they are, so that nobody owns or takes them there: the status of
 * a resource that keeps it apart, and under `/status` the rest.
 */
export function resetFieldsOf({ subresource, hasStatus, custom, schema }: Endpoint): FieldSet {
  if (!hasStatus) return FieldSet.empty
  if (subresource === '') return status
  if (subresource !== 'status') return FieldSet.empty
  if (!custom) return spec
  if (!schema?.fields) return FieldSet.ofFields([['spec'], ['metadata']])
  let fields = allButStatus.get(schema)
  if (!fields) {
    const names = new Set([...schema.fields.keys(), 'metadata'])
    fields = FieldSet.ofFields([...names].filter((name) => name !== 'status').map((name) => [name]))
    allButStatus.set(schema, fields)
  }
  return fields
}
