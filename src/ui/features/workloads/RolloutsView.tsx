import { useMemo } from 'react'
import { NoNodesNotice } from '../../components/NoNodesNotice'
import { Empty, ErrorMessage, Loading } from '../../components/States'
import { rollouts } from './rollout-model'
import { RolloutPanel } from './RolloutPanel'
import { StartShop } from './StartNodes'
import { DEPLOYMENTS, useRollouts } from './use-workloads'

/** Rollouts of deployments, live. */
export function RolloutsView() {
  const { deployments, sets, pods } = useRollouts()
  const rows = useMemo(
    () => rollouts(deployments.items, sets.items, pods.items),
    [deployments.items, sets.items, pods.items],
  )
  const error = deployments.error ?? sets.error ?? pods.error
  if (error !== undefined) return <ErrorMessage error={error} />
  if ([deployments, sets, pods].some(({ phase }) => phase === 'loading')) return <Loading lines={10} />
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
        <RolloutPanel key={rollout.uid} rollout={rollout} />
      ))}
    </div>
  )
}
