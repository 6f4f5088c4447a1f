import type { Schema } from '../api/schema'
import { overPart } from '../machinery/fixed-parts'
import { deduced, indexList, memberSchema, shapeOfValue } from './shape'

/**
 * Whether a value contains a list with ambiguous elements: duplicate set members or keys, or elements without keys. Ownership of such
 * elements can't be recorded.
 */
export const hasAmbiguousList = (schema: Schema, value: unknown): boolean =>
  isAmbiguous(schema, value, (field, part) => overPart(part, field, hasAmbiguousList, () => isAmbiguous(field, part)))

function isAmbiguous(
  schema: Schema,
  value: unknown,
  within: (schema: Schema, value: unknown) => boolean = isAmbiguous,
): boolean {
  if (typeof value !== 'object' || value === null) return false
  const shape = shapeOfValue(schema, value)
  if (shape.kind === 'leaf') return false
  if (shape.kind === 'map')
    return Object.keys(value).some((name) => {
      const member = (value as Record<string, unknown>)[name]
      return typeof member === 'object' && within(memberSchema(shape, name) ?? deduced, member)
    })
  const items = value as unknown[]
  const index = indexList(shape, items)
  return (
    index.size < items.length ||
    [...index.keys()].some((element) => element.startsWith('i:')) ||
    items.some((item) => isAmbiguous(shape.element ?? deduced, item))
  )
}
