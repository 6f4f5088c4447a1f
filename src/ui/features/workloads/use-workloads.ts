import { useMemo } from 'react'
import { NODES, PODS } from '../../../client/core-targets'
import { useDiscovery } from '../../queries/use-discovery'
import { useLiveObjects } from '../../queries/live-objects'
import { useClient } from '../../state/connection'
import { DAEMON_SETS, DEPLOYMENTS, REVISIONS, SETS, STATEFUL_SETS } from './workload-targets'

/** All nodes and pods of the cluster, live. */
export function useNodesAndPods() {
  const client = useClient()
  const nodes = useLiveObjects(client, NODES)
  const pods = useLiveObjects(client, PODS)
  return { nodes, pods }
}

/** Deployments with their ReplicaSets, StatefulSets and DaemonSets with their revisions, and all pods, live. */
export function useRollouts() {
  const client = useClient()
  const deployments = useLiveObjects(client, DEPLOYMENTS)
  const sets = useLiveObjects(client, SETS)
  const statefulSets = useLiveObjects(client, STATEFUL_SETS)
  const daemonSets = useLiveObjects(client, DAEMON_SETS)
  const revisions = useLiveObjects(client, REVISIONS)
  const pods = useLiveObjects(client, PODS)
  return { deployments, sets, statefulSets, daemonSets, revisions, pods }
}

/** The served version of `policy`, for evictions and disruption budgets. */
export function usePolicyVersion(): string {
  const discovery = useDiscovery().data
  return useMemo(() => discovery?.groups.find(({ group }) => group === 'policy')?.preferred ?? 'v1', [discovery])
}
