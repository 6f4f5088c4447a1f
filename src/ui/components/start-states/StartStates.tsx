import { Button } from '@mantine/core'
import { flagValue } from '../../state/argv'
import { useFlags } from '../../queries/flags'
import { useGo } from '../../state/place'
import { ErrorMessage } from '../States'
import { START_STATES, type StartState, useStart } from './use-start'
import './start-states.css'

/** The start states to choose from, with what runs in each. */
export function StartStates() {
  const { start, busy, error } = useStart()
  const nodes = Number(flagValue(useFlags().data?.argv ?? [], 'nodes') ?? 0)
  const go = useGo()
  // A shop can be added to any cluster.
  const isCurrent = (state: StartState): boolean => !state.shop && state.nodes === nodes
  const choose = async (state: StartState): Promise<void> => {
    if (await start(state)) go({ to: '/workloads' })
  }
  return (
    <section className="o-start-choice" aria-label="Start states">
      {error !== undefined && <ErrorMessage error={error} />}
      <ul className="o-start-states">
        {START_STATES.map((state) => (
          <li key={state.title}>
            <Button variant="default" fullWidth disabled={busy || isCurrent(state)} onClick={() => void choose(state)}>
              {state.title}
            </Button>
            <span className="o-small o-dim">
              {isCurrent(state) && <b>Current. </b>}
              {state.about}
            </span>
          </li>
        ))}
      </ul>
      <p className="o-small o-dim o-flush">
        {nodes === 0 ? 'The cluster has no nodes now.' : `The cluster has ${nodes} simulated nodes now.`} A choice
        restarts the API server and keeps stored objects. Nodes and pods are simulated: no container runs.
      </p>
    </section>
  )
}
