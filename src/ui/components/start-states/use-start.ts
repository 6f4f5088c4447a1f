import { useDiscovery } from '../../queries/use-discovery'
import { useFlags } from '../../queries/flags'
import { useRestart } from '../../queries/use-restart'
import { flagValue, withFlag } from '../../state/argv'
import { useClient } from '../../state/connection'
import { notifyError } from '../../state/notify'
import { createShop } from './shop'

/** A state in which a cluster can start: the number of simulated nodes, and whether workloads run on them. */
export interface StartState {
  readonly nodes: number
  readonly shop: boolean
  readonly title: string
  readonly about: string
}

/** States that a new cluster can start in. */
export const START_STATES: readonly StartState[] = [
  { nodes: 0, shop: false, title: 'No simulated nodes', about: 'API server only: workloads do not run' },
  { nodes: 3, shop: false, title: 'Three nodes', about: 'An empty cluster' },
  {
    nodes: 3,
    shop: true,
    title: 'Three nodes and a small shop',
    about: 'Three Deployments with Services and a disruption budget',
  },
  { nodes: 100, shop: false, title: 'A hundred nodes', about: 'For large rollouts' },
]

/** Restarts with that many nodes, keeping the objects. `start` resolves to whether it succeeded. */
export function useStart(): {
  readonly start: (state: Pick<StartState, 'nodes' | 'shop'>) => Promise<boolean>
  readonly busy: boolean
  readonly error: unknown
} {
  const client = useClient()
  const policy = useDiscovery().data?.groups.find(({ group }) => group === 'policy')?.preferred ?? 'v1'
  const flags = useFlags().data
  const { restart, busy, error } = useRestart()
  const start = async ({ nodes, shop }: Pick<StartState, 'nodes' | 'shop'>): Promise<boolean> => {
    const argv = flags?.argv ?? []
    const same = (flagValue(argv, 'nodes') ?? '0') === String(nodes)
    if (!same && !(await restart(withFlag(argv, 'nodes', String(nodes))))) return false
    try {
      if (shop) await createShop(client, policy)
      return true
    } catch (failure) {
      notifyError('Could not create the shop', failure)
      return false
    }
  }
  return { start, busy: busy || !flags, error }
}
