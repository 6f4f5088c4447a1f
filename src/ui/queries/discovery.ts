import type { NamedResource } from '../../machinery/named-resource'

/** A kind as discovery shows it. */
export interface ResourceInfo extends NamedResource {
  readonly subresources: readonly { readonly name: string; readonly kind: string; readonly verbs: readonly string[] }[]
  /** True if its version is its group's preferred one, or the only one that serves it. */
  readonly preferred: boolean
}

/** A group with the versions it is served in, and the one that clients should prefer. */
export interface GroupInfo {
  readonly group: string
  readonly versions: readonly string[]
  readonly preferred: string
}

/** All groups and kinds that a server serves. */
export interface Discovery {
  readonly groups: readonly GroupInfo[]
  readonly resources: readonly ResourceInfo[]
  /** Group versions whose resources could not be read, with the reason. */
  readonly missing: readonly { readonly groupVersion: string; readonly error: unknown }[]
}

/** A resource in one version; undefined if it is not served. */
export const findResource = (
  discovery: Discovery | undefined,
  group: string,
  version: string,
  resource: string,
): ResourceInfo | undefined =>
  discovery?.resources.find((r) => r.group === group && r.version === version && r.resource === resource)

/** A kind by the apiVersion and kind of its objects; undefined if it is not served. */
export const findKind = (
  discovery: Discovery | undefined,
  apiVersion: string,
  kind: string,
): ResourceInfo | undefined => {
  const [group, version] = apiVersion.includes('/') ? (apiVersion.split('/') as [string, string]) : ['', apiVersion]
  return discovery?.resources.find((r) => r.group === group && r.version === version && r.kind === kind)
}

/** The apiVersion of objects: `apps/v1`, or `v1` in the core group. */
export const apiVersionFor = ({ group, version }: { group: string; version: string }): string =>
  group ? `${group}/${version}` : version
/** A resource with its group, unless it is the core group: `deployments.apps`. */
export const resourceTitle = ({ group, resource }: { group: string; resource: string }): string =>
  group ? `${resource}.${group}` : resource
