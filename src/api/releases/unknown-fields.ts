/**
 * Fields of a stored object that the release's schema does not know: a later release wrote them. An update can't name
 * them, so it doesn't change them either; they are there again when the cluster moves back up.
 */
import { equal, isObject, setOwn } from '../../machinery/json'
import { writeJson } from '../../machinery/json-text'
import type { Schema } from '../schema'

/**
 * `next` with what `old` holds in fields that `schema` does not know, wherever the value that held them is still there.
 * Neither is changed; `next` itself is returned when there is nothing to keep.
 */
export function keepUnknownFields<T>(next: T, old: unknown, schema: Schema): T {
  // Hardly any object has one, and only then the two need to be matched item by item.
  return holdsUnknown(old, schema) ? (keep(next, old, schema) as T) : next
}

function holdsUnknown(value: unknown, schema: Schema): boolean {
  const { element, fields, additional } = schema
  if (Array.isArray(value)) {
    if (!element?.fields && !element?.element) return false
    return value.some((item) => holdsUnknown(item, element))
  }
  if (!isObject(value) || schema.preserveUnknown || (!fields && !element)) return false
  for (const key in value) {
    const known = fields?.get(key) ?? additional ?? element
    if (!known || ((known.fields || known.element) && holdsUnknown(value[key], known))) return true
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

/** Which of the old items an item was: the one with its keys, else the one that says the same, else that in its place. */
function sameItem(old: readonly unknown[], schema: Schema): (item: unknown, at: number) => unknown {
  const keys = schema.listMapKeys ?? (schema.patchMergeKey ? [schema.patchMergeKey] : undefined)
  if (keys) {
    const known = new Map<string, unknown>()
    // What is doubled belongs to the first.
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
