import { KIND_FACTS } from '../../api/generated/kinds/facts'
import { at, isObject } from '../../machinery/json'
import { compileLabelSelector, type LabelSelectorObject, NOTHING, SelectorError } from '../../machinery/labels'
import type { ApiObject } from '../../machinery/object'

/** A reference to another object in an object's fields. */
export interface Reference {
  readonly group: string
  readonly kind: string
  readonly name: string
  /** Absent for cluster-scoped kinds, and for references to the referring object's own namespace. */
  readonly namespace?: string
  /** Path of the referring field. */
  readonly field: string
}

interface Target {
  readonly group?: string
  readonly kind: string
  /** The member that holds the name, if the field is an object. */
  readonly member?: string
}

/** Fields that name an object of a fixed kind, at any depth. */
const NAMING: ReadonlyMap<string, Target> = new Map(
  KIND_FACTS.flatMap(({ rows: [row], references: { namedBy = {} } = {} }) =>
    Object.entries(namedBy).map(([field, { member }]): [string, Target] => [
      field,
      { kind: row?.kind ?? '', group: row?.group ?? '', ...(member !== undefined && { member }) },
    ]),
  ),
)
/** By kind, the field with its pod selector. */
const SELECTING = new Map(KIND_FACTS.map(({ rows: [row], references }) => [row?.kind ?? '', references?.selectsPods]))
/** Resources whose objects refer to or select others, as `resource.group`. */
export const REFERRING: ReadonlySet<string> = new Set(
  KIND_FACTS.filter(({ references }) => references?.refers).map(({ rows: [row] }) =>
    [row?.resource, row?.group].filter(Boolean).join('.'),
  ),
)
/** Fields that state the kind they refer to. */
const TYPED = new Set(['scaleTargetRef', 'roleRef', 'subjects', 'claimRef', 'targetRef', 'involvedObject', 'regarding'])
/** Fields that hold data or bookkeeping rather than references. */
const PASSED_BY = new Set(['metadata', 'data', 'binaryData', 'stringData', 'labels', 'annotations', 'openAPIV3Schema'])

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
const several = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [value])

const groupIn = (value: unknown): string => {
  const apiVersion = text(at(value, 'apiVersion'))
  return text(at(value, 'apiGroup')) ?? (apiVersion?.includes('/') ? (apiVersion.split('/')[0] ?? '') : '')
}

/** All references in an object's fields. */
export function referencesOf(object: ApiObject): Reference[] {
  const found = new Map<string, Reference>()
  const add = (reference: Reference): void => {
    const key = `${reference.group}/${reference.kind}/${reference.namespace ?? ''}/${reference.name}`
    if (!found.has(key)) found.set(key, reference)
  }
  const named = (value: unknown, { group = '', kind, member }: Target, field: string): void => {
    for (const each of several(value)) {
      const name = text(member === undefined ? each : at(each, member))
      const namespace = member === undefined ? undefined : text(at(each, 'namespace'))
      if (name) add({ group, kind, name, field, ...(namespace && { namespace }) })
    }
  }
  const typed = (value: unknown, field: string): void => {
    for (const each of several(value)) {
      const [kind, name, namespace] = [text(at(each, 'kind')), text(at(each, 'name')), text(at(each, 'namespace'))]
      if (kind && name && kind !== 'User' && kind !== 'Group')
        add({ group: groupIn(each), kind, name, field, ...(namespace && { namespace }) })
    }
  }
  const walk = (value: unknown, path: string): void => {
    if (Array.isArray(value)) for (const each of value as unknown[]) walk(each, path)
    else if (isObject(value))
      for (const [key, each] of Object.entries(value)) {
        if (PASSED_BY.has(key)) continue
        const field = path ? `${path}.${key}` : key
        const rule = NAMING.get(key)
        if (rule) named(each, rule, field)
        else if (TYPED.has(key)) typed(each, field)
        walk(each, field)
      }
  }
  walk(object, '')
  return [...found.values()]
}

/** The pod selector of an object; undefined for kinds that select no pods. */
export function podSelectorOf(kind: string, object: ApiObject) {
  const rule = SELECTING.get(kind)
  if (!rule) return NOTHING
  const selector = at(object, ...rule.path)
  if (rule.form === 'selector') return selectorFrom(selector as LabelSelectorObject | undefined)
  const matchLabels = (selector ?? {}) as Record<string, string>
  return Object.keys(matchLabels).length > 0 ? selectorFrom({ matchLabels }) : NOTHING
}

function selectorFrom(selector: LabelSelectorObject | undefined) {
  try {
    return compileLabelSelector(selector)
  } catch (error) {
    if (error instanceof SelectorError) return NOTHING
    throw error
  }
}
