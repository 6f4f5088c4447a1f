import { Button, Menu } from '@mantine/core'
import { ErrorMessage } from '../../components/States'
import { Icon } from '../../components/Icon'
import { useFlags } from '../../queries/flags'
import { useRestart } from '../../queries/use-restart'
import { flagValue, withFlag } from '../../state/argv'
import { useClient } from '../../state/connection'
import { notifyError } from '../../state/notify'
import { createShop } from './shop'
import { usePolicyVersion } from './use-workloads'

const STARTS = [
  { nodes: 0, shop: false, title: 'No simulated nodes', about: 'An API server only: nothing moves' },
  { nodes: 3, shop: false, title: 'Three nodes', about: 'An empty cluster' },
  {
    nodes: 3,
    shop: true,
    title: 'Three nodes and a small shop',
    about: 'Three Deployments with Services and a budget',
  },
  { nodes: 100, shop: false, title: 'A hundred nodes', about: 'For large rollouts' },
] as const

/** Restarts with so many nodes; the objects stay. */
export function useStart() {
  const client = useClient()
  const policy = usePolicyVersion()
  const flags = useFlags().data
  const { restart, busy, error } = useRestart()
  const start = async ({ nodes, shop }: { readonly nodes: number; readonly shop: boolean }): Promise<void> => {
    const argv = flags?.argv ?? []
    const same = (flagValue(argv, 'nodes') ?? '0') === String(nodes)
    if (!same && !(await restart(withFlag(argv, 'nodes', String(nodes))))) return
    try {
      if (shop) await createShop(client, policy)
    } catch (failure) {
      notifyError('Could not create the shop', failure)
    }
  }
  return { start, busy: busy || !flags, error }
}

/** The choice of a start state. */
export function StartNodes() {
  const { start, busy, error } = useStart()
  return (
    <>
      {error !== undefined && <ErrorMessage error={error} />}
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <Button variant="default" loading={busy} rightSection={<Icon name="down" size={12} />}>
            Choose nodes
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>The API server restarts; objects stay</Menu.Label>
          {STARTS.map((one) => (
            <Menu.Item key={one.title} onClick={() => void start(one)}>
              {one.title}
              <div className="o-small o-dim">{one.about}</div>
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  )
}

/** The empty state of pages that need nodes. */
export function StartShop() {
  const { start, busy } = useStart()
  return (
    <Button loading={busy} onClick={() => void start({ nodes: 3, shop: true })}>
      Start three nodes and a small shop
    </Button>
  )
}
