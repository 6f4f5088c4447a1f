/** Discovery documents as functions of what is served (resource API, "Path shapes"; the forms as recorded of 1.20). */
import type { StorageVersionHashes } from './storage-version-hash'
import { apiVersionOf } from '../machinery/object'
import type { NamedResource } from '../machinery/named-resource'
import { compareVersionNames } from './releases/version-order'

export interface DiscoveredSubresource {
  readonly name: string
  readonly kind: string
  readonly group?: string
  readonly version?: string
  readonly verbs: readonly string[]
}

/** What discovery says of one resource in one version, built-in or custom. */
export interface DiscoveredType extends NamedResource {
  readonly subresources: ReadonlyMap<string, DiscoveredSubresource> | readonly DiscoveredSubresource[]
  /** Custom types show their singular name; their groups come last. */
  readonly custom?: boolean
  /** The form in which its objects are kept. */
  readonly hub?: { readonly group: string; readonly version: string; readonly kind: string }
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

/** Groups that old clients know: their documents carry no apiVersion. */
const STRIPPED: ReadonlySet<string> = new Set(['', 'extensions'])

/** The answer of `/api`. `address` is where clients of any network reach the server, as `host:port`. */
export const versionsDocument = (types: Iterable<DiscoveredType>, address: string): Document => ({
  kind: 'APIVersions',
  versions: versionsOf(types, ''),
  serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: address }],
})

/**
 * Versions of a group, preferred one first: in the order in which built-in types are given (`servedResources` gives them
 * so), by stability and number in groups of custom types.
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

/** Names of all groups but the core: built-in ones in the order given, then those of custom types by name. */
export function groupNames(known: readonly DiscoveredType[]): string[] {
  const groups = (custom: boolean): string[] => [
    ...new Set(
      known.filter((type) => type.group !== '' && (type.custom === true) === custom).map(({ group }) => group),
    ),
  ]
  return [...new Set([...groups(false), ...groups(true).sort()])]
}

/** The answer of `/apis`. */
export function groupListDocument(types: Iterable<DiscoveredType>): Document {
  const known = [...types]
  return {
    kind: 'APIGroupList',
    apiVersion: 'v1',
    groups: groupNames(known).map((name) => groupBody(name, versionsOf(known, name))),
  }
}

/** The answer of `/apis/<group>`; undefined when nothing of the group is served. */
export function groupDocument(types: Iterable<DiscoveredType>, group: string): Document | undefined {
  const versions = group === '' ? [] : versionsOf(types, group)
  return versions.length === 0 ? undefined : { kind: 'APIGroup', apiVersion: 'v1', ...groupBody(group, versions) }
}

/** What documents of resources say, by release. */
export interface DiscoveryForm {
  /** With storageVersionHash: of those that are known. */
  readonly hashes?: StorageVersionHashes
  /** With singular names of built-in resources. */
  readonly singulars?: boolean
}

/** The answer of `/api/v1` and `/apis/<group>/<version>`; undefined when nothing of the version is served. */
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
    resources: entries.sort((a, b) => (a.name < b.name ? -1 : 1)),
  }
}

const hashOf = (type: DiscoveredType, { hashes }: DiscoveryForm): string | undefined =>
  // What is made up when it is asked for, such as component statuses, is not stored and not watched.
  type.hub && type.verbs.includes('watch') ? hashes?.of(type.hub) : undefined

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
