import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Loading, ErrorMessage } from '../../components/States'
import { useSession } from '../../state/connection'
import { useQueryState } from '../../state/place'
import { AuditLogPanel } from './AuditLogPanel'
import { queryOf } from './audit-filters'
import { AuditPolicyPanel } from './AuditPolicyPanel'

/** The audit log with filters and the policy that fills it. */
export function AuditView() {
  const session = useSession()
  const search = useQueryState()
  const query = queryOf(search)
  const log = useQuery({
    queryKey: ['audit', query],
    queryFn: () => session.control('audit', query),
    refetchInterval: 1_500,
    placeholderData: keepPreviousData,
  })
  if (log.isError) return <ErrorMessage error={log.error} onRetry={() => void log.refetch()} />
  if (!log.data) return <Loading lines={14} />
  return (
    <div className="o-stack">
      {log.data.recording && <AuditLogPanel page={log.data} search={search} />}
      <AuditPolicyPanel recording={log.data.recording} />
    </div>
  )
}
