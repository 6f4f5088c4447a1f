import { Menu } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Icon } from '../components/Icon'
import { PAGE_CLOCK } from '../state/clock'
import { managePlanes, openPlane, planeHere, usePlanes } from '../state/planes'

const SWEEP_AFTER_MS = 5_000

/** The plane that the page shows, and the way to the others. */
export function PlaneChip() {
  const all = usePlanes((state) => state.planes)
  const [opened, setOpened] = useState(false)
  const here = planeHere(all)
  const planes = all.filter(({ doomed }) => !doomed)
  useEffect(() => {
    if (!all.some(({ doomed }) => doomed)) return
    const sweep = (): void =>
      void import('../state/plane-removal')
        .then(({ sweepPlanes }) => sweepPlanes())
        .catch((error: unknown) => console.warn('A deleted plane still takes room:', error))
    return PAGE_CLOCK.setTimer(SWEEP_AFTER_MS, sweep)
  }, [all])
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-start" shadow="md" width={280} withinPortal={false}>
      <Menu.Target>
        <button type="button" className="o-pill line wide" aria-label={`Plane ${here.name}. Switch planes`}>
          <Icon name="kind" />
          <span className="o-clip o-narrow-11">{here.name}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Control planes in this browser</Menu.Label>
        {planes.map(({ id, name }) => (
          <Menu.Item
            key={id}
            leftSection={<Icon name={id === here.id ? 'check' : 'kind'} />}
            onClick={() => id !== here.id && openPlane(id)}
          >
            <span className="o-break">{name}</span>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="plus" />} onClick={() => managePlanes(true)}>
          New, rename, delete …
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
