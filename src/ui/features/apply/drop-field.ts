import { type Document, isCollection, isMap, isNode, isPair, isScalar } from 'yaml'
import { type PathElement } from '../../../managed-fields/path-element'
import { locate, type ValuePath } from '../../components/ownership/locate'
import { type Structure, UNKNOWN } from '../../components/ownership/structure'

import { readIntent, writeIntent } from './intent-text'

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
  const doc = readIntent(text)
  const place = doc && locate(doc.toJS(), path, structure)
  if (!doc || !place?.length) return text
  takeOut(doc, place)
  return writeIntent(doc, text)
}

/** The manifest without several fields; list items are looked up again each time, since their positions change. */
export const dropFields = (
  text: string,
  paths: readonly (readonly PathElement[])[],
  structure: Structure = UNKNOWN,
): string => paths.reduce((rest, path) => dropField(rest, path, structure), text)
