import { canonicalJson, writeJson } from '../../machinery/json-text'

const enumerations = new WeakMap<readonly unknown[], ReadonlySet<string>>()

/** Enum values as canonical texts, cached. */
export function enumTexts(allowed: readonly unknown[]): ReadonlySet<string> {
  const known = enumerations.get(allowed) ?? new Set(allowed.map(canonicalJson))
  enumerations.set(allowed, known)
  return known
}

const names = new WeakMap<readonly unknown[], readonly string[]>()

/** Enum values as printed in messages. */
export function enumNames(allowed: readonly unknown[]): readonly string[] {
  const known = names.get(allowed) ?? allowed.map((one) => (typeof one === 'string' ? one : writeJson(one)))
  names.set(allowed, known)
  return known
}
