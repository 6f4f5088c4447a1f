import { StatusError } from '../../client/status-error'

/** The fields that the server rejected, each with the reason; nothing for other errors. */
export function Causes({ error }: { readonly error: unknown }) {
  if (!(error instanceof StatusError)) return null
  // A cause without a field often repeats the message.
  const causes = (error.details?.causes ?? []).filter(
    ({ field, message = '' }) => field !== undefined || !error.message.includes(message),
  )
  if (causes.length === 0) return null
  return (
    <ul className="o-causes">
      {causes.map((cause, i) => (
        <li key={i} className="o-break">
          {cause.field && <code>{cause.field}</code>} {cause.message}
        </li>
      ))}
    </ul>
  )
}
