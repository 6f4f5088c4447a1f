import type { NamedResource } from '../../machinery/named-resource'
import type { ResourceRule } from './policy'

/** Whether a rule's list has a value, or `*`. */
export const among = (list: readonly string[] | undefined, value: string): boolean =>
  list !== undefined && (list.includes('*') || list.includes(value))

/**
 * Whether a pattern of a rule's `resources` names a resource or subresource, which is empty for none. `*` matches all resources. After a
 * slash it matches all subresources and the resource itself.
 */
export function patternNames(pattern: string, resource: string, subresource: string): boolean {
  const slash = pattern.indexOf('/')
  const [whole, part] = slash < 0 ? [pattern, ''] : [pattern.slice(0, slash), pattern.slice(slash + 1)]
  if (whole !== '*' && whole !== resource) return false
  return part === '*' || part === subresource
}

/** Whether a rule matches a resource with any operation; subresources do not count. */
export const namesResource = (
  { apiGroups, apiVersions, resources }: ResourceRule,
  info: Pick<NamedResource, 'group' | 'version' | 'resource'>,
): boolean =>
  among(apiGroups, info.group) &&
  among(apiVersions, info.version) &&
  (resources?.some((one) => one === '*' || one === '*/*' || one === info.resource) ?? false)
