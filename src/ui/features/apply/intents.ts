import { isCollection, isMap, isNode, isScalar, isSeq, type YAMLMap } from 'yaml'
import { type PathElement, pathText } from '../../../managed-fields/path-element'
import { equal } from '../../../machinery/json'
import { isElement, locate, type ValuePath } from '../../components/ownership/locate'
import { type Structure, UNKNOWN } from '../../components/ownership/structure'
import { parseJson } from '../../../machinery/json-text'
import { readIntent, writeIntent } from './intent-text'

/** The value of a manifest; undefined while it is invalid. */
export function intentValue(text: string): unknown {
  return readIntent(text)?.toJS() as unknown
}

/** The position of a field in the manifest. */
export function placeIn(
  text: string,
  path: readonly PathElement[],
  structure: Structure = UNKNOWN,
): ValuePath | undefined {
  return locate(intentValue(text), path, structure)
}

/**
 * The manifest with a field set to a value; applying the live value shares its ownership ("Field-ownership apply" 5).
 */
export function takeValue(
  text: string,
  path: readonly PathElement[],
  value: unknown,
  structure: Structure = UNKNOWN,
): string {
  const doc = readIntent(text)
  const place = doc && locate(doc.toJS(), path, structure)
  if (!doc || !place?.length) return text
  const old: unknown = doc.getIn(place, true)
  if (isScalar(old) && (typeof value !== 'object' || value === null)) {
    if (equal(old.value, value)) return text
    old.value = value
    delete old.source
    // Keeps quotes on strings, but must not add them to numbers.
    if (typeof value !== 'string') delete old.type
    delete old.format
  } else {
    const node = doc.createNode(value)
    if (isNode(old)) {
      // A comment after a multi-line value would be easy to miss.
      const several = isCollection(node) && !isCollection(old)
      const before = [old.commentBefore, several && old.comment].filter(Boolean).join('\n')
      if (before) node.commentBefore = before
      if (!several && old.comment) node.comment = old.comment
    }
    doc.setIn(place, node)
  }
  return writeIntent(doc, text)
}

/** The manifest with an additional field; missing maps, lists and items on its path are added with their keys. */
export function claimField(
  text: string,
  path: readonly PathElement[],
  value: unknown,
  structure: Structure = UNKNOWN,
): string {
  const doc = readIntent(text)
  if (!doc) return text
  if (locate(doc.toJS(), path, structure)) return takeValue(text, path, value, structure)
  let node: unknown = doc.contents
  let shape = structure
  path.forEach((element, i) => {
    const last = i === path.length - 1
    const next = path[i + 1]
    const fresh = (): unknown => (last ? doc.createNode(value) : doc.createNode(next?.startsWith('f:') ? {} : []))
    if (isMap(node) && element.startsWith('f:')) {
      const name = element.slice(2)
      const pair = node.items.find(({ key }) => isScalar(key) && key.value === name)
      const inner = pair?.value
      if (!pair) node.items.push(doc.createPair(name, fresh()))
      else if (!isCollection(inner)) pair.value = fresh()
      // Expands `{}` and `[]` to block style, so that members get their own lines.
      else if (inner.items.length === 0) inner.flow = false
      node = node.get(name, true)
      shape = shape.member(name)
    } else if (isSeq(node) && !element.startsWith('f:')) {
      const items = node.toJS(doc) as unknown[]
      const list = shape
      let at = items.findIndex((item, position) => isElement(element, item, position, list))
      if (at < 0) {
        node.items.push(doc.createNode(itemOf(element, last, value)))
        at = node.items.length - 1
      }
      node = node.items[at]
      shape = shape.item()
    }
  })
  return writeIntent(doc, text)
}

function itemOf(element: PathElement, last: boolean, value: unknown): unknown {
  const inner = element.slice(2)
  if (element.startsWith('v:')) return parseJson(inner)
  if (element.startsWith('k:')) return last && value !== undefined ? value : parseJson(inner)
  return value
}

/** The object that a manifest of the lab is about. */
export interface IntentTarget {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly namespace?: string | undefined
}

/** A manifest without fields: applying it gives up all ownership. */
export const emptyIntent = ({ apiVersion, kind, name, namespace }: IntentTarget): Record<string, unknown> => ({
  apiVersion,
  kind,
  metadata: { name, ...(namespace && { namespace }) },
})

/** Whether a manifest claims nothing beyond identifying its object. */
export function claimsNothing(text: string): boolean {
  const map = readIntent(text)?.contents as YAMLMap | undefined
  if (!map) return false
  const keys = (node: unknown): string[] => (isMap(node) ? node.items.map(({ key }) => String(key)) : [])
  return (
    keys(map).every((key) => ['apiVersion', 'kind', 'metadata'].includes(key)) &&
    keys(map.get('metadata', true)).every((key) => ['name', 'namespace'].includes(key))
  )
}

/** A path as text, without the dot at its start. */
export const fieldName = (path: readonly PathElement[]): string => pathText(path).replace(/^\./, '')
