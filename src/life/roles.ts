import type { ApiObject } from '../machinery/object'

const RBAC = 'rbac.authorization.orch.io'

/** A system role for one of the simulation's accounts, with its binding. */
export function roleFor(account: string, rules: readonly object[]): ApiObject[] {
  const metadata = {
    name: `system:controller:${account}`,
    labels: { 'orch.io/bootstrapping': 'rbac-defaults' },
    annotations: { 'rbac.authorization.orch.io/autoupdate': 'true' },
  }
  return [
    { apiVersion: `rbac.authorization.orch.io/v1`, kind: 'ClusterRole', metadata, rules },
    {
      apiVersion: `rbac.authorization.orch.io/v1`,
      kind: 'ClusterRoleBinding',
      metadata,
      roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: metadata.name },
      subjects: [{ kind: 'ServiceAccount', name: account, namespace: 'orch-system' }],
    },
  ]
}

const EVENTS = { verbs: ['create', 'patch', 'update'], apiGroups: ['', 'events.orch.io'], resources: ['events'] }

/** Permissions to move pods through their stages. */
export const STAGE_ROLES = roleFor('stage-controller', [
  { verbs: ['delete', 'get', 'list', 'patch', 'watch'], apiGroups: [''], resources: ['pods'] },
  { verbs: ['patch', 'update'], apiGroups: [''], resources: ['pods/status', 'nodes/status'] },
  { verbs: ['delete', 'patch'], apiGroups: [''], resources: ['nodes'] },
  { verbs: ['create', 'get', 'patch'], apiGroups: ['apiextensions.orch.io'], resources: ['customresourcedefinitions'] },
  EVENTS,
])

/** Permissions of the simulated nodes to register themselves and renew their leases. */
export const NODE_ROLES = roleFor('simulated-node', [
  { verbs: ['create', 'get', 'list', 'patch', 'update', 'watch'], apiGroups: [''], resources: ['nodes'] },
  { verbs: ['patch', 'update'], apiGroups: [''], resources: ['nodes/status'] },
  { verbs: ['create', 'get', 'update', 'patch'], apiGroups: ['coordination.orch.io'], resources: ['leases'] },
  EVENTS,
])
