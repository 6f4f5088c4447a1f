import { Go } from '../../components/Go'
import { Empty, ErrorMessage, Loading } from '../../components/States'
import type { useDiscovery } from '../../queries/use-discovery'

/** Shown while a page's kind is unknown: discovery is loading, has failed, or does not list it. */
export function NotServed({
  id,
  discovery,
}: {
  readonly id: { readonly group: string; readonly version: string; readonly resource: string }
  readonly discovery: ReturnType<typeof useDiscovery>
}) {
  if (discovery.isPending || discovery.isPlaceholderData) return <Loading label="Reading discovery" />
  if (discovery.isError) return <ErrorMessage error={discovery.error} onRetry={() => void discovery.refetch()} />
  return (
    <Empty
      title={`${id.group || 'core'}/${id.version} ${id.resource} is not served`}
      page
      icon="search"
      actions={<Go place={{ to: '/explore' }}>Show all kinds</Go>}
    >
      Its CustomResourceDefinition may have been deleted, or it needs another release or flag.
    </Empty>
  )
}
