import { Button } from '@mantine/core'
import { measures } from '../../components/measures'
import { shortDuration } from '../../components/time'
import { Verdict } from '../../components/Verdict'
import { useClock, useNow } from '../../state/clock'
import { CLOCK_STEPS, useClockControls } from '../../state/clock-controls'
import { useKeys } from '../../state/keys'
import { Panel } from '../../components/Panel'
import { type DecodedToken, timeClaim } from './jwt'

/** When a token becomes valid, is refreshed and expires, at the cluster's time. */
export function TokenTimes({ decoded }: { readonly decoded: DecodedToken }) {
  const now = useNow()
  const clock = useClock()
  const { hold, resume, step } = useClockControls()
  const begins = timeClaim(decoded, 'nbf') ?? timeClaim(decoded, 'iat')
  const ends = timeClaim(decoded, 'exp')
  const early = begins !== undefined && now < begins
  const over = ends !== undefined && now >= ends
  const part =
    begins !== undefined && ends !== undefined ? Math.min(1, Math.max(0, (now - begins) / (ends - begins))) : 0
  const held = clock?.mode === 'held'
  useKeys([{ keys: '.', title: 'Pause or resume the clock', run: held ? resume : hold }])
  return (
    <Panel
      title="Validity by the cluster’s clock"
      actions={
        <Verdict tone={over ? 'refused' : early ? 'waiting' : 'allowed'}>
          {over
            ? `expired ${shortDuration(now - ends)} ago`
            : early
              ? 'not valid yet'
              : ends === undefined
                ? 'does not expire'
                : `${shortDuration(ends - now)} left`}
        </Verdict>
      }
    >
      <div className="o-panel-body o-stack">
        {ends !== undefined && (
          <div
            className="o-life"
            role="img"
            aria-label={`${Math.round(part * 100)} % of its lifetime has passed`}
            style={measures({ part: `${part * 100}%` })}
          />
        )}
        <dl className="o-facts">
          {(['iat', 'nbf', 'exp'] as const).map((name) => {
            const value = timeClaim(decoded, name)
            return value === undefined ? null : (
              <div key={name} className="o-contents">
                <dt>{name === 'iat' ? 'Issued' : name === 'nbf' ? 'Valid from' : 'Expires'}</dt>
                <dd className="o-mono">{new Date(value).toISOString()}</dd>
              </div>
            )
          })}
          <dt>Now</dt>
          <dd className="o-mono">
            {new Date(now).toISOString()} {held && <Verdict tone="waiting">paused</Verdict>}
          </dd>
        </dl>
        <div className="o-row wrap">
          <Button size="compact-sm" variant="default" onClick={held ? resume : hold}>
            {held ? 'Resume the clock' : 'Pause the clock'}
          </Button>
          {CLOCK_STEPS.map(([label, ms]) => (
            <Button key={label} size="compact-sm" variant="default" onClick={() => step(ms)}>
              {label}
            </Button>
          ))}
        </div>
      </div>
    </Panel>
  )
}
