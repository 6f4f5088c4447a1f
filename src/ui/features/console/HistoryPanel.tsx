import { Button } from '@mantine/core'
import { statusTone, Verdict } from '../../components/Verdict'
import type { Search } from '../../state/place'
import type { HistoryEntry } from '../../state/preferences'

/** Requests sent from this browser, ready to be repeated. */
export function HistoryPanel({
  consoleHistory,
  forgetHistory,
  change,
}: {
  readonly consoleHistory: readonly HistoryEntry[]
  readonly forgetHistory: () => void
  readonly change: (change: Search, options?: { push?: boolean }) => void
}) {
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
        <ul className="o-history">
          {consoleHistory.map((entry) => (
            <li key={entry.at}>
              <button
                type="button"
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
                <span className="o-method">{entry.method}</span>
                <span className="o-mono o-clip o-grow">{entry.path}</span>
                {entry.as !== 'admin' && <span className="o-tag">{entry.as}</span>}
                {entry.status !== undefined && <Verdict tone={statusTone(entry.status)}>{entry.status}</Verdict>}
              </button>
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
