import { isObject, type Json } from '../../../machinery/json'
import { clockTime } from '../../components/time'
import { statusTone, Verdict } from '../../components/Verdict'

/** The latest calls that the API server made. */
export function WebhookCalls({ calls }: { readonly calls: Json | undefined }) {
  const rows = Array.isArray(calls) ? calls.filter(isObject).reverse() : []
  return (
    <section className="o-panel" aria-label="Calls from the API server">
      <header>
        <h2>Calls from the API server</h2>
        <span className="o-grow" />
        <span className="o-dim o-small">newest first</span>
      </header>
      <ul className="o-plain o-panel-body">
        {rows.slice(0, 20).map((row, i) => (
          <li key={rows.length - i} className="o-row">
            <span className="o-num o-dim o-small">{clockTime(Number(row['at']))}</span>
            <Verdict tone={statusTone(Number(row['status']))}>{String(Number(row['status']))}</Verdict>
            <span className="o-mono o-small o-break o-grow">{typeof row['note'] === 'string' ? row['note'] : ''}</span>
          </li>
        ))}
        {rows.length === 0 && <li className="o-dim">No calls yet.</li>}
      </ul>
    </section>
  )
}
