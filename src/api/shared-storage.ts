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

/** The group and resource under which a resource is stored; itself if no other group shares it. */
export function hubResourceOf(group: string, resource: string): GroupAndResource {
  const key = `${group}/${resource}`
  return Object.hasOwn(SHARED, key) ? { group: SHARED[key] ?? '', resource } : { group, resource }
}
