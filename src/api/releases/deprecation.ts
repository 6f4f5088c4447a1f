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

/** The deprecation of a version, as a release of this minor version announces it; undefined if it is not deprecated then. */
export function deprecation(
  row: ResourceRow,
  version: string,
  span: VersionSpan,
  minor: number,
): Deprecation | undefined {
  const { announced } = span
  const known = announced && minor < announced.until ? { ...span, ...announced } : span
  if (known.deprecated === undefined || known.deprecated > minor) return undefined
  const replacement = replacementOf(row, version, known, minor)
  return {
    since: known.deprecated,
    ...(known.removed !== undefined && { removed: known.removed }),
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
  if (span.instead !== undefined) {
    const [apiVersion = '', kind = row.kind] = span.instead.split(' ')
    const named = parseApiVersion(apiVersion)
    if (named) return { ...named, kind }
  }
  const best = Object.entries(row.versions)
    .filter(([other, { since }]) => other !== version && since <= Math.max(minor, span.removed ?? 0))
    .map(([other]) => other)
    .sort((a, b) => compareVersions(row.group, a, b))[0]
  return best === undefined ? undefined : { group: row.group, version: best, kind: row.kind }
}
