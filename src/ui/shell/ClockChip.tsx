import { Menu } from '@mantine/core'
import { CLOCK_SPEEDS, CLOCK_STEPS, useClockControls } from '../state/clock-controls'
import { useClock, useNow } from '../state/clock'
import { clockTime, shortDuration } from '../components/time'
import { Icon } from '../components/Icon'

/** The control plane's clock: running, held, or ahead of the machine's; with controls to pause and step it. */
export function ClockChip() {
  const clock = useClock()
  const now = useNow()
  const controls = useClockControls()
  if (!clock) return null
  const held = clock.mode === 'held'
  const rate = clock.rate ?? 1
  const ahead = Math.round(clock.aheadMs / 1000) * 1000
  return (
    <Menu position="bottom-start" shadow="md" width={220}>
      <Menu.Target>
        <button type="button" data-tour="clock" className={`o-pill o-num ${held ? 'held' : ''}`}>
          <Icon name={held ? 'pause' : 'waiting'} size={14} />
          <span className="o-hidden">{held ? 'Clock' : 'Clock running'}</span>
          {clockTime(now)}
          {held && <span>paused</span>}
          {!held && rate > 1 && <span>×{rate}</span>}
          {!held && rate === 1 && ahead >= 1000 && <span className="wide">+{shortDuration(ahead)}</span>}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{new Date(now).toISOString().replace('T', ' ').slice(0, 19)} UTC</Menu.Label>
        {held ? (
          <Menu.Item leftSection={<Icon name="play" />} onClick={() => controls.resume()}>
            Resume clock
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<Icon name="pause" />} onClick={() => controls.hold()}>
            Pause clock
          </Menu.Item>
        )}
        <Menu.Divider />
        {CLOCK_STEPS.map(([title, ms]) => (
          <Menu.Item key={ms} leftSection={<Icon name="step" />} onClick={() => controls.step(ms)}>
            Advance {title}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {CLOCK_SPEEDS.map((speed) => (
          <Menu.Item
            key={speed}
            leftSection={<Icon name={speed === rate ? 'check' : 'play'} />}
            disabled={speed === rate}
            onClick={() => controls.speed(speed)}
          >
            Run ×{speed}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
