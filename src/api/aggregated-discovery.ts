/** All groups, versions and resources in one discovery document (release notes, 1.26). */
import {
  type DiscoveredSubresource,
  type DiscoveredType,
  type DiscoveryForm,
  groupNames,
  versionsOf,
} from './discovery'

/** Group and kind that clients name in `Accept` to get all groups in one discovery document. */
export const AGGREGATED = { group: 'apidiscovery.orch.io', kind: 'APIGroupDiscoveryList' } as const
/** Versions of the document; their content is the same. */
export type AggregatedVersion = 'v2' | 'v2beta1'

/** Response of `/api` (`core`) or `/apis` for clients that request aggregated discovery. */
export function aggregatedDocument(
  types: Iterable<DiscoveredType>,
  core: boolean,
  version: AggregatedVersion,
  form: DiscoveryForm,
): Record<string, unknown> {
  const known = [...types]
  const names = core ? [''] : groupNames(known)
  return {
    kind: AGGREGATED.kind,
    apiVersion: `${AGGREGATED.group}/${version}`,
    metadata: {},
    items: names.map((name) => ({
      metadata: { ...(name && { name }), creationTimestamp: null },
      versions: versionsOf(known, name).map((served) => ({
        version: served,
        resources: known
          .filter((type) => type.group === name && type.version === served)
          .sort((a, b) => (a.resource < b.resource ? -1 : 1))
          .map((type) => resourceEntry(type, form)),
        freshness: 'Current',
      })),
    })),
  }
}

const resourceEntry = (type: DiscoveredType, { singulars = false }: DiscoveryForm) => {
  const subresources = [...type.subresources.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  return {
    resource: type.resource,
    responseKind: { group: type.group, version: type.version, kind: type.kind },
    scope: type.namespaced ? 'Namespaced' : 'Cluster',
    singularResource: type.custom || singulars ? type.singular : '',
    verbs: type.verbs,
    ...(type.shortNames.length > 0 && { shortNames: type.shortNames }),
    ...(type.categories.length > 0 && { categories: type.categories }),
    ...(subresources.length > 0 && { subresources: subresources.map((sub) => subresourceEntry(type, sub)) }),
  }
}

const subresourceEntry = (type: DiscoveredType, { name, kind, group, version, verbs }: DiscoveredSubresource) => ({
  subresource: name,
  responseKind: { group: group ?? type.group, version: version ?? type.version, kind },
  verbs,
})
