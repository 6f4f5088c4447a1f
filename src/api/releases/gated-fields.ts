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

/** Fields that are dropped from objects while a gate is off. */
export interface GatedFields {
  readonly gate: GateName
  /** The kind of whole object in which the gate applies to the fields, if not everywhere. */
  readonly root?: string
  readonly type: string
  readonly fields: readonly string[]
  /** Releases in which the gate applies to the fields, if not all that have the gate. */
  readonly since?: number
  readonly removed?: number
}

/**
 * A row is a type and its fields; with prefix `28+`, gated from that release on; with `-28`, up to it; `Job>JobSpec` is the type only within
 * objects of the first.
 */
const ROW = /^(?:(\d+)\+ |-(\d+) )?(?:(\S+)>)?(\S+) (.+)$/

/** All gated fields, for explaining why a field was dropped; those up to 1.27 are in the kinds' folders. */
export const gatedFields = (): GatedFields[] =>
  [LATER_GATED_FIELDS, ...KIND_FACTS.map(({ gatedFields: rows = {} }) => rows)]
    .flatMap((table) => Object.entries(table) as [GateName, readonly string[]][])
    .flatMap(([gate, rows]) =>
      rows.map((row) => {
        const [, since, removed, root, type = '', fields = ''] = ROW.exec(row) ?? []
        return {
          gate,
          type,
          fields: fields.split(' '),
          ...(root !== undefined && { root }),
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
    const type = row.root === undefined ? row.type : `${row.root}>${row.type}`
    const known = found.get(type) ?? new Set()
    for (const field of row.fields) known.add(field)
    found.set(type, known)
  }
  return found
}

const byRoot = new WeakMap<DisabledFields, Map<string, DisabledFields>>()

/** The fields that are disabled within objects of a type. */
function disabledWithin(root: string, disabled: DisabledFields): DisabledFields {
  const known = byRoot.get(disabled) ?? new Map<string, DisabledFields>()
  byRoot.set(disabled, known)
  const before = known.get(root)
  if (before) return before
  const found = new Map<string, Set<string>>()
  for (const [type, fields] of disabled) {
    const [only, inner = only] = type.split('>') as [string, string?]
    if (inner !== only && only !== root) continue
    found.set(inner, new Set([...(found.get(inner) ?? []), ...fields]))
  }
  known.set(root, found)
  return found
}

/**
 * Drops disabled fields, except those that `old`, the stored object, already uses anywhere. Never changes the input; returns it if nothing
 * is dropped.
 */
export function dropDisabledFields<T>(object: T, schema: Schema, everywhere: DisabledFields, old?: unknown): T {
  if (everywhere.size === 0) return object
  const disabled = disabledWithin(schema.name ?? '', everywhere)
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

/** Hooks of a container: without its fields, it is dropped, too. */
const LIFECYCLE = 'core.v1.Lifecycle'

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
    if (field.name === LIFECYCLE && isObject(after) && Object.keys(after).length === 0) delete copy[key]
    else copy[key] = after
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
