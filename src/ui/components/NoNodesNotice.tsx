import { standsStill } from '../queries/idle-workloads'
import { useFlags } from '../queries/flags'
import { Go } from './Go'

/** Explains why workloads do not progress in a cluster without simulated nodes; renders nothing in others. */
export function NoNodesNotice({
  of,
  what,
  choose = true,
}: {
  readonly of: { readonly group: string; readonly resource: string }
  /** The subject in the text, such as `this Deployment`. */
  readonly what: string
  /** Adds a link to the choice of nodes; omit it where that choice is on the page. */
  readonly choose?: boolean
}) {
  const flags = useFlags().data
  if (!flags || !standsStill(flags.argv, of)) return null
  return (
    <p className="o-notice o-flush" role="note">
      <span>
        This cluster has no simulated nodes, so no controller acts on {what}: the status stays as it is.{' '}
        {choose && (
          <Go className="o-link" place={{ to: '/workloads' }}>
            Choose nodes
          </Go>
        )}
      </span>
    </p>
  )
}
