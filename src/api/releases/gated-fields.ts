/** Fields that a feature gate guards: while it is off, writes lose them unless the stored object uses them already. */
import type { Feature, GateName } from './gates'
import { isObject } from '../../machinery/json'
import type { Schema } from '../schema'
import { KIND_FACTS } from '../generated/kinds/facts'

/** Fields by type name. */
export type DisabledFields = ReadonlyMap<string, ReadonlySet<string>>

/** All gated fields, for whoever explains why a field went missing; each stands in the folder of its kind. */
export const gatedFields = (): { gate: GateName; type: string; fields: string[] }[] =>
  KIND_FACTS.flatMap(({ gatedFields: rows = {} }) => Object.entries(rows) as [GateName, readonly string[]][]).flatMap(
    ([gate, rows]) =>
      rows.map((row) => {
        const [type = '', ...fields] = row.split(' ')
        return { gate, type, fields }
      }),
  )

/** The fields that the given features leave out. */
export function disabledFields(feature: Feature): DisabledFields {
  const found = new Map<string, Set<string>>()
  for (const { gate, type, fields } of gatedFields()) {
    if (feature(gate)) continue
    const known = found.get(type) ?? new Set()
    for (const field of fields) known.add(field)
    found.set(type, known)
  }
  return found
}

/**
 * The object without disabled fields, except those that `old`, the stored object, uses somewhere already.
 * The input is never changed; it is returned itself when it uses none of them.
 */
export function dropDisabledFields<T>(object: T, schema: Schema, disabled: DisabledFields, old?: unknown): T {
  if (disabled.size === 0) return object
  let used: Set<string> | undefined
  const keeps = (type: string, field: string): boolean => {
    if (old === undefined) return false
    used ??= usedFields(old, schema, disabled)
    return used.has(`${type} ${field}`)
  }
  return visit(object, schema, disabled, (type, field) => !keeps(type, field)) as T
}

function usedFields(value: unknown, schema: Schema, disabled: DisabledFields): Set<string> {
  const used = new Set<string>()
  visit(value, schema, disabled, (type, field) => {
    used.add(`${type} ${field}`)
    return false
  })
  return used
}

/** Visits every value under its schema and drops the disabled fields for which `drop` says so. */
function visit(
  value: unknown,
  schema: Schema,
  disabled: DisabledFields,
  drop: (type: string, field: string) => boolean,
): unknown {
  const { element, fields, name } = schema
  if (Array.isArray(value)) {
    if (!element) return value
    const items = value.map((item) => visit(item, element, disabled, drop))
    return items.some((item, i) => item !== value[i]) ? items : value
  }
  if (!isObject(value) || (!fields && !element)) return value
  const off = name === undefined ? undefined : disabled.get(name)
  let copy: Record<string, unknown> | undefined
  for (const key in value) {
    if (off?.has(key) && name !== undefined && drop(name, key)) {
      copy ??= { ...value }
      delete copy[key]
      continue
    }
    const field = fields?.get(key) ?? element
    if (!field || (!field.fields && !field.element)) continue
    const after = visit(value[key], field, disabled, drop)
    if (after === value[key]) continue
    copy ??= { ...value }
    copy[key] = after
  }
  return copy ?? value
}
