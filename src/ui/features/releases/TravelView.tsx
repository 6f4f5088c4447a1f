import { Button, Switch } from '@mantine/core'
import { useMemo } from 'react'
import { measures } from '../../components/measures'
import { Word } from '../../components/terms/Explained'
import { RELEASES, servedResources } from '../../../api/releases'
import { apiVersionOf } from '../../../machinery/object'
import { ErrorMessage } from '../../components/States'
import { Verdict } from '../../components/Verdict'
import { useFlags, useRelease } from '../../queries/flags'
import { flagValue, withFlag } from '../../state/argv'
import { useQueryState, useSetQuery } from '../../state/place'
import { useRestart } from '../../queries/use-restart'

const MINORS = RELEASES.map(({ minor }) => minor)
const FIRST = MINORS[0] ?? 15
const LAST = MINORS.at(-1) ?? FIRST

/** Number of kinds, and of deprecated ones, per group version in a release. */
function groupsAt(minor: number): Map<string, { kinds: number; deprecated: number; removed: number | undefined }> {
  const release = RELEASES.find((one) => one.minor === minor)
  const groups = new Map<string, { kinds: number; deprecated: number; removed: number | undefined }>()
  for (const resource of release ? servedResources(release) : []) {
    const at = apiVersionOf(resource)
    const known = groups.get(at) ?? { kinds: 0, deprecated: 0, removed: undefined }
    groups.set(at, {
      kinds: known.kinds + 1,
      deprecated: known.deprecated + (resource.deprecated ? 1 : 0),
      removed: resource.deprecated?.removed ?? known.removed,
    })
  }
  return groups
}

const count = (kinds: number): string => (kinds === 1 ? '1 kind' : `${kinds} kinds`)

/** A slider over releases, with the differences between the running and the selected one. */
export function TravelView() {
  const flags = useFlags().data
  const serving = useRelease()
  const { restart, busy, error } = useRestart()
  const query = useQueryState()
  const setQuery = useSetQuery()
  const current = Number(/1\.(\d+)/.exec(flagValue(flags?.argv ?? [], 'release') ?? serving ?? '')?.[1] ?? 25)
  const pointed = Number(query['to'] ?? current)
  const rows = useMemo(() => {
    const [from, to] = [groupsAt(current), groupsAt(pointed)]
    return [...new Set([...from.keys(), ...to.keys()])]
      .sort()
      .map((name) => ({ name, from: from.get(name), to: to.get(name) }))
  }, [current, pointed])
  const changed = rows.filter(({ from, to }) => !from || !to || to.deprecated !== from.deprecated)
  const shown = pointed === current || query['all'] === 'yes' ? rows : changed
  return (
    <div className="o-stack">
      {error !== undefined && <ErrorMessage error={error} />}
      <div className="o-release-slider" style={measures({ releases: String(MINORS.length) })}>
        <input
          id="release"
          type="range"
          aria-label="Release"
          aria-valuetext={`1.${pointed}`}
          min={FIRST}
          max={LAST}
          step={1}
          value={pointed}
          disabled={busy}
          onChange={(event) => {
            const value = Number(event.currentTarget.value)
            setQuery({ to: value === current ? undefined : String(value) })
          }}
        />
        <div className="o-release-marks" aria-hidden="true">
          {MINORS.map((minor) => (
            <span key={minor} className={minor === current ? 'current' : minor === pointed ? 'pointed' : undefined}>
              1.{minor}
            </span>
          ))}
        </div>
      </div>
      <div className="o-row wrap">
        <span>
          Running <strong className="o-mono">1.{current}</strong>. Stored objects are kept and served in the API
          versions of the target release. Move the slider to compare with another one.
        </span>
        {pointed !== current && (
          <Button
            disabled={busy || !flags}
            onClick={() =>
              flags &&
              void restart(withFlag(flags.argv, 'release', `1.${pointed}`)).then(
                (done) => done && setQuery({ to: undefined }),
              )
            }
          >
            {pointed > current ? `Upgrade to 1.${pointed}` : `Downgrade to 1.${pointed}`}
          </Button>
        )}
        {busy && <Verdict tone="waiting">restarting</Verdict>}
      </div>
      {pointed !== current && (
        <div className="o-row wrap">
          <Switch
            label="Only changes"
            checked={query['all'] !== 'yes'}
            onChange={(event) => setQuery({ all: event.currentTarget.checked ? undefined : 'yes' })}
          />
          <span className="o-dim">
            {changed.length} of {rows.length} versions change
          </span>
        </div>
      )}
      <div className="o-scroll-x" tabIndex={0} role="region" aria-label="Served versions">
        <table className="o-table">
          <caption className="o-hidden">Served versions</caption>
          <thead>
            <tr>
              <th scope="col">
                <Word id="api-group">Group and version</Word>
              </th>
              <th scope="col">at 1.{current}</th>
              {pointed !== current && <th scope="col">at 1.{pointed}</th>}
              <th scope="col">{pointed === current ? 'State' : 'Change'}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ name, from, to }) => (
              <tr key={name}>
                <th scope="row" className="o-mono">
                  {name}
                </th>
                <td className="o-num">{from ? count(from.kinds) : '–'}</td>
                {pointed !== current && <td className="o-num">{to ? count(to.kinds) : '–'}</td>}
                <td>
                  {!to ? (
                    <Verdict tone="refused">{pointed > current ? 'removed' : 'not yet available'}</Verdict>
                  ) : !from ? (
                    <Verdict tone="changed">{pointed > current ? 'new' : 'served again'}</Verdict>
                  ) : to.deprecated > 0 ? (
                    <Verdict tone="waiting">
                      {to.deprecated === to.kinds ? 'deprecated' : `${to.deprecated} deprecated`}
                      {to.removed === undefined ? '' : `, until 1.${to.removed}`}
                    </Verdict>
                  ) : (
                    <Verdict tone="allowed">served</Verdict>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
