import { useMemo, useState } from 'react'
import { notifyUndo } from '../../components/notify-undo'
import { Empty, ErrorMessage, Loading } from '../../components/States'
import { useClient } from '../../state/connection'
import { notifyError } from '../../state/notify'
import { cordon, drain, type Drained } from './drain'
import { DrainReport } from './DrainReport'
import { NodePanel } from './NodePanel'
import { PodDots } from './PodDots'
import { StartShop } from './StartNodes'
import { useNodesAndPods, usePolicyVersion } from './use-workloads'
import { nodeCards } from './workload-model'

/** All nodes with their pods, live. */
export function NodesView() {
  const client = useClient()
  const policy = usePolicyVersion()
  const { nodes, pods } = useNodesAndPods()
  const [drained, setDrained] = useState<Drained>()
  const { cards, waiting } = useMemo(() => nodeCards(nodes.items, pods.items), [nodes.items, pods.items])
  const error = nodes.error ?? pods.error
  if (error !== undefined) return <ErrorMessage error={error} />
  if (nodes.phase === 'loading' || pods.phase === 'loading') return <Loading lines={10} />
  if (cards.length === 0)
    return (
      <Empty title="This cluster has no nodes" actions={<StartShop />}>
        Without nodes a Deployment is only an object: nothing is scheduled and nothing starts. Simulated nodes run no
        containers, but pods on them become ready, fail and end as real ones do.
      </Empty>
    )
  const drainNode = async (node: string): Promise<void> => {
    const before = cards.find(({ name }) => name === node)?.cordoned ?? false
    try {
      setDrained(await drain(client, policy, node, pods.items))
      if (before) return
      notifyUndo(`${node} is cordoned and its pods have to leave`, () => {
        cordon(client, node, false).then(
          () => setDrained(undefined),
          (failure: unknown) => notifyError(`Could not uncordon ${node}`, failure),
        )
      })
    } catch (failure) {
      notifyError(`Could not drain ${node}`, failure)
    }
  }
  return (
    <div className="o-stack">
      {drained && (
        <DrainReport drained={drained} again={() => void drainNode(drained.node)} close={() => setDrained(undefined)} />
      )}
      {waiting.length > 0 && (
        <section className="o-panel o-panel-body" aria-label="Pods without a node">
          <h2 className="o-h2">
            {waiting.length} {waiting.length === 1 ? 'pod has' : 'pods have'} no node
          </h2>
          <PodDots pods={waiting} label="Pods without a node" />
        </section>
      )}
      <div className="o-wl-nodes">
        {cards.map((card) => (
          <NodePanel key={card.name} card={card} drain={() => void drainNode(card.name)} />
        ))}
      </div>
      <p className="o-small o-dim o-flush">
        ● ready · ◐ running, not ready · ○ starting · ✕ failing · – ending or ended. All of it is simulated.
      </p>
    </div>
  )
}
