import { ActionIcon, Button } from '@mantine/core'
import { Icon } from '../../components/Icon'
import { Tip } from '../../components/Tip'
import { clockTime } from '../../components/time'
import { statusTone, Verdict } from '../../components/Verdict'
import type { Search } from '../../state/place'
import type { HistoryEntry } from '../../state/preferences'
import { type Exchange, useExchanges } from './answers'

/** Requests sent from this browser, ready to be repeated. */
export function HistoryPanel({
  consoleHistory,
  forgetHistory,
  change,
  shown,
  compare,
}: {
  readonly consoleHistory: readonly HistoryEntry[]
  readonly forgetHistory: () => void
  readonly change: (change: Search, options?: { push?: boolean }) => void
  /** The response on display. */
  readonly shown: Exchange | undefined
  /** Compares the response on display with another one. */
  readonly compare: (other: Exchange) => void
}) {
  const exchanges = useExchanges((state) => state.exchanges)
  return (
    <section className="o-panel" aria-label="History">
      <header>
        <h2>History</h2>
        <span className="o-grow" />
        {consoleHistory.length > 0 && (
          <Button size="compact-sm" variant="subtle" onClick={forgetHistory}>
            Clear history
          </Button>
        )}
      </header>
      {consoleHistory.length ? (
        <ul className="o-open-rows o-console-history">
          {consoleHistory.map((entry) => (
            <li key={entry.at}>
              <button
                type="button"
                className="o-open-row"
                title={new Date(entry.at).toLocaleString()}
                onClick={() =>
                  change(
                    {
                      method: entry.method,
                      path: entry.path,
                      body: entry.body,
                      headers: entry.headers,
                      as: entry.as === 'admin' ? undefined : entry.as,
                    },
                    { push: true },
                  )
                }
              >
                <span className="o-num o-tiny o-dim">{clockTime(entry.at)}</span>
                <span className="o-method">{entry.method}</span>
                <span className="o-mono o-clip o-grow">{entry.path}</span>
                {entry.as !== 'admin' && <span className="o-tag">{entry.as}</span>}
                {entry.status !== undefined && <Verdict tone={statusTone(entry.status)}>{entry.status}</Verdict>}
              </button>
              <CompareButton
                shown={shown}
                other={exchanges.find((one) => one.entry.at === entry.at)}
                compare={compare}
              />
            </li>
          ))}
        </ul>
      ) : (
        <p className="o-panel-body o-dim o-flush">
          Requests you send are saved in this browser, without their secrets.
        </p>
      )}
    </section>
  )
}

/** Compares the response on display with another one, if both are still there. */
function CompareButton({
  shown,
  other,
  compare,
}: {
  readonly shown: Exchange | undefined
  readonly other: Exchange | undefined
  readonly compare: (other: Exchange) => void
}) {
  if (!shown || !other || other === shown) return null
  return (
    <Tip label="Compare with the response shown">
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Compare with ${other.entry.method} ${other.entry.path} at ${clockTime(other.entry.at)}`}
        onClick={() => compare(other)}
      >
        <Icon name="changed" />
      </ActionIcon>
    </Tip>
  )
}
