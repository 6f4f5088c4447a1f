import { useQuery } from '@tanstack/react-query'
import { PageHead } from '../../components/PageHead'
import { ErrorMessage, Loading } from '../../components/States'
import { useSession } from '../../state/connection'
import { ClientsPart } from './ClientsPart'
import { ConfigPart } from './ConfigPart'
import { ProgramsPart } from './ProgramsPart'
import { ServerPart } from './ServerPart'
import './connect.css'

const LOOK_EVERY_MS = 1_000

/** How programs outside this page reach its cluster, and which ones have. */
export function ConnectPage() {
  const session = useSession()
  const server = useQuery({
    queryKey: ['server'],
    queryFn: () => session.control('server', null),
    refetchInterval: LOOK_EVERY_MS,
  })
  const { data } = server
  return (
    <div className="o-page">
      <PageHead
        title="Connect"
        about="Use the command line and your own programs with this cluster. It is simulated, but it answers them as a real API server does."
      />
      <div className="o-page-body o-stack o-connect">
        {server.isError && <ErrorMessage error={server.error} onRetry={() => void server.refetch()} />}
        {server.isPending && <Loading lines={4} />}
        {data && <ServerPart server={data} />}
        {data?.at && data.authority !== undefined && (
          <ConfigPart server={data.at.secureAddress} authority={data.authority} />
        )}
        {data && <ProgramsPart />}
        {data?.at && <ClientsPart clients={data.clients} />}
      </div>
    </div>
  )
}
