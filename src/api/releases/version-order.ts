import { VERSION_ORDER } from './resources'

const STAGES = ['alpha', 'beta', '']

/** Parses `v2beta1` to [major 2, stage 1, minor 1]; undefined if malformed. */
function parts(version: string): [number, number, number] | undefined {
  const match = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version)
  if (!match) return undefined
  return [Number(match[1]), STAGES.indexOf(match[2] ?? ''), Number(match[3] ?? 0)]
}

/**
 * Compares version names, preferred first: stable before beta before alpha, then the larger number; malformed names last, alphabetically.
 * Versions of custom types use this order.
 */
export function compareVersionNames(a: string, b: string): number {
  const [left, right] = [parts(a), parts(b)]
  if (!left || !right) return left ? -1 : right ? 1 : a < b ? -1 : a > b ? 1 : 0
  return right[1] - left[1] || right[0] - left[0] || right[2] - left[2]
}

/** Compares versions of a built-in group, preferred first. */
export function compareVersions(group: string, a: string, b: string): number {
  const order = VERSION_ORDER[group]
  const [left, right] = [order?.indexOf(a) ?? -1, order?.indexOf(b) ?? -1]
  return left >= 0 && right >= 0 ? left - right : compareVersionNames(a, b)
}
