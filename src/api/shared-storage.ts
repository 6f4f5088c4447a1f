/** Resources that several groups serve from shared storage: an ingress is the same object in both groups. */
export interface GroupAndResource {
  readonly group: string
  readonly resource: string
}

const SHARED: Readonly<Record<string, string>> = {
  'extensions/daemonsets': 'apps',
  'extensions/deployments': 'apps',
  'extensions/replicasets': 'apps',
  'extensions/ingresses': 'networking.orch.io',
  'extensions/networkpolicies': 'networking.orch.io',
  'extensions/podsecuritypolicies': 'policy',
  'events.orch.io/events': '',
}

/** Asked for each write: most groups share nothing. */
const SHARING_GROUPS = new Set(Object.keys(SHARED).map((key) => key.slice(0, key.indexOf('/'))))

/** The group and resource under which a resource is stored; itself if no other group shares it. */
export function hubResourceOf(group: string, resource: string): GroupAndResource {
  if (!SHARING_GROUPS.has(group)) return { group, resource }
  return { group: SHARED[`${group}/${resource}`] ?? group, resource }
}
