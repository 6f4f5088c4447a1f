import { Button } from '@mantine/core'
import { type Tone, Verdict } from '../../components/Verdict'
import { type LogEntry, objects, WatchClient, type WatchClientState } from './watch-client'

const TONES: Record<LogEntry['type'], Tone> = {
  ADDED: 'allowed',
  MODIFIED: 'changed',
  DELETED: 'refused',
  BOOKMARK: 'waiting',
  ERROR: 'refused',
  LIST: 'none',
  WATCH: 'none',
  GONE: 'refused',
  SLEEP: 'waiting',
  END: 'none',
  FAILED: 'refused',
  RESUMED: 'allowed',
}

/** The log of a watching client. */
export function Log({ log, label }: { readonly log: readonly LogEntry[]; readonly label: string }) {
  return (
    <div className="fill" tabIndex={0} role="region" aria-label={label}>
      {log.length ? (
        <ol className="o-log">
          {log.map((entry) => (
            <li key={entry.id}>
              <span className="rev o-mono" data-cell="Revision">
                {entry.revision || ''}
              </span>
              <span data-cell="Type">
                <Verdict tone={TONES[entry.type]}>{entry.type}</Verdict>
              </span>
              <span className="o-mono o-clip" data-cell="Event" title={entry.title}>
                {entry.title}
              </span>
            </li>
          ))}
        </ol>
      ) : (
        <p className="o-panel-body o-dim o-flush">No events yet.</p>
      )}
    </div>
  )
}

/** A disconnected client: what it missed, and how it catches up. */
export function DisconnectedClient({
  asleep,
  sleeper,
  live,
  store,
}: {
  readonly asleep: WatchClientState
  readonly sleeper: WatchClient
  readonly live: WatchClientState
  readonly store:
    | { revision: number; compactedRevision: number; objects: number; durable: boolean; fault?: string }
    | undefined
}) {
  return (
    <section className="o-panel" aria-label="A disconnected client">
      <header>
        <h2>A disconnected client</h2>
        <span className="o-grow" />
        <span className="o-mono o-dim">@{asleep.version ?? '–'}</span>
        <Button
          size="compact-sm"
          variant={asleep.phase === 'asleep' ? 'filled' : 'default'}
          onClick={() => (sleeper.snapshot().phase === 'asleep' ? sleeper.start() : sleeper.sleep())}
        >
          {asleep.phase === 'asleep' ? 'Reconnect' : 'Disconnect'}
        </Button>
      </header>
      <p className="o-panel-body o-small o-dim o-flush">
        {asleep.phase === 'asleep'
          ? `It has ${objects(asleep.items.size)}; the server has ${live.items.size}. ${Number(asleep.version) < (store?.compactedRevision ?? 0) ? 'Its resourceVersion is compacted: it must list again.' : 'Its resourceVersion is still available: it will receive the missed events.'}`
          : 'Disconnect it, make changes, compact the history, then reconnect it.'}
      </p>
      <Log log={asleep.log} label="Client log, newest first" />
    </section>
  )
}
