/** Discovery documents, derived from the served types (resource API, "Path shapes"; format as recorded from 1.20). */
import { apiVersionOf } from '../machinery/object'
import type { NamedResource } from '../machinery/named-resource'
import type { StorageVersionHashes, StoredAs } from './storage-version-hash'
import { compareVersionNames } from './releases/version-order'

/** A subresource as discovery shows it. */
export interface DiscoveredSubresource {
  readonly name: string
  readonly kind: string
  readonly group?: string
  readonly version?: string
  readonly verbs: readonly string[]
}

/** Discovery information of one resource in one version, built-in or custom. */
export interface DiscoveredType extends NamedResource {
  readonly subresources: ReadonlyMap<string, DiscoveredSubresource> | readonly DiscoveredSubresource[]
  /** True for custom types, which show their singular name and whose groups come last. */
  readonly custom?: boolean
  /** The storage version of its objects. */
  readonly hub?: { readonly storedAs: StoredAs | undefined }
}

interface ApiResource {
  name: string
  singularName: string
  namespaced: boolean
  group?: string
  version?: string
  kind: string
  verbs: readonly string[]
  shortNames?: readonly string[]
  categories?: readonly string[]
  storageVersionHash?: string
}

type Document = Record<string, unknown>

/** Legacy groups, whose documents carry no apiVersion. */
const STRIPPED: ReadonlySet<string> = new Set(['', 'extensions'])

/** Response of `/api`. `address` is the server's address for clients, as `host:port`. */
export const versionsDocument = (types: Iterable<DiscoveredType>, address: string): Document => ({
  kind: 'APIVersions',
  versions: versionsOf(types, ''),
  serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: address }],
})

/**
 * Versions of a group, preferred first: built-in types in the given order (that of `servedResources`), custom groups by stability and
 * number.
 */
export function versionsOf(types: Iterable<DiscoveredType>, group: string): string[] {
  const versions = new Set<string>()
  let custom = false
  for (const type of types) {
    if (type.group !== group) continue
    versions.add(type.version)
    custom ||= type.custom === true
  }
  return custom ? [...versions].sort(compareVersionNames) : [...versions]
}

const versionEntry = (group: string, version: string) => ({ groupVersion: apiVersionOf({ group, version }), version })

function groupBody(group: string, versions: readonly string[]): Document {
  const entries = versions.map((version) => versionEntry(group, version))
  return { name: group, versions: entries, preferredVersion: entries[0] }
}

/** All group names but the core's: built-in ones in the given order, then custom ones by name. */
export function groupNames(known: readonly DiscoveredType[]): string[] {
  const groups = (custom: boolean): string[] => [
    ...new Set(
      known.filter((type) => type.group !== '' && (type.custom === true) === custom).map(({ group }) => group),
    ),
  ]
  return [...new Set([...groups(false), ...groups(true).sort()])]
}

/** Response of `/apis`. */
export function groupListDocument(types: Iterable<DiscoveredType>): Document {
  const known = [...types]
  return {
    kind: 'APIGroupList',
    apiVersion: 'v1',
    groups: groupNames(known).map((name) => groupBody(name, versionsOf(known, name))),
  }
}

/** Response of `/apis/<group>`; undefined if the group is not served. */
export function groupDocument(types: Iterable<DiscoveredType>, group: string): Document | undefined {
  const versions = group === '' ? [] : versionsOf(types, group)
  return versions.length === 0 ? undefined : { kind: 'APIGroup', apiVersion: 'v1', ...groupBody(group, versions) }
}

/** Release-dependent content of resource lists. */
export interface DiscoveryForm {
  /** Adds known storageVersionHash values. */
  readonly hashes?: StorageVersionHashes
  /** Adds singular names of built-in resources. */
  readonly singulars?: boolean
}

/** Response of `/api/v1` and `/apis/<group>/<version>`; undefined if the version is not served. */
export function resourceListDocument(
  types: Iterable<DiscoveredType>,
  group: string,
  version: string,
  form: DiscoveryForm = {},
): Document | undefined {
  const mine = [...types].filter((type) => type.group === group && type.version === version)
  if (mine.length === 0) return undefined
  const entries = mine.flatMap((type) => [
    typeEntry(type, form),
    ...[...type.subresources.values()].map((sub) => subresourceEntry(type, sub)),
  ])
  return {
    kind: 'APIResourceList',
    ...(!STRIPPED.has(group) && { apiVersion: 'v1' }),
    groupVersion: apiVersionOf({ group, version }),
    // Custom types keep the order in which they name their subresources.
    resources: mine.some(({ custom }) => custom) ? entries : entries.sort((a, b) => (a.name < b.name ? -1 : 1)),
  }
}

const hashOf = (type: DiscoveredType, { hashes }: DiscoveryForm): string | undefined =>
  // Types computed on demand, such as component statuses, are neither stored nor watched.
  type.hub?.storedAs && type.verbs.includes('watch') ? hashes?.of(type.hub.storedAs) : undefined

const typeEntry = (
  type: DiscoveredType,
  form: DiscoveryForm,
  storageVersionHash = hashOf(type, form),
): ApiResource => ({
  name: type.resource,
  singularName: type.custom || form.singulars ? type.singular : '',
  namespaced: type.namespaced,
  kind: type.kind,
  verbs: type.verbs,
  ...(type.shortNames.length > 0 && { shortNames: type.shortNames }),
  ...(type.categories.length > 0 && { categories: type.categories }),
  ...(storageVersionHash !== undefined && { storageVersionHash }),
})

const subresourceEntry = (
  type: DiscoveredType,
  { name, kind, group, version, verbs }: DiscoveredSubresource,
): ApiResource => ({
  name: `${type.resource}/${name}`,
  singularName: '',
  namespaced: type.namespaced,
  ...(group !== undefined && { group }),
  ...(version !== undefined && { version }),
  kind,
  verbs,
})
