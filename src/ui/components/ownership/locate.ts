import { fieldElement, keyElement, type PathElement, valueElement } from '../../../managed-fields/path-element'
import { equal, isObject } from '../../../machinery/json'
import { parseJson } from '../../../machinery/json-text'
import { type Structure, UNKNOWN } from './structure'

/** Steps into a value: member names and item positions. */
export type ValuePath = readonly (string | number)[]

const parsed = (element: PathElement): unknown => parseJson(element.slice(2))

/** Whether a list item matches a path element; keys missing from the item have their defaults. */
export function isElement(element: PathElement, item: unknown, position: number, list: Structure = UNKNOWN): boolean {
  switch (element.charAt(0)) {
    case 'k': {
      if (!isObject(item)) return false
      const entries = Object.entries(parsed(element) as Record<string, unknown>)
      const has = (name: string) => Object.hasOwn(item, name) || Object.hasOwn(list.keyDefaults, name)
      return entries.every(([name, value]) =>
        has(name)
          ? equal(Object.hasOwn(item, name) ? item[name] : list.keyDefaults[name], value)
          : // Without a schema, a missing key may still have the value by default.
            list.owned === 'unknown' && entries.some(([other]) => Object.hasOwn(item, other)),
      )
    }
    case 'v':
      return equal(parsed(element), item)
    case 'i':
      return parsed(element) === position
    default:
      return false
  }
}

/** Resolves an ownership path in a value; undefined if the value has no such place. */
export function locate(
  value: unknown,
  path: readonly PathElement[],
  structure: Structure = UNKNOWN,
): ValuePath | undefined {
  const found: (string | number)[] = []
  let node = value
  let shape = structure
  for (const element of path) {
    if (element.startsWith('f:')) {
      const name = element.slice(2)
      if (!isObject(node) || !Object.hasOwn(node, name)) return undefined
      found.push(name)
      node = node[name]
      shape = shape.member(name)
    } else {
      if (!Array.isArray(node)) return undefined
      const list = shape
      const position = node.findIndex((item, i) => isElement(element, item, i, list))
      if (position < 0) return undefined
      found.push(position)
      node = (node as unknown[])[position]
      shape = shape.item()
    }
  }
  return found
}

/**
 * The ownership path of a place in a value. It ends early at atomic structures; lists of unknown type count as atomic.
 */
export function elementsOf(value: unknown, path: ValuePath, structure: Structure = UNKNOWN): PathElement[] {
  const elements: PathElement[] = []
  let node = value
  let shape = structure
  for (const step of path) {
    if (shape.owned === 'whole' || (shape.owned === 'unknown' && Array.isArray(node))) break
    if (typeof step === 'string') {
      elements.push(fieldElement(step))
      node = isObject(node) ? node[step] : undefined
      shape = shape.member(step)
    } else {
      const item: unknown = Array.isArray(node) ? node[step] : undefined
      const keyed = isObject(item)
        ? shape.keys.map((key) => [key, Object.hasOwn(item, key) ? item[key] : shape.keyDefaults[key]])
        : []
      elements.push(
        keyed.length ? keyElement(Object.fromEntries(keyed) as Record<string, unknown>) : valueElement(item),
      )
      node = item
      shape = shape.item()
    }
  }
  return elements
}
