import { isObject, type Json } from '../../../machinery/json'
import { clockTime } from '../../components/time'
import { statusTone, Verdict } from '../../components/Verdict'
import { Panel } from '../../components/Panel'

const text = (value: Json | undefined): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

/** Recent requests to a simulated service, newest first. */
export function Callers({ calls, about }: { readonly calls: Json | undefined; readonly about: string }) {
  const rows = Array.isArray(calls) ? calls.filter(isObject).reverse() : []
  return (
    <Panel title="Requests from the API server" about={about}>
      {rows.length === 0 ? (
        <p className="o-panel-body o-faint o-flush">No requests yet.</p>
      ) : (
        <ol className="o-callers o-below-more">
          {rows.slice(0, 20).map((row, i) => {
            const status = Number(row['status'])
            return (
              <li key={rows.length - i}>
                <span className="o-num o-dim">{clockTime(Number(row['at']))}</span>
                <Verdict tone={status === 0 ? 'refused' : statusTone(status)}>{status || 'broken'}</Verdict>
                <span className="o-mono o-break">
                  {text(row['method'])} {text(row['url'])}
                </span>
                <span className="o-break">{text(row['note'])}</span>
              </li>
            )
          })}
        </ol>
      )}
    </Panel>
  )
}
