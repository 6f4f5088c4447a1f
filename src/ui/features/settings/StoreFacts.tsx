import type { DefinedQueryObserverResult, QueryObserverPlaceholderResult, UseQueryResult } from '@tanstack/react-query'
import type { OfflineState, PageStatus } from '../../../transport/page'

const OFFLINE: Record<OfflineState, string> = {
  ready: 'ready: every page opens without a network',
  partly: 'not ready: some pages need the network',
  'data-saver': 'not ready: this browser is set to save data, so pages are loaded when you open them',
}

const megabytes = (bytes: number | undefined): string => {
  if (bytes === undefined) return 'unknown'
  const size = bytes / 1_048_576
  return size < 1024 ? `${size.toFixed(1)} MB` : `${(size / 1024).toFixed(1)} GB`
}

/** The store's content, its persistence, and the tab that hosts it. */
export function StoreFacts({
  store,
  room,
  status,
}: {
  readonly store:
    | DefinedQueryObserverResult<
        { revision: number; compactedRevision: number; objects: number; durable: boolean; fault?: string },
        Error
      >
    | QueryObserverPlaceholderResult<
        { revision: number; compactedRevision: number; objects: number; durable: boolean; fault?: string },
        Error
      >
  readonly room: UseQueryResult<StorageEstimate, Error>
  readonly status: PageStatus
}) {
  return (
    <section className="o-panel" aria-label="The store">
      <div className="o-panel-body">
        <dl className="o-facts">
          <dt>Objects</dt>
          <dd className="o-mono">{store.data.objects.toLocaleString('en')}</dd>
          <dt>Revision</dt>
          <dd className="o-mono">{store.data.revision}</dd>
          <dt>History from revision</dt>
          <dd className="o-mono">{store.data.compactedRevision}</dd>
          <dt>Persistence</dt>
          <dd>
            {store.data.durable
              ? 'browser storage (survives reloads and restarts)'
              : 'memory only (lost when the tab closes)'}
          </dd>
          <dt>Disk usage</dt>
          <dd className="o-mono">
            {megabytes(room.data?.usage)} used of {megabytes(room.data?.quota)}
          </dd>
          <dt>Hosted by</dt>
          <dd>
            {status.role === 'owner'
              ? 'this tab'
              : status.role === 'guest'
                ? 'another tab (shared with this one)'
                : status.role}
          </dd>
          <dt>Offline</dt>
          <dd>{status.offline ? OFFLINE[status.offline] : 'saving the site in this browser…'}</dd>
          <dt>Service worker</dt>
          <dd>
            {status.serviceWorker === 'active' ? 'active (links and fetch() reach the API)' : status.serviceWorker}
          </dd>
        </dl>
      </div>
    </section>
  )
}
