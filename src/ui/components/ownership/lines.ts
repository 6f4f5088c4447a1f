import { isCollection, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import { writeJson } from '../../../machinery/json-text'
import { FieldSet } from '../../../managed-fields/field-set'
import { fieldElement, type PathElement } from '../../../managed-fields/path-element'
import { isElement, type ValuePath } from './locate'
import type { NamedOwner } from './owners'
import { type Structure, UNKNOWN } from './structure'

/** A field that stands on a line. */
export interface LineField {
  readonly path: ValuePath
  /** Who owns exactly this field, or the structure that is owned whole around it. */
  readonly owners: readonly NamedOwner[]
  /** Where it belongs to a structure that is owned whole: the path of that. */
  readonly whole?: ValuePath
  /** Has fields of its own below: then others may own those. */
  readonly inner: boolean
}

export interface OwnedLine {
  /** From 1. */
  readonly line: number
  /** The fields that start here, outer ones first; of a text over several lines, the field that goes on. */
  readonly fields: readonly LineField[]
  /** The owners of what the line shows: of its innermost fields, of the structure where those have none. */
  readonly owners: readonly NamedOwner[]
}

interface Claim {
  readonly owner: NamedOwner
  readonly set: FieldSet
  /** Set where everything from here on is owned with the structure at this path. */
  readonly whole?: ValuePath
}

/** The claims on a value, of those on what it is in. */
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

/** A field with those who own it. */
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
 * Who owns what each line of an object's YAML shows. Items of keyed lists and members of sets are found by their keys and
 * values, wherever they stand in the text; structures that are owned whole pass their owner on to all their lines. Where
 * the schema does not say whether a structure is owned whole, it is when an owner claims it and nobody claims a part.
 * A text that can't be read has no lines; of several documents the first counts.
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
  /** The last character of a value: a block text ends with the line break that belongs to it. */
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

/** The owned paths that an object does not show: values of another version of its kind, or given up since. */
export function unplaced(
  value: unknown,
  owner: NamedOwner,
  find: (value: unknown, path: readonly PathElement[]) => ValuePath | undefined,
): (readonly PathElement[])[] {
  return [...owner.fields.paths()].filter((path) => find(value, path) === undefined)
}

/** A path of steps the way people write it: `spec.containers[0].image`. */
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
