import { useMemo } from 'react'
import { requestsOfEvent } from '../../state/event-requests'
import { type RequestRow, useRequests } from '../../state/requests'

/** Opens a request in the request log. */
function RequestButton({ row, label }: { readonly row: RequestRow; readonly label: string }) {
  return (
    <button
      type="button"
      className="o-link"
      title={`${row.method} ${row.path} by ${row.who}`}
      aria-label={`${label}: ${row.method} ${row.path} by ${row.who}`}
      onClick={() => useRequests.getState().select(row.id)}
    >
      {label}
    </button>
  )
}

/** The recorded requests behind an event: the one that wrote it, and the last write of its object before. */
export function EventRequests({ event }: { readonly event: unknown }) {
  const rows = useRequests((state) => state.rows)
  const { wrote, cause } = useMemo(() => requestsOfEvent(rows, event), [rows, event])
  const [first] = wrote
  if (!first && !cause)
    return (
      <span className="o-faint" title="This tab recorded no request behind this event.">
        –
      </span>
    )
  return (
    <span className="o-row wrap">
      {cause && <RequestButton row={cause} label="Last write before" />}
      {first && <RequestButton row={first} label="Written by" />}
    </span>
  )
}
