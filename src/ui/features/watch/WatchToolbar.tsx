import { Select } from '@mantine/core'
import type { Target } from '../../../client/targets'
import { Verdict } from '../../components/Verdict'
import { apiVersionFor, resourceTitle, type ResourceInfo } from '../../queries/discovery'
import { useNamespaces } from '../../queries/namespaces'
import { useSetQuery } from '../../state/place'
import type { WatchClientState } from './watch-client'

/** Selects what to watch, and controls the clock and the history. */
export function WatchToolbar({
  kinds,
  info,
  target,
  live,
}: {
  readonly kinds: ResourceInfo[]
  readonly info: ResourceInfo | undefined
  readonly target: Target
  readonly live: WatchClientState
}) {
  const setQuery = useSetQuery()
  const namespaces = useNamespaces()
  return (
    <div className="o-toolbar">
      <Select
        w={240}
        aria-label="Kind"
        searchable
        allowDeselect={false}
        data={kinds.map((kind) => ({ value: resourceTitle(kind), label: `${kind.kind} (${apiVersionFor(kind)})` }))}
        value={info ? resourceTitle(info) : null}
        onChange={(kind) => setQuery({ kind: kind ?? undefined }, { push: true })}
      />
      {(info?.namespaced ?? true) && (
        <Select
          w={180}
          aria-label="Namespace"
          searchable
          allowDeselect={false}
          data={[...new Set([...namespaces, target.namespace ?? 'default'])]}
          value={target.namespace ?? 'default'}
          onChange={(ns) => setQuery({ ns: ns ?? undefined }, { push: true })}
        />
      )}
      <span className="o-grow" />
      <span className="o-small o-dim" role="status">
        {live.phase === 'watching' && live.resumed && `Interrupted; resumed ${live.resumed}`}
      </span>
      <Verdict tone={live.phase === 'watching' ? 'allowed' : live.phase === 'failed' ? 'refused' : 'waiting'}>
        {live.phase}
      </Verdict>
    </div>
  )
}
