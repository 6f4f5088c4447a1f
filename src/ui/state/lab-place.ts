import { groupInPath, type Place, type ResourceId, type Search } from './place'

/** The address of an object in the apply lab. */
export const labPlace = (
  { group, version, resource }: ResourceId,
  namespace: string | undefined,
  name: string,
  search: Search = {},
): Place => ({
  to: '/apply/$group/$version/$resource/$namespace/$name',
  params: { group: groupInPath(group), version, resource, namespace: namespace || '-', name },
  search,
})

/** Key of an object for drafts and actions. */
export const labKey = ({ group, version, resource }: ResourceId, namespace: string | undefined, name: string): string =>
  `apply/${group}/${version}/${resource}/${namespace ?? ''}/${name}/`
