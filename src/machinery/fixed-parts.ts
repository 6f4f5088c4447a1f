import type { ApiObject } from './object'
import { RecentValues } from './recent-values'

/** What one pass over a part has found; there are few per part, so a chain is smaller than a map. */
interface Finding {
  readonly pass: object
  readonly schema: object
  readonly result: unknown
  readonly earlier: Finding | undefined
}

const NOTHING: Finding = { pass: {}, schema: {}, result: undefined, earlier: undefined }

/** Parts of stored objects that were used recently, and what is known of them. */
const parts = new RecentValues<object, Finding>(10_000)

/**
 * Marks the members of a stored object in any of its forms as fixed: they never change. Versions of an object share the members that a
 * write left alone, so a pod's spec is checked once, and not again with each report of its status. Metadata changes with every write.
 */
export function fixParts(object: ApiObject): void {
  for (const name in object) {
    const part = object[name]
    if (name === 'metadata' || typeof part !== 'object' || part === null || parts.get(part)) continue
    parts.set(part, NOTHING)
  }
}

/**
 * The result of a pure pass over a part of a type. For a fixed part it is remembered, so it is shared: never change it. A part that
 * is not known to be fixed is passed over each time.
 */
export function overPart<T>(part: unknown, schema: object, pass: object, make: () => T): T {
  const known = typeof part === 'object' && part !== null ? parts.get(part) : undefined
  if (!known) return make()
  for (let finding: Finding | undefined = known; finding; finding = finding.earlier)
    if (finding.pass === pass && finding.schema === schema) return finding.result as T
  const result = make()
  // The pass may have found out more about the same part.
  parts.set(part as object, { pass, schema, result, earlier: parts.get(part as object) })
  return result
}
