import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { Client } from '../../../client/client'
import { Icon } from '../../components/Icon'
import { notifyDone, notifyError } from '../../state/notify'
import { PageHead } from '../../components/PageHead'
import { ErrorMessage } from '../../components/States'
import { clockTime } from '../../components/time'
import { resourceTitle } from '../../queries/discovery'
import { useDiscovery } from '../../queries/use-discovery'
import { useClock, useNow } from '../../state/clock'
import { CLOCK_STEPS, useClockControls } from '../../state/clock-controls'
import { useClient, useSession } from '../../state/connection'
import { useAction } from '../../state/use-action'
import { useKeys } from '../../state/keys'
import { useQueryState, useSetQuery } from '../../state/place'
import { makeChanges } from './changes'
import { Paging } from './Paging'
import { KEPT_FROM, RevisionAxis } from './RevisionAxis'
import './watch.css'
import type { Target } from '../../../client/targets'
import { objects, WatchClient, type WatchClientState } from './watch-client'
import { WatchToolbar } from './WatchToolbar'
import { DisconnectedClient, Log } from './DisconnectedClient'
import type { PagedList } from './PagedSnapshot'

function useWatchClient(
  client: Client,
  { group, version, resource, namespace }: Target,
): [WatchClient, WatchClientState] {
  const watcher = useMemo(
    () => new WatchClient(client, { group, version, resource, namespace }),
    [client, group, version, resource, namespace],
  )
  useEffect(() => {
    watcher.start()
    return () => watcher.dispose()
  }, [watcher])
  return [watcher, useSyncExternalStore(watcher.subscribe, watcher.snapshot)]
}

/** What happens at each revision, and what clients see of it. */
export function WatchPage() {
  const session = useSession()
  const queries = useQueryClient()
  const client = useClient()
  const discovery = useDiscovery().data
  const query = useQueryState()
  const setQuery = useSetQuery()
  const kinds = (discovery?.resources ?? []).filter((info) => info.preferred && info.verbs.includes('watch'))
  const wanted = query['kind'] ?? 'configmaps'
  const info = kinds.find((kind) => resourceTitle(kind) === wanted)
  const target: Target = {
    group: info?.group ?? '',
    version: info?.version ?? 'v1',
    resource: info?.resource ?? 'configmaps',
    namespace: (info?.namespaced ?? true) ? (query['ns'] ?? 'default') : undefined,
  }
  const [, live] = useWatchClient(client, target)
  const [sleeper, asleep] = useWatchClient(client, target)
  const [snapshot, setSnapshot] = useState<PagedList>()
  const store = useQuery({
    queryKey: ['store'],
    queryFn: () => session.control('store', null),
    refetchInterval: 1000,
  }).data
  const scope = JSON.stringify(target)
  const [seen, setSeen] = useState(scope)
  if (seen !== scope) {
    setSeen(scope)
    setSnapshot(undefined)
  }
  const { act, busy } = useAction('The changes were rejected')
  const change = async (): Promise<void> => {
    // The key can be pressed again before the changes are made: two rounds at once would delete each other's objects.
    if (busy) return
    await act(async () => {
      await makeChanges(client, target.namespace ?? 'default')
    })
  }
  const compact = async (): Promise<void> => {
    try {
      const { compactedRevision } = await session.control('compact', {})
      await queries.invalidateQueries({ queryKey: ['store'] })
      notifyDone('Compacted', `History now starts at revision ${compactedRevision}`)
    } catch (error) {
      notifyError('Compaction failed', error)
    }
  }
  const example = async (): Promise<void> => {
    setQuery({ kind: undefined, ns: undefined })
    await change()
  }
  useKeys([
    { keys: 'n', title: 'Make sample changes', run: () => void change() },
    {
      keys: 's',
      title: 'Disconnect or reconnect the second client',
      // Read the current phase, because the rendered one may lag behind.
      run: () => (sleeper.snapshot().phase === 'asleep' ? sleeper.start() : sleeper.sleep()),
    },
    { keys: 'x', title: 'Compact history', run: () => void compact() },
  ])
  const current = store?.revision ?? Number(live.version ?? 0)
  const marks = [
    { revision: store?.compactedRevision ?? 0, label: KEPT_FROM, colour: 'var(--o-dim)' },
    ...(asleep.version !== undefined
      ? [
          {
            revision: Number(asleep.version),
            label: asleep.phase === 'asleep' ? 'sleeper' : 'second client',
            colour: 'var(--o-waiting)',
          },
        ]
      : []),
    ...(snapshot ? [{ revision: snapshot.revision, label: 'snapshot', colour: 'var(--o-changed)' }] : []),
    { revision: current, label: 'now', colour: 'var(--o-accent)' },
  ]
  return (
    <div className="o-page">
      <PageHead
        lesson="watch"
        title="Watch"
        about="Every write creates a revision. See its watch events, what a paged list and a disconnected client miss, and what happens to both after compaction."
      >
        <Button variant="default" loading={busy} leftSection={<Icon name="example" />} onClick={() => void example()}>
          Make sample changes
        </Button>
      </PageHead>
      <WatchToolbar kinds={kinds} info={info} target={target} live={live} />
      <div className="o-page-body o-stack">
        {live.phase === 'failed' && <ErrorMessage error={live.error} />}
        <section className="o-panel o-panel-body o-rigid" aria-label="Revisions">
          <RevisionAxis compacted={store?.compactedRevision ?? 0} current={current} log={live.log} marks={marks} />
          <HistoryControls onCompact={() => void compact()} />
        </section>
        <div className="o-watch">
          <section className="o-panel" aria-label="Events by revision">
            <header>
              <h2>Events by revision</h2>
              <span className="o-grow" />
              <span className="o-dim o-num">{objects(live.items.size)}</span>
            </header>
            <Log log={live.log} label="Events, newest first" />
          </section>
          <Paging client={client} target={target} live={live.items} snapshot={snapshot} onSnapshot={setSnapshot} />
          <DisconnectedClient asleep={asleep} sleeper={sleeper} live={live} store={store} />
        </div>
      </div>
    </div>
  )
}

/** Controls for the history and the clock. */
function HistoryControls({ onCompact }: { readonly onCompact: () => void }) {
  const clock = useClock()
  const now = useNow()
  const controls = useClockControls()
  const held = clock?.mode === 'held'
  return (
    <div className="o-row wrap o-below-more">
      <Button size="compact-sm" variant="default" leftSection={<Icon name="trash" size={14} />} onClick={onCompact}>
        Compact history now
      </Button>
      <span className="o-grow" />
      <span className={`o-num ${held ? 'o-tone o-tone-waiting' : 'o-dim'}`}>
        {clockTime(now)} {held ? 'held' : ''}
      </span>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<Icon name={held ? 'play' : 'pause'} size={14} />}
        onClick={() => (held ? controls.resume() : controls.hold())}
      >
        {held ? 'Resume the clock' : 'Pause the clock'}
      </Button>
      {CLOCK_STEPS.slice(0, 4).map(([title, ms]) => (
        <Button
          key={ms}
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="step" size={14} />}
          onClick={() => controls.step(ms)}
        >
          {title}
        </Button>
      ))}
    </div>
  )
}
