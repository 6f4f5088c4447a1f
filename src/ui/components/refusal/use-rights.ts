import { useQueryClient } from '@tanstack/react-query'
import { StatusError } from '../../../client/status-error'
import { useChanges } from '../../queries/changes'
import { announceRights } from '../../state/rights'

const RBAC_GROUP = 'rbac.authorization.orch.io'

/** Retries refused requests as soon as a role or binding changes, whoever changed it. */
export function useRightsChanges(): void {
  const queries = useQueryClient()
  useChanges((changes) => {
    if (!changes.some(({ group }) => group === RBAC_GROUP)) return
    announceRights()
    void queries.invalidateQueries({
      predicate: ({ state: { error } }) => error instanceof StatusError && error.code === 403,
    })
  }, 150)
}
