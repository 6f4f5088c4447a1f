import { type GroupVersionKind, parseApiVersion } from '../../machinery/object'
import type { ResourceRow, VersionSpan } from './rows'
import { compareVersions } from './version-order'

/** When a version was deprecated and removed, and what replaces it. */
export interface Deprecation {
  /** Minor release that deprecated it. */
  readonly since: number
  /** Minor release that no longer serves it; absent if none is known. */
  readonly removed?: number
  readonly replacement?: GroupVersionKind
}

/** The deprecation of a version, as a release of this minor version knows it. */
export function deprecation(row: ResourceRow, version: string, span: VersionSpan, minor: number): Deprecation {
  const replacement = replacementOf(row, version, span, minor)
  return {
    since: span.deprecated ?? 0,
    ...(span.removed !== undefined && { removed: span.removed }),
    ...(replacement && { replacement }),
  }
}

/** The replacement of a version: from the table, or else the best version of the same group at that time. */
function replacementOf(
  row: ResourceRow,
  version: string,
  span: VersionSpan,
  minor: number,
): GroupVersionKind | undefined {
  if (span.instead === '') return undefined
  const named = span.instead === undefined ? undefined : parseApiVersion(span.instead)
  if (named) return { ...named, kind: row.kind }
  const best = Object.entries(row.versions)
    .filter(([other, { since }]) => other !== version && since <= Math.max(minor, span.removed ?? 0))
    .map(([other]) => other)
    .sort((a, b) => compareVersions(row.group, a, b))[0]
  return best === undefined ? undefined : { group: row.group, version: best, kind: row.kind }
}
