import { memo, useEffect, useState } from 'react'
import { isListed } from '../../links/planes'
import { Icon } from '../components/Icon'
import { type MenuEntry, PillMenu } from '../components/PillMenu'
import { PAGE_CLOCK } from '../state/clock'
import { managePlanes, openPlane, planeHere, usePlanes } from '../state/planes'

const SWEEP_AFTER_MS = 5_000

/** The current plane, with a menu to switch planes. */
export const PlaneChip = memo(function PlaneChip() {
  const all = usePlanes((state) => state.planes)
  const [opened, setOpened] = useState(false)
  const here = planeHere(all)
  const planes = all.filter((plane) => isListed(plane) || plane.id === here.id)
  useEffect(() => {
    if (all.every(isListed)) return
    const sweep = (): void =>
      void import('../state/plane-removal')
        .then(({ sweepPlanes }) => sweepPlanes())
        .catch((error: unknown) => console.warn('A deleted plane still uses storage:', error))
    return PAGE_CLOCK.setTimer(SWEEP_AFTER_MS, sweep)
  }, [all])
  return (
    <PillMenu
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      width={280}
      target={
        <button type="button" className="o-pill line wide" aria-label={`Plane ${here.name}. Switch planes`}>
          <Icon name="kind" />
          <span className="o-clip o-narrow-11">{here.name}</span>
        </button>
      }
      entries={() => [
        { heading: 'Control planes in this browser' },
        ...planes.map(({ id, name }): MenuEntry => ({
          id,
          icon: id === here.id ? 'check' : 'kind',
          text: name,
          run: () => id !== here.id && openPlane(id),
        })),
        'rule',
        { id: 'manage', icon: 'plus', text: 'New, rename, delete…', run: () => managePlanes(true) },
      ]}
    />
  )
})
