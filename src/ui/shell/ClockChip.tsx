import { memo, useState } from 'react'
import { CLOCK_SPEEDS, CLOCK_STEPS, useClockControls } from '../state/clock-controls'
import { useClock, useNow } from '../state/clock'
import { clockTime, shortDuration } from '../components/time'
import { Icon } from '../components/Icon'
import { type MenuEntry, PillMenu } from '../components/PillMenu'

/** The control plane's clock: running, paused, or ahead of real time; with controls to pause and step it. */
export const ClockChip = memo(function ClockChip() {
  const [opened, setOpened] = useState(false)
  const clock = useClock()
  const now = useNow()
  const controls = useClockControls()
  if (!clock) return null
  const held = clock.mode === 'held'
  const rate = clock.rate ?? 1
  const ahead = Math.round(clock.aheadMs / 1000) * 1000
  return (
    <PillMenu
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      width={220}
      target={
        <button type="button" data-tour="clock" className={`o-pill o-num ${held ? 'held' : ''}`}>
          <Icon name={held ? 'pause' : 'waiting'} size={14} />
          <span className="o-hidden">{held ? 'Clock' : 'Clock running'}</span>
          <span className="o-clock-time">{clockTime(now)}</span>
          {held && <span>paused</span>}
          {!held && rate > 1 && <span>×{rate}</span>}
          {!held && rate === 1 && ahead >= 1000 && <span className="wide">+{shortDuration(ahead)}</span>}
        </button>
      }
      entries={() => [
        { heading: `${new Date(now).toISOString().replace('T', ' ').slice(0, 19)} UTC` },
        held
          ? { id: 'resume', icon: 'play', text: 'Resume clock', run: () => controls.resume() }
          : { id: 'pause', icon: 'pause', text: 'Pause clock', run: () => controls.hold() },
        'rule',
        ...CLOCK_STEPS.map(([title, ms]): MenuEntry => ({
          id: title,
          icon: 'step',
          text: `Advance ${title}`,
          run: () => controls.step(ms),
        })),
        'rule',
        ...CLOCK_SPEEDS.map((speed): MenuEntry => ({
          id: `×${speed}`,
          icon: speed === rate ? 'check' : 'play',
          text: `Run ×${speed}`,
          disabled: speed === rate,
          run: () => controls.speed(speed),
        })),
      ]}
    />
  )
})
