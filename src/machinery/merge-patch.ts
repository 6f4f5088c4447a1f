import { clone, isObject, setOwn, type Json, type JsonObject } from './json'

/** A value without its nulls, in lists too. */
function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) return value.filter((item) => item !== null).map(withoutNulls)
  if (!isObject(value)) return value
  const result: JsonObject = {}
  for (const [key, member] of Object.entries(value)) if (member != null) setOwn(result, key, withoutNulls(member))
  return result
}

/**
 * Applies a JSON merge patch (RFC 7386); neither input is changed, and the result shares unpatched parts with the document. With
 * `dropsNulls`, nulls inside lists that replace no object are left out, which the RFC does not provide for.
 */
export function applyMergePatch(doc: Json, patch: Json, dropsNulls = false): Json {
  if (!isObject(patch)) return dropsNulls && !isObject(doc) ? withoutNulls(clone(patch)) : clone(patch)
  const result: JsonObject = isObject(doc) ? { ...doc } : {}
  for (const key of Object.keys(patch)) {
    const change = patch[key] ?? null
    if (change === null) delete result[key]
    else
      setOwn(
        result,
        key,
        applyMergePatch(Object.hasOwn(result, key) ? (result[key] ?? null) : null, change, dropsNulls),
      )
  }
  return result
}
