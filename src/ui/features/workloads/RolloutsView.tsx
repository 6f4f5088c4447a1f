import { useMemo } from 'react'
import { NoNodesNotice } from '../../components/NoNodesNotice'
import { useFlags } from '../../queries/flags'
import { standsStill } from '../../queries/idle-workloads'
import { Empty, ErrorMessage, Loading } from '../../components/States'
import { revisionRollouts } from './revision-rollouts'
import { rollouts } from './rollout-model'
import { RolloutPanel } from './RolloutPanel'
import { StartShop } from './StartNodes'
import { useRollouts } from './use-workloads'
import { DAEMON_SETS, DEPLOYMENTS, STATEFUL_SETS } from './workload-targets'

/** Rollouts of deployments, stateful sets and daemon sets, live. */
export function RolloutsView() {
  const { deployments, sets, statefulSets, daemonSets, revisions, pods } = useRollouts()
  const flags = useFlags().data
  const rows = useMemo(
    () => [
      ...rollouts(deployments.items, sets.items, pods.items),
      ...revisionRollouts(STATEFUL_SETS, 'StatefulSet', statefulSets.items, revisions.items, pods.items),
      ...revisionRollouts(DAEMON_SETS, 'DaemonSet', daemonSets.items, revisions.items, pods.items),
    ],
    [deployments.items, sets.items, statefulSets.items, daemonSets.items, revisions.items, pods.items],
  )
  const lists = [deployments, sets, statefulSets, daemonSets, revisions, pods]
  const error = lists.find((list) => list.error !== undefined)?.error
  if (error !== undefined) return <ErrorMessage error={error} />
  if (lists.some(({ phase }) => phase === 'loading')) return <Loading lines={10} />
  if (rows.length === 0)
    return (
      <Empty title="No Deployments" actions={<StartShop />}>
        A Deployment replaces its pods when its template changes. Start with the small shop: it has three Deployments.
      </Empty>
    )
  return (
    <div className="o-stack">
      <NoNodesNotice of={DEPLOYMENTS} what="Deployments" choose={false} />
      {rows.map((rollout) => (
        <RolloutPanel key={rollout.uid} rollout={rollout} moves={!flags || !standsStill(flags.argv, DEPLOYMENTS)} />
      ))}
    </div>
  )
}
