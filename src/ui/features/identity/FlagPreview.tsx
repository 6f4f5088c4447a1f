import { Button } from '@mantine/core'
import { CopyButton } from '../../components/CopyButton'
import { Icon } from '../../components/Icon'
import { ErrorMessage } from '../../components/States'
import { Verdict } from '../../components/Verdict'
import { flagValue, withFlags } from '../../state/argv'
import { hideInArgv, secretFlags } from '../../state/flag-secrets'
import type { FlagControls } from './acting'

const short = (text: string): string => (text.length > 90 ? `${text.slice(0, 60)} … ${text.length} characters` : text)

/** The flags that enable a feature, with a button to restart with them. */
export function FlagPreview({
  flags,
  hand: { argv, apply, busy, error },
  action,
  off,
}: {
  readonly flags: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly hand: FlagControls
  readonly action: string
  /** The flag whose absence means that the feature is off. */
  readonly off: string
}) {
  const lines = Object.entries(flags).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one) => `--${name}=${one}`),
  )
  const used = argv !== undefined && flagValue(argv, off) !== undefined
  const sorted = (args: readonly string[]): string => [...args].sort().join('\n')
  const same = argv !== undefined && sorted(withFlags(argv, flags)) === sorted(argv)
  return (
    <div className="o-stack">
      {error !== undefined && (
        <ErrorMessage error={error}>Nothing was changed. The API server keeps its current flags.</ErrorMessage>
      )}
      <div className="o-secret">
        <pre className="o-code o-grow" tabIndex={0} aria-label="Flags">
          {hideInArgv(lines).map(short).join('\n')}
        </pre>
        <CopyButton
          label={secretFlags(lines).length > 0 ? 'Copy flags with secrets' : 'Copy flags'}
          text={() => lines.join('\n')}
        />
      </div>
      <div className="o-row wrap">
        <Button
          loading={busy}
          disabled={!argv || same}
          leftSection={<Icon name="refresh" size={14} />}
          onClick={() => void apply(flags)}
        >
          {action}
        </Button>
        {used && (
          <Button
            variant="default"
            disabled={busy}
            onClick={() => void apply(Object.fromEntries(Object.keys(flags).map((name) => [name, undefined])))}
          >
            Stop using
          </Button>
        )}
        {same && <Verdict tone="allowed">in use</Verdict>}
        {used && !same && <Verdict tone="changed">in use with different flags</Verdict>}
      </div>
    </div>
  )
}
