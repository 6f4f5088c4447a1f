import { Button, Menu } from '@mantine/core'
import { useClient } from '../../state/connection'
import { isComplete, isOverdue, type Rollout } from './rollout-model'
import { DEPLOYMENTS } from './use-workloads'
import { useRunUntil } from './use-run-until'

const CONDITIONS = [
  { title: 'The rollout is complete', holds: isComplete },
  { title: 'Its progress deadline is over', holds: isOverdue },
] as const

/** Moves the cluster's clock on until a rollout has come so far. */
export function RunUntil({ rollout: { namespace, name } }: { readonly rollout: Rollout }) {
  const client = useClient()
  const { running, run, stop } = useRunUntil()
  if (running)
    return (
      <Button size="compact-sm" variant="default" onClick={stop}>
        Stop the clock’s run
      </Button>
    )
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button size="compact-sm" variant="default">
          Run until
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>The cluster’s clock moves on until</Menu.Label>
        {CONDITIONS.map(({ title, holds }) => (
          <Menu.Item
            key={title}
            onClick={() =>
              run(`${name}: ${title.toLowerCase()}`, async () =>
                holds(await client.get({ ...DEPLOYMENTS, namespace }, name)),
              )
            }
          >
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
