import {
  type Document,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  parseDocument,
  type ToStringOptions,
  type YAMLMap,
} from 'yaml'
import { type PathElement, pathText } from '../../../managed-fields/path-element'
import { equal } from '../../../machinery/json'
import { isElement, locate, type ValuePath } from '../../components/ownership/locate'
import { type Structure, UNKNOWN } from '../../components/ownership/structure'
import { parseJson } from '../../../machinery/json-text'

/** Parses a manifest. Edits to the document keep comments, quotes, order and list indentation. */
function read(text: string): Document | undefined {
  const doc = parseDocument(text, { version: '1.1', uniqueKeys: false, logLevel: 'silent' })
  return doc.errors.length === 0 && isMap(doc.contents) ? doc : undefined
}

/** The layout of a text, so that rewriting it leaves the rest unchanged. */
function styleOf(text: string): ToStringOptions {
  const indent = /^( +)\S/m.exec(text)?.[1]?.length
  const flat = /^( *)[^\s#-][^\n]*:[ \t]*(?:#[^\n]*)?\n(?:\s*\n)*\1- /m.test(text)
  const deep = /^( *)[^\s#-][^\n]*:[ \t]*(?:#[^\n]*)?\n(?:\s*\n)*\1 +- /m.test(text)
  return {
    lineWidth: 0,
    flowCollectionPadding: !/[[{]\S/.test(text),
    ...(indent && indent <= 8 && { indent }),
    ...(flat && !deep && { indentSeq: false }),
  }
}
const write = (doc: Document, text: string): string => doc.toString(styleOf(text))

/** The value of a manifest; undefined while it is invalid. */
export function intentValue(text: string): unknown {
  return read(text)?.toJS() as unknown
}

/** The position of a field in the manifest. */
export function placeIn(
  text: string,
  path: readonly PathElement[],
  structure: Structure = UNKNOWN,
): ValuePath | undefined {
  return locate(intentValue(text), path, structure)
}

/** The comments before and after a removed node, to be kept. */
const remarks = (node: unknown): string[] => {
  const found: string[] = []
  const visit = (each: unknown): void => {
    if (isPair(each)) {
      visit(each.key)
      visit(each.value)
    } else if (isNode(each)) {
      if (each.commentBefore) found.push(each.commentBefore)
      if (each.comment) found.push(each.comment)
      if (isCollection(each)) each.items.forEach(visit)
    }
  }
  visit(node)
  return found
}

/** Moves comments to the following node, or else to the preceding one. */
function keepRemarks(doc: Document, parent: ValuePath, position: number, comments: readonly string[]): void {
  if (comments.length === 0) return
  const node: unknown = parent.length ? doc.getIn(parent, true) : doc.contents
  if (!isCollection(node)) return
  const next = node.items[position]
  const target = isPair(next) ? next.key : next
  if (isNode(target)) {
    // The first key of a map in a list shares its line with the item, so the comment belongs to the item.
    target.commentBefore = [...comments, target.commentBefore].filter(Boolean).join('\n')
  } else node.comment = [node.comment, ...comments].filter(Boolean).join('\n')
}

const positionIn = (node: unknown, step: string | number): number =>
  isMap(node)
    ? node.items.findIndex(({ key }) => isScalar(key) && String(key.value) === String(step))
    : typeof step === 'number'
      ? step
      : -1

function takeOut(doc: Document, path: ValuePath): void {
  const parent = path.slice(0, -1)
  const step = path.at(-1)
  const node: unknown = parent.length ? doc.getIn(parent, true) : doc.contents
  if (step === undefined || !isCollection(node)) return
  const position = positionIn(node, step)
  const item = node.items[position]
  if (item === undefined) return
  const comments = remarks(item)
  node.items.splice(position, 1)
  // An empty map or list would itself be claimed, so it is removed too.
  if (node.items.length === 0 && parent.length > 0) {
    const above = parent.slice(0, -1)
    const outer: unknown = above.length ? doc.getIn(above, true) : doc.contents
    const at = positionIn(outer, parent.at(-1) ?? '')
    takeOut(doc, parent)
    keepRemarks(doc, above, at, comments)
  } else keepRemarks(doc, parent, position, comments)
}

/**
 * The manifest without a field: its value stays, but ownership is given up ("Field-ownership apply" 5). Also removes maps
 * and lists that become empty. Returns the text unchanged if it lacks the field or is invalid.
 */
export function dropField(text: string, path: readonly PathElement[], structure: Structure = UNKNOWN): string {
  const doc = read(text)
  const place = doc && locate(doc.toJS(), path, structure)
  if (!doc || !place?.length) return text
  takeOut(doc, place)
  return write(doc, text)
}

/** The manifest without several fields; list items are looked up again each time, since their positions change. */
export const dropFields = (
  text: string,
  paths: readonly (readonly PathElement[])[],
  structure: Structure = UNKNOWN,
): string => paths.reduce((rest, path) => dropField(rest, path, structure), text)

/**
 * The manifest with a field set to a value; applying the live value shares its ownership ("Field-ownership apply" 5).
 */
export function takeValue(
  text: string,
  path: readonly PathElement[],
  value: unknown,
  structure: Structure = UNKNOWN,
): string {
  const doc = read(text)
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
  return write(doc, text)
}

/** The manifest with an additional field; missing maps, lists and items on its path are added with their keys. */
export function claimField(
  text: string,
  path: readonly PathElement[],
  value: unknown,
  structure: Structure = UNKNOWN,
): string {
  const doc = read(text)
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
  return write(doc, text)
}

function itemOf(element: PathElement, last: boolean, value: unknown): unknown {
  const inner = element.slice(2)
  if (element.startsWith('v:')) return parseJson(inner)
  if (element.startsWith('k:')) return last && value !== undefined ? value : parseJson(inner)
  return value
}

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
  const map = read(text)?.contents as YAMLMap | undefined
  if (!map) return false
  const keys = (node: unknown): string[] => (isMap(node) ? node.items.map(({ key }) => String(key)) : [])
  return (
    keys(map).every((key) => ['apiVersion', 'kind', 'metadata'].includes(key)) &&
    keys(map.get('metadata', true)).every((key) => ['name', 'namespace'].includes(key))
  )
}

export const fieldName = (path: readonly PathElement[]): string => pathText(path).replace(/^\./, '')
