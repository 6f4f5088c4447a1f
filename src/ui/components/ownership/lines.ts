import { isCollection, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import { writeJson } from '../../../machinery/json-text'
import { FieldSet } from '../../../managed-fields/field-set'
import { fieldElement, type PathElement } from '../../../managed-fields/path-element'
import { isElement, type ValuePath } from './locate'
import type { NamedOwner } from './owners'
import { type Structure, UNKNOWN } from './structure'

/** A field whose value is on a line of the text, with its owners. */
export interface LineField {
  readonly path: ValuePath
  /** The owners of exactly this field, or of the atomic structure around it. */
  readonly owners: readonly NamedOwner[]
  /** Path of the atomic structure that contains the field, if any. */
  readonly whole?: ValuePath
  /** True if nested fields may have other owners. */
  readonly inner: boolean
}

/** A line of a text with the owners of its field. */
export interface OwnedLine {
  /** Counts from 1. */
  readonly line: number
  /** The fields that start here, outer ones first; in a multi-line text, the field that continues. */
  readonly fields: readonly LineField[]
  /** The owners of the line's innermost fields; of the structure, if those have none. */
  readonly owners: readonly NamedOwner[]
}

interface Claim {
  readonly owner: NamedOwner
  readonly set: FieldSet
  /** Path of the atomic structure that owns everything from here on, if any. */
  readonly whole?: ValuePath
}

/** Narrows claims on a value to those on one of its members. */
const descend = (
  claims: readonly Claim[],
  matches: (element: PathElement) => boolean,
  direct: PathElement | undefined,
  node: unknown,
  shape: Structure,
  path: ValuePath,
): Claim[] => {
  const below = claims.flatMap((claim): Claim[] => {
    if (claim.whole) return [claim]
    const set =
      direct !== undefined
        ? claim.set.below(direct)
        : [...(claim.set.children?.keys() ?? [])]
            .filter(matches)
            .reduce((all, element) => all.union(claim.set.below(element)), FieldSet.empty)
    return set.isEmpty ? [] : [{ owner: claim.owner, set }]
  })
  const parts = below.some(({ set, whole }) => !whole && set.children)
  const isWhole = shape.owned === 'whole' || (shape.owned === 'unknown' && !parts)
  return below.map((claim) =>
    !claim.whole && isWhole && claim.set.own && isCollection(node) ? { ...claim, whole: path } : claim,
  )
}

/** A field with its owners. */
const fieldOf = (claims: readonly Claim[], path: ValuePath, node: unknown): LineField => {
  const mine = claims.filter(({ set, whole }) => whole ?? set.own)
  const whole = mine.find((claim) => claim.whole && claim.whole.length < path.length)?.whole
  return {
    path,
    owners: mine.map(({ owner }) => owner),
    ...(whole && { whole }),
    inner: isCollection(node) && node.items.length > 0,
  }
}

/**
 * The owners of each line of an object's YAML. Items of keyed lists and members of sets are matched by key or value, at
 * any position; owners of atomic structures own all their lines. If the schema does not say whether a structure is
 * atomic, it counts as atomic when claimed itself and no part of it is claimed. An unreadable text has no lines; of
 * several documents only the first counts.
 */
export function ownedLines(
  text: string,
  owners: readonly NamedOwner[],
  structure: Structure = UNKNOWN,
): ReadonlyMap<number, OwnedLine> {
  const counter = new LineCounter()
  const doc = parseDocument(text, { lineCounter: counter, version: '1.1', uniqueKeys: false, logLevel: 'silent' })
  const lines = new Map<number, LineField[]>()
  const lineAt = (offset: number): number => counter.linePos(offset).line

  const note = (field: LineField, from: number | undefined, to = from): void => {
    if (from === undefined || to === undefined) return
    const last = lineAt(to)
    for (let line = lineAt(from); line <= last; line++) lines.set(line, [...(lines.get(line) ?? []), field])
  }

  const start = (node: unknown): number | undefined => (node as Node | null | undefined)?.range?.[0]
  /** The end offset of a value, including the final line break of a block text. */
  const end = (node: unknown): number | undefined => {
    const to = (node as Node | null | undefined)?.range?.[1]
    return to === undefined ? undefined : text[to - 1] === '\n' ? to - 1 : to
  }

  const walk = (node: unknown, claims: readonly Claim[], shape: Structure, path: ValuePath): void => {
    if (isMap(node))
      for (const { key, value } of node.items) {
        const name = isScalar(key) ? String(key.value) : ''
        const to = [...path, name]
        const inner = shape.member(name)
        const mine = descend(claims, () => false, fieldElement(name), value, inner, to)
        const field = fieldOf(mine, to, value)
        note(field, start(key), field.inner ? start(key) : (end(value) ?? start(key)))
        walk(value, mine, inner, to)
      }
    else if (isSeq(node)) {
      const items = node.toJS(doc) as unknown[]
      node.items.forEach((item, i) => {
        const to = [...path, i]
        const inner = shape.item()
        const mine = descend(claims, (element) => isElement(element, items[i], i, shape), undefined, item, inner, to)
        const field = fieldOf(mine, to, item)
        note(field, start(item), field.inner ? start(item) : end(item))
        walk(item, mine, inner, to)
      })
    }
  }
  walk(
    doc.contents,
    owners.map((owner) => ({ owner, set: owner.fields })),
    structure,
    [],
  )
  return new Map([...lines].map(([line, fields]) => [line, { line, fields, owners: shown(fields) }]))
}

function shown(fields: readonly LineField[]): NamedOwner[] {
  const leaves = fields.filter(({ inner }) => !inner).flatMap(({ owners }) => owners)
  return [...new Set(leaves.length ? leaves : fields.flatMap(({ owners }) => owners))]
}

/** Owned paths that the object does not contain: fields of another API version, or removed since. */
export function unplaced(
  value: unknown,
  owner: NamedOwner,
  find: (value: unknown, path: readonly PathElement[]) => ValuePath | undefined,
): (readonly PathElement[])[] {
  return [...owner.fields.paths()].filter((path) => find(value, path) === undefined)
}

/** A path in the usual notation: `spec.containers[0].image`. */
export const valuePathText = (path: ValuePath): string =>
  path
    .map((step, i) =>
      typeof step === 'number'
        ? `[${step}]`
        : /^[\w-]+$/.test(step)
          ? `${i ? '.' : ''}${step}`
          : `[${writeJson(step)}]`,
    )
    .join('')
