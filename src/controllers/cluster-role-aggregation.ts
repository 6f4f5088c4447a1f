import { aggregatedRules } from '../authorization/aggregation'
import { RBAC_GROUP, roleOf } from '../authorization/policy'
import type { Client } from '../client/client'
import type { Clock } from '../machinery/clock'
import { equal } from '../machinery/json'
import type { ApiObject } from '../machinery/object'
import type { Target } from '../client/targets'
import { runController } from './controller'
import type { ControllerRow } from './controllers'

const CLUSTER_ROLES: Target = { group: RBAC_GROUP, version: 'v1', resource: 'clusterroles' }

const aggregates = (role: ApiObject): boolean => !!role['aggregationRule']

/**
 * Fills cluster roles that have an aggregation rule from the roles that it selects, whenever any of them changes (document 2, "Role-based
 * access objects"). Resolves when `signal` aborts.
 */
export function runClusterRoleAggregation(
  client: Client,
  reader: Client,
  clock: Clock,
  signal: AbortSignal,
  log?: (message: string) => void,
): Promise<void> {
  return runController({
    name: 'clusterrole-aggregation',
    client: reader,
    clock,
    signal,
    ...(log && { log }),
    watches: [
      {
        target: CLUSTER_ROLES,
        // The old and the new labels may match different rules, so every aggregating role is checked.
        keys: (_role, [roles]) => (roles?.list() ?? []).filter(aggregates).map(({ metadata }) => metadata.name ?? ''),
      },
    ],
    async reconcile(name, [cache]) {
      const role = cache?.get(undefined, name)
      if (!cache || !role || !aggregates(role) || role.metadata.deletionTimestamp) return
      const rules = aggregatedRules(
        roleOf(role, 'ClusterRole'),
        cache.list().map((object) => roleOf(object, 'ClusterRole')),
      )
      if (equal(rules, role['rules'] ?? [])) return
      await client.update(
        CLUSTER_ROLES,
        { ...role, apiVersion: `${RBAC_GROUP}/v1`, kind: 'ClusterRole', rules },
        { signal },
      )
    },
  })
}

/** Fills cluster roles with the rules of the roles that they aggregate. */
export const clusterRoleAggregation: ControllerRow = {
  name: 'clusterrole-aggregation',
  defaultOn: true,
  account: 'clusterrole-aggregation-controller',
  needs: ['rbac.authorization.orch.io/v1/clusterroles'],
  start: ({ client, reader, clock, signal, log }) =>
    runClusterRoleAggregation(client, reader, clock, signal, (message) => log('clusterrole-aggregation', message)),
}
