import type { ResourceInfo } from './discovery'

/** The plural of a kind for titles, from the ending of its resource: `NetworkPolicy` and `networkpolicies` give `NetworkPolicies`. */
export function pluralOf({ kind, resource }: Pick<ResourceInfo, 'kind' | 'resource'>): string {
  const lower = kind.toLowerCase()
  let common = 0
  while (common < lower.length && lower[common] === resource[common]) common++
  const related = common >= lower.length - 1
  return related ? kind.slice(0, common) + resource.slice(common) : kind
}
