import { at } from '../../../machinery/json'
import { Empty, Loading, ErrorMessage } from '../../components/States'
import { Age } from '../../components/time'
import { Verdict } from '../../components/Verdict'
import type { LiveObjects } from '../../queries/live-objects'
import { cellText } from './rows'

/** What was reported of an object, newest first. */
export function EventsTab({ events }: { readonly events: LiveObjects }) {
  if (events.phase === 'failed') return <ErrorMessage error={events.error} />
  if (events.phase === 'loading') return <Loading lines={4} label="Reading events" />
  if (!events.items.length)
    return (
      <Empty title="No events" icon="watch">
        Controllers record events about this object here. For API requests, open the request log below.
      </Empty>
    )
  const sorted = [...events.items].sort((a, b) =>
    cellText(b['lastTimestamp'] ?? b.metadata.creationTimestamp).localeCompare(
      cellText(a['lastTimestamp'] ?? a.metadata.creationTimestamp),
    ),
  )
  return (
    <div className="o-panel o-scroll-x" tabIndex={0} role="group" aria-label="Table of events">
      <table className="o-table">
        <thead>
          <tr>
            <th>Last</th>
            <th>Type</th>
            <th>Reason</th>
            <th>Message</th>
            <th>Source</th>
            <th className="num">Count</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((event) => (
            <tr key={event.metadata.uid}>
              <td>
                <Age
                  since={cellText(event['lastTimestamp'] ?? event['eventTime'] ?? event.metadata.creationTimestamp)}
                />
              </td>
              <td>
                <Verdict tone={event['type'] === 'Warning' ? 'refused' : 'allowed'}>{cellText(event['type'])}</Verdict>
              </td>
              <td>{cellText(event['reason'])}</td>
              <td className="o-break">{cellText(event['message'])}</td>
              <td className="o-dim">{cellText(at(event, 'source', 'component') ?? event['reportingComponent'])}</td>
              <td className="num">{cellText(event['count'] ?? 1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
