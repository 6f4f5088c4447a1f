import { behaves } from '../api/releases/ledger'
import type { Schema } from '../api/schema'
import { goUntypedType } from '../machinery/go-untyped'
import { isObject } from '../machinery/json'
import { FieldSet } from './field-set'
import { goSyntax, goValue } from './go-text'
import { elementText, fieldElement, indexElement, type PathElement, pathText } from './path-element'
import {
  deduced,
  indexList,
  isNamed,
  listElement,
  memberSchema,
  type Shape,
  shapeOf,
  shapeOfValue,
  zeroKey,
} from './shape'

const isNothing = (value: unknown): boolean => value === null || (isObject(value) && isEmptyObject(value))

function isEmptyObject(value: object): boolean {
  for (const key in value) if (Object.hasOwn(value, key)) return false
  return true
}

function mapSet(
  shape: Shape,
  value: Record<string, unknown>,
  each: (name: string, schema: Schema, member: unknown) => FieldSet,
): FieldSet {
  let children: Map<PathElement, FieldSet> | undefined
  for (const name of Object.keys(value)) {
    const member = value[name]
    if (member === undefined) continue
    const child = each(name, memberSchema(shape, name) ?? deduced, member)
    if (!child.isEmpty) (children ??= new Map()).set(fieldElement(name), child)
  }
  return FieldSet.of(false, children)
}

function listSet(
  shape: Shape,
  value: readonly unknown[],
  below: (schema: Schema, item: unknown) => FieldSet,
): FieldSet {
  const children = new Map<PathElement, FieldSet>()
  const schema = shape.element ?? deduced
  for (const [element, items] of indexList(shape, value))
    children.set(element, items.length === 1 ? below(schema, items[0]).withOwn(true) : FieldSet.leaf)
  return FieldSet.of(false, children)
}

/**
 * The fields that a configuration sets and therefore claims: every leaf, every list element, every map key that is not a struct field, and
 * from 1.21 on everything given as null or empty.
 */
export function fieldSetOf(schema: Schema, value: unknown, release: number): FieldSet {
  const ownsEmpty = behaves('apply-owns-empty-values', release)
  const setOf = (type: Schema, part: unknown): FieldSet => {
    const shape = shapeOfValue(type, part)
    if (shape.kind === 'leaf') return FieldSet.leaf
    if (part === null) return FieldSet.empty
    if (shape.kind === 'map')
      return mapSet(shape, part as Record<string, unknown>, (name, below, member) => {
        const child = setOf(below, member)
        return isNamed(shape, name) && !(ownsEmpty && isNothing(member)) ? child : child.withOwn(true)
      })
    return listSet(shape, part as unknown[], setOf)
  }
  return setOf(schema, value)
}

/** Every path that exists in a value, including its own. */
export function everyPathOf(schema: Schema, value: unknown): FieldSet {
  const shape = shapeOfValue(schema, value)
  if (shape.kind === 'leaf' || value === null) return FieldSet.leaf
  const below =
    shape.kind === 'map'
      ? mapSet(shape, value as Record<string, unknown>, (_name, type, member) => everyPathOf(type, member))
      : listSet(shape, value as unknown[], everyPathOf)
  return below.withOwn(true)
}

/** Message for a field that the type does not have. */
export const UNDECLARED = 'field not declared in schema'

/** A problem of a value as an applied configuration, and its location. */
export interface Problem {
  readonly path: string
  readonly message: string
}

const isNumeric = (value: unknown): boolean => typeof value === 'number' || typeof value === 'bigint'

interface ScalarKind {
  readonly fits: (value: unknown) => boolean
  readonly name: string
  /** Prints the unexpected value the way Go does. */
  readonly got: (value: unknown) => string
}

const numeric: ScalarKind = { fits: isNumeric, name: 'numeric (int or float)', got: goUntypedType }
const scalarKinds: Readonly<Record<string, ScalarKind>> = {
  string: {
    fits: (value) => typeof value === 'string',
    name: 'string',
    got: (value) => `&value.valueUnstructured{Value:${goSyntax(value)}}`,
  },
  integer: numeric,
  number: numeric,
  boolean: { fits: (value) => typeof value === 'boolean', name: 'boolean', got: goValue },
}

/**
 * Finds problems of a value as an applied configuration: unknown fields, values of the wrong form, duplicate set members and keys,
 * elements without keys. Other defects are found by validation after merging. Without a release, judges as the newest does.
 */
export function problemsOf(schema: Schema, value: unknown, release = Infinity): Problem[] {
  const zeroKeys = behaves('apply-list-keys-default-to-zero', release)
  const numbers = behaves('apply-takes-numbers-as-quantities', release)
  const problems: Problem[] = []
  const path: PathElement[] = []
  const report = (message: string): void => void problems.push({ path: pathText(path), message })

  const descend = (element: PathElement, type: Schema, member: unknown): void => {
    path.push(element)
    visit(type, member)
    path.pop()
  }

  function visitList(shape: Shape, list: readonly unknown[]): void {
    const seen = new Set<PathElement>()
    for (const [position, item] of list.entries()) {
      const element = (zeroKeys ? undefined : zeroKey(shape, item)) ?? listElement(shape, item)
      // The elements after one without an identity are not judged.
      if (typeof element !== 'string') return report(`element ${position}: ${element.problem}`)
      if (seen.has(element)) report(`duplicate entries for key ${elementText(element)}`)
      seen.add(element)
      descend(element, shape.element ?? deduced, item)
    }
  }

  /** Checks the parts of a value that is owned as a whole. */
  function visitAtomic({ type, element, fields }: Schema, member: object): void {
    if (Array.isArray(member))
      return member.forEach((item, position) => descend(indexElement(position), element ?? deduced, item))
    for (const [name, below] of Object.entries(member)) {
      const declared = type === 'map' ? element : fields?.get(name)
      if (declared) descend(fieldElement(name), declared, below)
    }
  }

  function visit(type: Schema, member: unknown): void {
    if (member === null) return
    const shape = shapeOf(type)
    if (type.type === 'any') {
      if (!isObject(member) || shape.kind === 'leaf') return
    } else if (type.type === 'struct' || type.type === 'map') {
      if (!isObject(member)) return report(`expected map, got ${goValue(member)}`)
    } else if (type.type === 'list') {
      if (!Array.isArray(member)) return report(`expected list, got ${goValue(member)}`)
    } else {
      const kind = scalarKinds[type.type]
      const anyScalar =
        type.type === 'string' &&
        type.format !== undefined &&
        type.format !== 'byte' &&
        (numbers || type.format !== 'quantity')
      if (kind && (anyScalar ? typeof member === 'object' : !kind.fits(member)))
        report(`expected ${kind.name}, got ${kind.got(member)}`)
      return
    }
    if (shape.kind === 'leaf') return visitAtomic(type, member as object)
    if (shape.kind !== 'map') return visitList(shape, member as unknown[])
    for (const [name, below] of Object.entries(member)) {
      const declared = memberSchema(shape, name)
      if (declared) descend(fieldElement(name), declared, below)
      else problems.push({ path: pathText([...path, fieldElement(name)]), message: UNDECLARED })
    }
  }

  visit(schema, value)
  return problems
}
