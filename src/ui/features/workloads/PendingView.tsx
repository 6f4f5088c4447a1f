import { useQuery } from '@tanstack/react-query'
import { Empty, ErrorMessage, Loading } from '../../components/States'
import { Verdict } from '../../components/Verdict'
import { clockTime } from '../../components/time'
import { standsStill } from '../../queries/idle-workloads'
import { useFlags } from '../../queries/flags'
import { useSession } from '../../state/connection'
import { useQueryState, useSetQuery } from '../../state/place'
import { PODS } from '../../../client/core-targets'
import { PlacementMatrix } from './PlacementMatrix'
import { StartShop } from './StartNodes'

/** Number of recently scheduled pods offered. */
const LAST = 6

/** Pods that wait for a node, with the scheduler's latest result. */
export function PendingView() {
  const session = useSession()
  const flags = useFlags().data
  const query = useQueryState()
  const setQuery = useSetQuery()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['placements'],
    queryFn: () => session.control('placements', null),
    refetchInterval: 1000,
  })
  if (error) return <ErrorMessage error={error} onRetry={() => void refetch()} />
  if (isPending) return <Loading />
  const waiting = data.filter(({ node }) => node === undefined)
  const placed = data.filter(({ node }) => node !== undefined).slice(0, LAST)
  if (data.length === 0 && flags && standsStill(flags.argv, PODS))
    return (
      <Empty title="The scheduler does not run" actions={<StartShop />}>
        This cluster has no simulated nodes, so pods stay pending.
      </Empty>
    )
  if (data.length === 0)
    return (
      <Empty title="No pending pods" icon="check">
        No results from the scheduler yet. Create a pod that requests more CPU than any node has.
      </Empty>
    )
  const chosen = data.find(({ uid }) => uid === query['pod']) ?? waiting[0] ?? placed[0]
  return (
    <div className="o-wl-pending">
      <nav className="o-panel" aria-label="Pods">
        {[['Waiting', waiting] as const, ['Placed recently', placed] as const].map(([title, list]) => (
          <section key={title}>
            <h2 className="o-h2">{title}</h2>
            {list.length === 0 && <p className="o-small o-dim">none</p>}
            <ul className="o-wl-list">
              {list.map((one) => (
                <li key={one.uid}>
                  <button
                    type="button"
                    className="o-link o-break"
                    aria-pressed={one === chosen}
                    onClick={() => setQuery({ pod: one.uid })}
                  >
                    {one.name}
                  </button>{' '}
                  <span className="o-small o-dim">{one.namespace}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      {chosen && (
        <section className="o-stack" aria-label={`Placement of ${chosen.name}`}>
          <div className="o-row wrap">
            {chosen.node ? (
              <Verdict tone="allowed">on {chosen.node}</Verdict>
            ) : (
              <Verdict tone="waiting">{chosen.nominated ? `promised ${chosen.nominated}` : 'waiting'}</Verdict>
            )}
            <strong className="o-break">{chosen.message}</strong>
            <span className="o-small o-dim">{clockTime(chosen.at)}</span>
          </div>
          <PlacementMatrix placement={chosen} />
        </section>
      )}
    </div>
  )
}
