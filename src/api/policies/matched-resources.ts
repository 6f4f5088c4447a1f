import type { NamedResource } from '../../machinery/named-resource'
import type { ResourceRule } from './policy'

const holds = (names: readonly string[] | undefined, name: string): boolean =>
  names?.some((one) => one === '*' || one === name) ?? false

/** Whether a rule matches a resource with any operation; subresources do not count. */
export const namesResource = (
  { apiGroups, apiVersions, resources }: ResourceRule,
  info: Pick<NamedResource, 'group' | 'version' | 'resource'>,
): boolean =>
  holds(apiGroups, info.group) &&
  holds(apiVersions, info.version) &&
  (resources?.some((one) => one === '*' || one === '*/*' || one === info.resource) ?? false)
