import type { Schema } from '../api/schema'
import { FieldSet } from './field-set'

const status = FieldSet.ofFields([['status']])
const spec = FieldSet.ofFields([['spec']])
const allButStatus = new WeakMap<Schema, FieldSet>()

/** The resource or subresource that a write goes through. */
export interface Endpoint {
  /** `''` for the main resource. */
  readonly subresource: string
  /** Whether the resource has a `/status` subresource. */
  readonly hasStatus: boolean
  /** Whether the type is defined by a CustomResourceDefinition. */
  readonly custom: boolean
  readonly schema: Schema | undefined
}

/**
 * The fields that writes through an endpoint never change, so that nobody owns them through it: the status if there is a `/status`
 * subresource, and under `/status` everything else.
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
