/** Which versions each release serves, prefers, stores and warns about (resource API, "Versioning"). */
import { parseApiVersion } from '../machinery/object'
import type { NamedResource } from '../machinery/named-resource'
import { parseFeatureGates } from './releases/feature-gates'
import type { Feature } from './releases/gates'
import { PREFERRED_AT_ONCE, RESOURCES } from './releases/resources'
import { FIRST_RELEASE, LAST_RELEASE, type ResourceRow, type SubresourceRow, type VersionSpan } from './releases/rows'
import type { RuntimeConfig } from './releases/runtime-config'
import { compareVersions } from './releases/version-order'
import { hubResourceOf } from './shared-storage'
import { typeOfKind } from './types'
import { type Deprecation, deprecation } from './releases/deprecation'

/** A release that can be simulated. */
export interface Release {
  /** `1.25` */
  readonly name: string
  readonly major: number
  readonly minor: number
  /** `v1.25.0`, as reported by /version. */
  readonly gitVersion: string
}

/** A subresource as discovery lists it. */
export interface ServedSubresource {
  readonly name: string
  readonly kind: string
  /** Group and version of the kind if they differ from the resource's. */
  readonly group?: string
  readonly version?: string
  readonly verbs: readonly string[]
}

/** A resource that a server at a given release and configuration serves. */
export interface ServedResource extends NamedResource {
  readonly subresources: readonly ServedSubresource[]
  /** Name of its schema, for `schemaOf`. */
  readonly typeName: string
  /** Whether objects are stored in this version. */
  readonly storage: boolean
  /** Minor release that introduced this version. */
  readonly introduced: number
  /** Present if the release has deprecated this version. */
  readonly deprecated?: Deprecation
}

/** What, besides the release, decides which resources are served. */
export interface ServingOptions {
  readonly runtimeConfig?: RuntimeConfig
  readonly feature?: Feature
}

/** The release does not exist or can't be simulated; the message lists those that can. */
export class UnknownReleaseError extends Error {
  override readonly name = 'UnknownReleaseError'
}

/** All releases that can be served, oldest first. */
export const RELEASES: readonly Release[] = Array.from({ length: LAST_RELEASE - FIRST_RELEASE + 1 }, (_, i) => {
  const minor = FIRST_RELEASE + i
  return { name: `1.${minor}`, major: 1, minor, gitVersion: `v1.${minor}.0` }
})

/** The release served by default: the newest. */
export const DEFAULT_RELEASE = `1.${LAST_RELEASE}`

/**
 * Looks up a release: `1.25`, `v1.25` or `1.25.3`.
 * @throws UnknownReleaseError if it is not in `RELEASES`
 */
export function releaseOf(text: string): Release {
  const minor = /^v?1\.(\d+)(?:\.\d+)?$/.exec(text.trim())?.[1]
  const release = RELEASES.find((known) => String(known.minor) === minor)
  if (!release)
    throw new UnknownReleaseError(`release "${text}" is not known: 1.${FIRST_RELEASE} to 1.${LAST_RELEASE} are served`)
  return release
}

/** All resources that a release serves: groups in discovery order, versions by preference. */
export function servedResources(release: Release, { runtimeConfig, feature }: ServingOptions = {}): ServedResource[] {
  const { minor } = release
  const on = feature ?? parseFeatureGates([], minor).enabled
  const all = RESOURCES.flatMap((row) =>
    versionsAt(row, minor)
      .filter(([version, span]) => {
        const byDefault = enabledByDefault(row, version, span)
        return runtimeConfig?.serves(row.group, version, row.resource, byDefault) ?? byDefault
      })
      .map(([version, span]) => served(row, version, span, minor, on)),
  )
  const groups = [...new Set(all.map(({ group }) => group))]
  return groups.flatMap((group) =>
    groupVersions(all, group, release).flatMap((version) =>
      all.filter((served) => served.group === group && served.version === version),
    ),
  )
}

/** A resource's versions in a release, enabled or not, by preference. */
const versionsAt = (row: ResourceRow, minor: number): [string, VersionSpan][] =>
  Object.entries(row.versions)
    .filter(([, { since, removed }]) => since <= minor && (removed === undefined || minor < removed))
    .sort(([a], [b]) => compareVersions(row.group, a, b))

/** Stable versions are enabled; alpha versions are not; beta versions are if the resource had one before 1.22. */
function enabledByDefault(row: ResourceRow, version: string, span: VersionSpan): boolean {
  if (version.includes('alpha')) return false
  if (!version.includes('beta') || span.since < 22) return true
  return Object.entries(row.versions).some(([other, { since }]) => other.includes('beta') && since < 22)
}

function served(row: ResourceRow, version: string, span: VersionSpan, minor: number, on: Feature): ServedResource {
  const apiVersion = row.group === '' ? version : `${row.group}/${version}`
  const typeName = typeOfKind(apiVersion, row.kind)
  if (typeName === undefined) throw new Error(`no type is known for ${apiVersion} ${row.kind}`)
  const stored = storageVersionOf(row.group, row.resource, minor)
  const deprecated = deprecation(row, version, span, minor)
  return {
    group: row.group,
    version,
    resource: row.resource,
    singular: row.kind.toLowerCase(),
    kind: row.kind,
    namespaced: row.namespaced,
    verbs: row.verbs.filter((verb) => (row.laterVerbs?.[verb] ?? 0) <= minor),
    shortNames: row.shortNames ?? [],
    categories: row.categories ?? [],
    subresources: row.subresources
      .filter((sub) => hasSubresource(sub, version, minor, on))
      .map((sub) => servedSubresource(sub, row)),
    typeName,
    storage: stored.group === row.group && stored.version === version,
    introduced: span.since,
    ...(deprecated && { deprecated }),
  }
}

const hasSubresource = (sub: SubresourceRow, version: string, minor: number, on: Feature): boolean =>
  (sub.since ?? 0) <= minor &&
  (sub.removed === undefined || minor < sub.removed) &&
  (sub.versions?.includes(version) ?? true) &&
  (sub.gate === undefined || on(sub.gate))

function servedSubresource(sub: SubresourceRow, row: ResourceRow): ServedSubresource {
  const of = sub.apiVersion === undefined ? undefined : parseApiVersion(sub.apiVersion)
  return { name: sub.name, kind: sub.kind ?? row.kind, ...of, verbs: sub.verbs }
}

/**
 * The storage version of a resource. Neither it nor the preferred version advances before a release has supported the new version together
 * with the previous one (rule 4b): a version is stored from the release after its introduction.
 */
export function storageVersionOf(group: string, resource: string, minor: number): { group: string; version: string } {
  const hub = hubResourceOf(group, resource)
  const candidates = RESOURCES.filter((row) => {
    const other = hubResourceOf(row.group, row.resource)
    return other.group === hub.group && other.resource === hub.resource
  }).flatMap((row) =>
    versionsAt(row, minor).map(([version, span]) => ({ group: row.group, version, since: span.since })),
  )
  const mine = candidates.filter((candidate) => candidate.group === hub.group)
  const pool = mine.length > 0 ? mine : candidates
  const settled = pool.filter(({ since }) => since < minor)
  const best = (settled.length > 0 ? settled : pool).sort((a, b) => compareVersions(a.group, a.version, b.version))[0]
  if (!best) throw new Error(`release 1.${minor} has no ${resource} in group "${group}"`)
  return { group: best.group, version: best.version }
}

/** Served versions of a group, preferred one first. */
export function groupVersions(resources: readonly ServedResource[], group: string, release: Release): string[] {
  const since = new Map<string, number>()
  for (const { group: of, version, introduced } of resources)
    if (of === group) since.set(version, Math.min(introduced, since.get(version) ?? introduced))
  const ordered = [...since.keys()].sort((a, b) => compareVersions(group, a, b))
  const settled = ordered.find(
    (version) => (since.get(version) ?? 0) < release.minor || PREFERRED_AT_ONCE.has(`${group}/${version}`),
  )
  return settled === undefined ? ordered : [settled, ...ordered.filter((version) => version !== settled)]
}

/** Served groups in the order of /apis, without the core group. */
export const servedGroups = (resources: readonly ServedResource[]): string[] => [
  ...new Set(resources.map(({ group }) => group).filter((group) => group !== '')),
]

/** Text of the Warning header for calls to a deprecated version; undefined if it is not deprecated. */
export function deprecationWarning({ group, version, kind, deprecated }: ServedResource): string | undefined {
  if (!deprecated) return undefined
  const gv = (of: { group: string; version: string }): string =>
    of.group === '' ? of.version : `${of.group}/${of.version}`
  const { since, removed, replacement } = deprecated
  return [
    `${gv({ group, version })} ${kind} is deprecated in v1.${since}+`,
    removed === undefined ? '' : `, unavailable in v1.${removed}+`,
    replacement === undefined ? '' : `; use ${gv(replacement)} ${replacement.kind}`,
  ].join('')
}
