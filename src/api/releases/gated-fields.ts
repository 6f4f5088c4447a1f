/** Fields behind feature gates: while the gate is off, writes drop them unless the stored object uses them already. */
import { isObject } from '../../machinery/json'
import { mapChanged } from '../../machinery/lists'
import type { Schema } from '../schema'
import { KIND_FACTS } from '../generated/kinds/facts'
import type { Feature, GateName } from './gates'
import { existsAt } from './ledger'
import { LATER_GATED_FIELDS } from './later-gated-fields'

/** Fields by type name. */
export type DisabledFields = ReadonlyMap<string, ReadonlySet<string>>

export interface GatedFields {
  readonly gate: GateName
  readonly type: string
  readonly fields: readonly string[]
  /** Releases in which the gate applies to the fields, if not all that have the gate. */
  readonly since?: number
  readonly removed?: number
}

/** A row is a type and its fields; with prefix `28+`, gated from that release on; with `-28`, up to it. */
const ROW = /^(?:(\d+)\+ |-(\d+) )?(\S+) (.+)$/

/** All gated fields, for explaining why a field was dropped; those up to 1.27 are in the kinds' folders. */
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

/** Fields that are disabled in a release with the given features. */
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
 * Drops disabled fields, except those that `old`, the stored object, already uses anywhere. Never changes the input; returns it if nothing
 * is dropped.
 */
export function dropDisabledFields<T>(object: T, schema: Schema, disabled: DisabledFields, old?: unknown): T {
  if (disabled.size === 0) return object
  let used: Set<string> | undefined
  const keeps = (type: string, field: string): boolean => {
    if (old === undefined) return false
    used ??= usedFields(old, schema, disabled)
    return used.has(`${type} ${field}`)
  }
  return visit(object, schema, disabled, (type, field) => !keeps(type, field), isObject(old) ? old : {}) as T
}

function usedFields(value: unknown, schema: Schema, disabled: DisabledFields): Set<string> {
  const used = new Set<string>()
  visit(value, schema, disabled, (type, field) => {
    used.add(`${type} ${field}`)
    return false
  })
  return used
}

/** Visits a typed value and drops the disabled fields for which `drop` returns true. Members shared with `old` are left as they are. */
function visit(
  value: unknown,
  schema: Schema,
  disabled: DisabledFields,
  drop: (type: string, field: string) => boolean,
  old: Readonly<Record<string, unknown>> = {},
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
    if (!field || !holdsDisabled(field, disabled) || isShared(value[key], old[key])) continue
    const after = visit(value[key], field, disabled, drop)
    if (after === value[key]) continue
    copy ??= { ...value }
    copy[key] = after
  }
  return copy ?? value
}

const isShared = (part: unknown, old: unknown): boolean => part === old && typeof part === 'object'

function visitItems(
  items: readonly unknown[],
  element: Schema,
  disabled: DisabledFields,
  drop: (type: string, field: string) => boolean,
): readonly unknown[] {
  if (!holdsDisabled(element, disabled)) return items
  return mapChanged(items, (item) => visit(item, element, disabled, drop))
}

// Most types have none and can be skipped.
const holders = new WeakMap<DisabledFields, WeakMap<Schema, boolean>>()

/** Whether values of a type can contain a disabled field. Recursive types count as if they do. */
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
