import { useMemo } from 'react'
import { NODES, PODS } from '../../../client/core-targets'
import type { Target } from '../../../client/targets'
import { useDiscovery } from '../../queries/use-discovery'
import { useLiveObjects } from '../../queries/live-objects'
import { useClient } from '../../state/connection'

const apps = (resource: string): Target => ({ group: 'apps', version: 'v1', resource })
/** Deployments, for the client. */
export const DEPLOYMENTS = apps('deployments')
/** Replica sets, for the client. */
export const SETS = apps('replicasets')

/** All nodes and pods of the cluster, live. */
export function useNodesAndPods() {
  const client = useClient()
  const nodes = useLiveObjects(client, NODES)
  const pods = useLiveObjects(client, PODS)
  return { nodes, pods }
}

/** Deployments with their ReplicaSets and pods, live. */
export function useRollouts() {
  const client = useClient()
  const deployments = useLiveObjects(client, DEPLOYMENTS)
  const sets = useLiveObjects(client, SETS)
  const pods = useLiveObjects(client, PODS)
  return { deployments, sets, pods }
}

/** The served version of `policy`, for evictions and disruption budgets. */
export function usePolicyVersion(): string {
  const discovery = useDiscovery().data
  return useMemo(() => discovery?.groups.find(({ group }) => group === 'policy')?.preferred ?? 'v1', [discovery])
}
