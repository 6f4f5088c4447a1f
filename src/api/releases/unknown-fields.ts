/**
 * Fields of a stored object that the release does not know, because a later release wrote them. Updates can't set them, so they are
 * preserved and visible again after an upgrade.
 */
import { overPart } from '../../machinery/fixed-parts'
import { equal, isObject, setOwn } from '../../machinery/json'
import { writeJson } from '../../machinery/json-text'
import type { Schema } from '../schema'

/**
 * Adds to `next` the fields of `old` that are unknown to `schema`, wherever their containing value still exists. Neither is changed;
 * returns `next` itself if there is nothing to preserve.
 */
export function keepUnknownFields<T>(next: T, old: unknown, schema: Schema): T {
  // Unknown fields are rare; only then are the two values matched item by item.
  return holdsUnknown(old, schema, remembered) ? (keep(next, old, schema) as T) : next
}

const remembered = (part: unknown, schema: Schema): boolean =>
  overPart(part, schema, remembered, () => holdsUnknown(part, schema))

function holdsUnknown(
  value: unknown,
  schema: Schema,
  within: (part: unknown, schema: Schema) => boolean = holdsUnknown,
): boolean {
  const { element, fields, additional } = schema
  if (Array.isArray(value)) {
    if (!element?.fields && !element?.element) return false
    return value.some((item) => holdsUnknown(item, element))
  }
  if (!isObject(value) || schema.preserveUnknown || (!fields && !element)) return false
  for (const key in value) {
    const known = fields?.get(key) ?? additional ?? element
    if (!known || ((known.fields || known.element) && within(value[key], known))) return true
  }
  return false
}

function keep(next: unknown, old: unknown, schema: Schema): unknown {
  if (next === old) return next
  if (Array.isArray(next)) return Array.isArray(old) && schema.element ? keepInItems(next, old, schema) : next
  if (!isObject(next) || !isObject(old) || schema.preserveUnknown || (!schema.fields && !schema.element)) return next
  let copy: Record<string, unknown> | undefined
  for (const key of Object.keys(old)) {
    const known = schema.fields?.get(key) ?? schema.additional ?? schema.element
    const has = Object.hasOwn(next, key)
    if (known && !has) continue
    const kept = known ? keep(next[key], old[key], known) : old[key]
    if (has && kept === next[key]) continue
    copy ??= { ...next }
    setOwn(copy, key, kept)
  }
  return copy ?? next
}

function keepInItems(next: readonly unknown[], old: readonly unknown[], schema: Schema): readonly unknown[] {
  const element = schema.element as Schema
  if (!element.fields && !element.element) return next
  const before = sameItem(old, schema)
  let copy: unknown[] | undefined
  next.forEach((item, i) => {
    const kept = keep(item, before(item, i), element)
    if (kept === item) return
    copy ??= [...next]
    copy[i] = kept
  })
  return copy ?? next
}

/** Finds the old counterpart of a list item: by key, else by equality, else by index. */
function sameItem(old: readonly unknown[], schema: Schema): (item: unknown, at: number) => unknown {
  const keys = schema.listMapKeys ?? (schema.patchMergeKey ? [schema.patchMergeKey] : undefined)
  if (keys) {
    const known = new Map<string, unknown>()
    // Of duplicates, the first one wins.
    for (const item of [...old].reverse()) known.set(keyOf(item, keys), item)
    return (item) => known.get(keyOf(item, keys))
  }
  return (item, at) => (covers(old[at], item) ? old[at] : (old.find((one) => covers(one, item)) ?? old[at]))
}

const keyOf = (item: unknown, keys: readonly string[]): string =>
  isObject(item) ? writeJson(keys.map((key) => item[key] ?? '')) : ''

const covers = (old: unknown, item: unknown): boolean =>
  isObject(old) && isObject(item)
    ? Object.keys(item).every((key) => covers(old[key], item[key]))
    : Array.isArray(old) && Array.isArray(item)
      ? old.length === item.length && item.every((one, i) => covers(old[i], one))
      : equal(old, item)
