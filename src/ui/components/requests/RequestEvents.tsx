import { useMemo } from 'react'
import { CORE_EVENTS } from '../../../client/core-targets'
import { at } from '../../../machinery/json'
import { eventsAfter } from '../../state/event-requests'
import { objectPlace } from '../../state/place'
import { type RequestRow, useRequests } from '../../state/requests'
import { Go } from '../Go'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The events that a request led to, if the tab recorded them; renders nothing otherwise. */
export function RequestEvents({ row }: { readonly row: RequestRow }) {
  const rows = useRequests((state) => state.rows)
  const events = useMemo(() => eventsAfter(rows, row), [rows, row])
  if (events.length === 0) return null
  return (
    <section className="o-pad-sides o-pad-end" aria-label="Events after this request">
      <h3 className="o-h2">Events about the object, until its next write</h3>
      <ul className="o-plain o-small">
        {events.map(({ event, row: wrote }) => (
          <li key={wrote.id} className="o-break">
            <Go
              place={objectPlace(
                CORE_EVENTS,
                text(at(event, 'metadata', 'namespace')) || undefined,
                text(at(event, 'metadata', 'name')),
              )}
            >
              {text(event['reason']) || 'Event'}
            </Go>{' '}
            {text(event['message'] ?? event['note'])}{' '}
            <button type="button" className="o-link" onClick={() => useRequests.getState().select(wrote.id)}>
              Written by {wrote.who}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
