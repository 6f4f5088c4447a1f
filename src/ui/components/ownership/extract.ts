import { FieldSet } from '../../../managed-fields/field-set'
import { fieldElement } from '../../../managed-fields/path-element'
import { isObject, setOwn } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'
import { parseJson } from '../../../machinery/json-text'
import { isElement } from './locate'
import { type Structure, UNKNOWN } from './structure'

function extract(value: unknown, set: FieldSet, shape: Structure): unknown {
  // A map or list with separately owned members is extracted empty, whatever others have added since.
  if (!set.children) return shape.owned !== 'parts' ? value : isObject(value) ? {} : Array.isArray(value) ? [] : value
  if (isObject(value)) {
    const part: Record<string, unknown> = {}
    for (const name of Object.keys(value)) {
      const below = set.below(fieldElement(name))
      if (!below.isEmpty) setOwn(part, name, extract(value[name], below, shape.member(name)))
    }
    return part
  }
  if (!Array.isArray(value)) return value
  const elements = [...set.children]
  return value.flatMap((item: unknown, i) => {
    const [element, below] = elements.find(([each]) => isElement(each, item, i, shape)) ?? []
    if (!element || !below) return []
    const part = extract(item, below, shape.item())
    if (!element.startsWith('k:') || !isObject(part)) return [part]
    // An item of a keyed list needs its keys to be applied again.
    const keys = parseJson(element.slice(2)) as Record<string, unknown>
    const own = Object.fromEntries(
      Object.entries(keys).filter(([name]) => Object.hasOwn(part, name) || !Object.hasOwn(shape.keyDefaults, name)),
    )
    return [{ ...own, ...part }]
  })
}

/** The fields of an owner, extracted from an object as an intent that claims them again. */
export function intentOf(object: ApiObject, fields: FieldSet, structure: Structure = UNKNOWN): Record<string, unknown> {
  const owned = fields.isEmpty ? {} : (extract(object, fields, structure) as Record<string, unknown>)
  const { name, namespace } = object.metadata
  const metadata = isObject(owned['metadata']) ? owned['metadata'] : {}
  return {
    apiVersion: object.apiVersion,
    kind: object.kind,
    metadata: { name, ...(namespace && { namespace }), ...metadata },
    ...Object.fromEntries(Object.entries(owned).filter(([key]) => !['apiVersion', 'kind', 'metadata'].includes(key))),
  }
}
