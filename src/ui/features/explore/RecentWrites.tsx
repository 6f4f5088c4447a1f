import { Switch } from '@mantine/core'
import { memo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { Word } from '../../components/terms/Explained'
import { NamesSwitch } from '../../components/NamesSwitch'
import { Empty } from '../../components/States'
import { clockTime } from '../../components/time'
import { statusTone, Verdict } from '../../components/Verdict'
import { useQueryState, useSetQuery } from '../../state/place'
import { useRequests, type RequestRow } from '../../state/requests'
import { ExampleButton } from './ExampleButton'

const SHOWN = 12

/** The latest writes among some requests, newest first. */
const latestWrites = (rows: readonly RequestRow[], system: boolean): RequestRow[] =>
  rows
    .filter((row) => row.method !== 'GET' && row.origin !== 'background' && (system || !row.who.startsWith('system:')))
    .slice(-SHOWN)
    .reverse()

/** The latest writes by any client. */
export const RecentWrites = memo(function RecentWrites() {
  const system = useQueryState()['system'] === 'yes'
  const setQuery = useSetQuery()
  const writes = useRequests(useShallow(({ rows }) => latestWrites(rows, system)))
  return (
    <section className="o-panel" aria-labelledby="written">
      <header>
        <h2 id="written">Recent writes</h2>
        <span className="o-grow" />
        <Switch
          id="system-writes"
          label="System writes"
          checked={system}
          onChange={(e) => setQuery({ system: e.currentTarget.checked ? 'yes' : undefined })}
        />
      </header>
      {writes.length ? (
        <div className="o-scroll-x" tabIndex={0} role="group" aria-label="Table of changes">
          <table className="o-table">
            <thead>
              <tr>
                <th>Time</th>
                <th>User</th>
                <th>
                  <Word id="verb">Verb</Word>
                </th>
                <th>Path</th>
                <th>Status</th>
              </tr>
            </thead>
            <tbody>
              {writes.map((row) => (
                <tr key={row.id}>
                  <td className="o-num o-dim">{clockTime(row.at)}</td>
                  <td>{row.who}</td>
                  <td className="o-mono">{row.method}</td>
                  <td>
                    <button
                      type="button"
                      className="o-link o-mono o-break"
                      onClick={() => useRequests.getState().select(row.id)}
                    >
                      {row.path}
                    </button>
                  </td>
                  <td>
                    <Verdict tone={statusTone(row.status)}>{row.status ?? '…'}</Verdict>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <Empty
          title="No writes yet"
          icon="edit"
          actions={
            <>
              <ExampleButton />
              <NamesSwitch />
            </>
          }
        >
          Load the example, or write from another tab, the console or a client. Each write appears here with its trace.
          You can also choose the names that system groups, labels and users have here.
        </Empty>
      )}
    </section>
  )
})
