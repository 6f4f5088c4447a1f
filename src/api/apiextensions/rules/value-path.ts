import { itemSchema, valuesOf } from '../definition'
import { isExposed, mostElements, placeOf, propertyPlace, type SchemaPlace } from './declared-size'
import type { Range } from './size-range'

/** Where a value stands in the schema: keys have no schema, and some paths lead nowhere. */
export type ValuePath = SchemaPlace | 'key' | 'lost'

/** The size that the schema allows a value; undefined if its place in the schema is unknown. */
export const pathSize = (path: ValuePath | undefined): Range | undefined => {
  if (path === undefined || path === 'lost') return undefined
  return { min: 0, max: path === 'key' ? 0 : mostElements(path) }
}

/** Steps from a value into its parts. Those from a value without a path end at the root, as they do in servers. */
export class PathSteps {
  constructor(private readonly root: SchemaPlace) {}

  /** To a field of an object. */
  field(path: ValuePath | undefined, field: string): ValuePath {
    if (path === undefined) return this.root
    return path === 'key' || path === 'lost' ? 'lost' : (propertyPlace(path, field) ?? 'lost')
  }
  /** To an item of a list or a value of a map. */
  items(path: ValuePath | undefined): ValuePath {
    if (path === undefined) return this.root
    if (path === 'key' || path === 'lost') return 'lost'
    const items = path.schema.type === 'array' ? itemSchema(path.schema) : valuesOf(path.schema)
    return items && isExposed(items) ? placeOf(items) : 'lost'
  }
  /** To a key of a map. */
  keys(path: ValuePath | undefined): ValuePath {
    if (path === undefined) return this.root
    return typeof path === 'object' && path.schema.type === 'object' && valuesOf(path.schema) ? 'key' : 'lost'
  }
}
