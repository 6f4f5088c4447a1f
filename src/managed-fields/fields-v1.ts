import { canonicalElement, InvalidPathElement, type PathElement } from './path-element'
import { FieldSet, type FieldsV1 } from './field-set'

const parsed = new WeakMap<object, FieldSet>()

/**
 * Parses `fieldsV1`. The result is cached for the object and its parts, which must not be changed afterwards. Throws InvalidPathElement.
 */
export function fromFieldsV1(fields: object): FieldSet {
  const known = parsed.get(fields)
  if (known) return known
  const set = parse(fields)
  if (set.children) parsed.set(fields, set)
  return set
}

function parse(fields: object): FieldSet {
  let own = false
  let children: Map<PathElement, FieldSet> | undefined
  let canonical = true
  for (const [text, below] of Object.entries(fields) as [string, unknown][]) {
    if (text === '.') {
      own = true
      continue
    }
    const element = canonicalElement(text)
    if (typeof below !== 'object' || Array.isArray(below)) throw new InvalidPathElement(`${text} holds no object`)
    if (element !== text || below === null) canonical = false
    let child = below === null ? FieldSet.leaf : fromFieldsV1(below)
    if (child.isEmpty) child = FieldSet.leaf
    else if (!child.written && child.children) canonical = false
    children ??= new Map()
    children.set(element, children.get(element)?.union(child) ?? child)
  }
  const set = FieldSet.of(own, children)
  if (canonical && set.children) set.written = fields as FieldsV1
  return set
}

/** Writes a set as `fieldsV1`. Results are cached and share parts: never change them. */
export function toFieldsV1(set: FieldSet): FieldsV1 {
  const fields = write(set)
  if (set.children) parsed.set(fields, set)
  return fields
}

function write(set: FieldSet): FieldsV1 {
  if (!set.children) return {}
  if (set.written) return set.written
  const fields: FieldsV1 = {}
  if (set.own) fields['.'] = {}
  for (const element of [...set.children.keys()].sort()) fields[element] = write(set.below(element))
  set.written = fields
  return fields
}
