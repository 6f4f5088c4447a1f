import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { NODES } from '../../../client/core-targets'
import { Go } from '../../components/Go'
import { Icon } from '../../components/Icon'
import { viewRoute } from '../../state/routes'
import { notifyUndo } from '../../components/notify-undo'
import { Empty, ErrorMessage, Loading } from '../../components/States'
import { notifyWithUndo } from '../../components/undo/undo-now'
import { useClient, useSession } from '../../state/connection'
import { notifyError } from '../../state/notify'
import { cordon, drain, type Drained } from './drain'
import { DrainReport } from './DrainReport'
import { NodePanel } from './NodePanel'
import { PodDots } from './PodDots'
import { StartShop } from './StartNodes'
import { useNodesAndPods, usePolicyVersion } from './use-workloads'
import { nextNodeName, nodeCards, SIMULATED } from './workload-model'

/** All nodes with their pods, live. */
export function NodesView() {
  const client = useClient()
  const session = useSession()
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
  const addNode = (): void => {
    const name = nextNodeName(cards.map((card) => card.name))
    client.create(NODES, { metadata: { name, annotations: { [SIMULATED]: '' } } }).then(
      () => notifyWithUndo(session, `${name} is added`),
      (failure: unknown) => notifyError('Could not add a node', failure),
    )
  }
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
          <Go place={{ to: viewRoute('/workloads', 'pending') }} className="o-small">
            Why they wait
          </Go>
        </section>
      )}
      <div className="o-wl-nodes">
        {cards.map((card) => (
          <NodePanel key={card.name} card={card} drain={() => void drainNode(card.name)} />
        ))}
      </div>
      <div className="o-row wrap">
        <p className="o-small o-dim o-flush o-grow">
          ● ready · ◐ running, not ready · ○ starting · ✕ failing · – ending or ended. Bars show what pods request. All
          of it is simulated.
        </p>
        <Button variant="default" leftSection={<Icon name="plus" size={12} />} onClick={addNode}>
          Add a node
        </Button>
      </div>
    </div>
  )
}
