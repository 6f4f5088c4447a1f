/** Fields that a feature gate guards: while it is off, writes lose them unless the stored object uses them already. */
import type { Feature, GateName } from './gates'
import { isObject } from '../../machinery/json'
import { mapChanged } from '../../machinery/lists'
import type { Schema } from '../schema'
import { KIND_FACTS } from '../generated/kinds/facts'
import { existsAt } from './ledger'
import { LATER_GATED_FIELDS } from './later-gated-fields'

/** Fields by type name. */
export type DisabledFields = ReadonlyMap<string, ReadonlySet<string>>

export interface GatedFields {
  readonly gate: GateName
  readonly type: string
  readonly fields: readonly string[]
  /** The releases in which the gate guards them, where these are not all that have it. */
  readonly since?: number
  readonly removed?: number
}

/** A row is a type and its fields; `28+` before it: the gate guards them from that release on; `-28`: up to it. */
const ROW = /^(?:(\d+)\+ |-(\d+) )?(\S+) (.+)$/

/** All gated fields, for whoever explains why a field went missing; those up to 1.27 stand in the folders of their kinds. */
export const gatedFields = (): GatedFields[] =>
  [LATER_GATED_FIELDS, ...KIND_FACTS.map(({ gatedFields: rows = {} }) => rows)]
    .flatMap((table) => Object.entries(table) as [GateName, readonly string[]][])
    .flatMap(([gate, rows]) =>
      rows.map((row) => {
        const [, since, removed, type = '', fields = ''] = ROW.exec(row) ?? []
        return {
          gate,
          type,
          fields: fields.split(' '),
          ...(since !== undefined && { since: Number(since) }),
          ...(removed !== undefined && { removed: Number(removed) }),
        }
      }),
    )

/** The fields that the given features leave out at a release. */
export function disabledFields(feature: Feature, release: number): DisabledFields {
  const found = new Map<string, Set<string>>()
  for (const row of gatedFields()) {
    if (!existsAt(row, release) || feature(row.gate)) continue
    const known = found.get(row.type) ?? new Set()
    for (const field of row.fields) known.add(field)
    found.set(row.type, known)
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
  if (Array.isArray(value)) return element ? visitItems(value, element, disabled, drop) : value
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
    if (!field || !holdsDisabled(field, disabled)) continue
    const after = visit(value[key], field, disabled, drop)
    if (after === value[key]) continue
    copy ??= { ...value }
    copy[key] = after
  }
  return copy ?? value
}

function visitItems(
  items: readonly unknown[],
  element: Schema,
  disabled: DisabledFields,
  drop: (type: string, field: string) => boolean,
): readonly unknown[] {
  if (!holdsDisabled(element, disabled)) return items
  return mapChanged(items, (item) => visit(item, element, disabled, drop))
}

// Most types hold none; they are passed over.
const holders = new WeakMap<DisabledFields, WeakMap<Schema, boolean>>()

/** Whether a value of the type may have a disabled field in it. A type that is within itself counts as one. */
function holdsDisabled(schema: Schema, disabled: DisabledFields): boolean {
  const { name, fields, element } = schema
  if (!fields && !element) return false
  if (name !== undefined && disabled.has(name)) return true
  const known = holders.get(disabled) ?? new WeakMap<Schema, boolean>()
  holders.set(disabled, known)
  const before = known.get(schema)
  if (before !== undefined) return before
  known.set(schema, true)
  const found = [...(fields?.values() ?? []), ...(element ? [element] : [])].some((one) => holdsDisabled(one, disabled))
  known.set(schema, found)
  return found
}
