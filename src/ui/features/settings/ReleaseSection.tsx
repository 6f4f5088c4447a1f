import { Button } from '@mantine/core'
import { RELEASES } from '../../../api/releases'
import { ErrorMessage } from '../../components/States'
import { Verdict } from '../../components/Verdict'
import { useFlags, useRelease } from '../../queries/flags'
import { useDiscovery } from '../../queries/use-discovery'
import { flagValue, withFlag } from '../../state/argv'
import { useRestart } from '../../queries/use-restart'

const NEWEST_FIRST = RELEASES.map(({ name }) => name).reverse()

/** Switches the release over the same store, as an upgrade does. */
export function ReleaseSection() {
  const flags = useFlags().data
  const serving = useRelease()
  const discovery = useDiscovery().data
  const { restart, busy, error } = useRestart()
  const current = flagValue(flags?.argv ?? [], 'release') ?? /^v?(1\.\d+)/.exec(serving ?? '')?.[1]
  return (
    <div className="o-stack">
      {error !== undefined && <ErrorMessage error={error} />}
      <p className="o-flush">
        Serving <strong className="o-mono">{serving ?? '…'}</strong>
        {discovery &&
          `: ${discovery.groups.length} groups in ${discovery.groups.reduce((n, g) => n + g.versions.length, 0)} versions, ${discovery.resources.filter((r) => r.preferred).length} kinds`}
        . Stored objects are kept and served in the API versions of the release.
      </p>
      <div className="o-row wrap" role="group" aria-label="Releases">
        {NEWEST_FIRST.map((release) => (
          <Button
            key={release}
            variant={release === current ? 'filled' : 'default'}
            aria-pressed={release === current}
            disabled={busy || !flags}
            onClick={() => flags && void restart(withFlag(flags.argv, 'release', release))}
            className="o-mono"
          >
            {release}
          </Button>
        ))}
      </div>
      {busy && <Verdict tone="waiting">restarting…</Verdict>}
    </div>
  )
}
