import { Button, Menu } from '@mantine/core'
import { Icon } from '../../components/Icon'
import { ErrorMessage } from '../../components/States'
import { START_STATES, useStart } from '../../components/start-states/use-start'

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
        <Menu.Dropdown maw="92vw">
          <Menu.Label>The API server restarts; objects stay</Menu.Label>
          {START_STATES.map((one) => (
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
