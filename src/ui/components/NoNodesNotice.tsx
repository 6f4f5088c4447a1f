import { standsStill } from '../queries/idle-workloads'
import { useFlags } from '../queries/flags'
import { Go } from './Go'

/** Says why workloads do not move, where the cluster has no simulated nodes; nothing where it has. */
export function NoNodesNotice({
  of,
  what,
  choose = true,
}: {
  readonly of: { readonly group: string; readonly resource: string }
  /** `this Deployment`: whose status stays. */
  readonly what: string
  /** Whether a link leads to where nodes are chosen: not where they can be chosen beside it. */
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
