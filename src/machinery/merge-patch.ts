import { clone, isObject, setOwn, type Json, type JsonObject } from './json'

/** Applies a JSON merge patch (RFC 7386); neither input is changed, and the result shares unpatched parts with the document. */
export function applyMergePatch(doc: Json, patch: Json): Json {
  if (!isObject(patch)) return clone(patch)
  const result: JsonObject = isObject(doc) ? { ...doc } : {}
  for (const key of Object.keys(patch)) {
    const change = patch[key] ?? null
    if (change === null) delete result[key]
    else setOwn(result, key, applyMergePatch(Object.hasOwn(result, key) ? (result[key] ?? null) : null, change))
  }
  return result
}
