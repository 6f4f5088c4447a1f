import { Button, Checkbox, Modal, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Icon } from '../../components/Icon'
import { notifyWithUndo } from '../../components/undo/undo-now'
import { Loading, ErrorMessage } from '../../components/States'
import { usePageStatus, useSession } from '../../state/connection'
import { ImportDialog } from './ImportDialog'
import { SnapshotsPanel } from './SnapshotsPanel'
import { FRAMED } from '../../../links/rule'
import { download } from '../../state/download'
import { useTabLink } from '../../state/link'
import { leaveSecretsOut } from './leave-secrets-out'
import { useAction } from '../../state/use-action'

const WORD = 'reset'

const megabytes = (bytes: number | undefined): string =>
  bytes === undefined ? 'unknown' : `${(bytes / 1_048_576).toFixed(1)} MB`

/** What the store holds, and the ways in and out of it: and how to rescue it. */
export function StorageSection() {
  const session = useSession()
  const { framed } = useTabLink()
  const queries = useQueryClient()
  const status = usePageStatus()
  const store = useQuery({
    queryKey: ['store'],
    queryFn: () => session.control('store', null),
    refetchInterval: 3000,
    retry: false,
  })
  const room = useQuery({
    queryKey: ['room'],
    queryFn: () => navigator.storage.estimate(),
    refetchInterval: 10_000,
    enabled: 'storage' in navigator,
  })
  const file = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<File>()
  const [asking, setAsking] = useState(false)
  const [typed, setTyped] = useState('')
  const [secrets, setSecrets] = useState(false)
  const { act, running } = useAction((deed) => `The store could not be ${deed}`)
  const run = (what: string, work: () => Promise<void>): Promise<boolean> =>
    act(async () => {
      await work()
      await queries.invalidateQueries()
    }, what)
  const exportAll = (withSecrets: boolean) =>
    run('exported', async () => {
      const text = await session.control('export', null)
      const chosen = withSecrets ? text : leaveSecretsOut(text)
      download(`orchard-${new Date().toISOString().slice(0, 16).replaceAll(':', '')}.json`, chosen, 'application/json')
    })
  const reset = () =>
    run('reset', async () => {
      await session.control('reset', null)
      setAsking(false)
      setTyped('')
      const { fault } = await session.control('store', null)
      if (fault !== undefined) throw new Error(fault)
      notifyWithUndo(session, 'Cluster reset', { autoClose: 20_000 })
    })
  return (
    <div className="o-stack">
      {store.data?.fault && (
        <ErrorMessage error={store.data.fault}>
          Export your data first. If the browser has run out of space, delete objects or clear data of other sites. If
          the data cannot be read, reset the cluster.
        </ErrorMessage>
      )}
      {store.isError && <ErrorMessage error={store.error} onRetry={() => void store.refetch()} />}
      {store.isPending && <Loading lines={4} />}
      {store.data && (
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
              <dt>Service worker</dt>
              <dd>
                {status.serviceWorker === 'active' ? 'active (links and fetch() reach the API)' : status.serviceWorker}
              </dd>
            </dl>
          </div>
        </section>
      )}
      <div className="o-row wrap">
        <Button
          leftSection={<Icon name="download" />}
          loading={running === 'exported'}
          onClick={() => void exportAll(secrets)}
        >
          {secrets ? 'Export everything' : 'Export without secrets'}
        </Button>
        <Checkbox
          size="xs"
          label="Include secrets"
          checked={secrets}
          onChange={(e) => setSecrets(e.currentTarget.checked)}
        />
        <Button
          variant="default"
          leftSection={<Icon name="upload" />}
          disabled={framed}
          onClick={() => file.current?.click()}
        >
          Import …
        </Button>
        <input
          ref={file}
          type="file"
          accept="application/json,.json"
          hidden
          onChange={(e) => {
            const [chosen] = e.currentTarget.files ?? []
            e.currentTarget.value = ''
            if (chosen && !framed) setChosen(chosen)
          }}
        />
        <Button variant="light" color="red" leftSection={<Icon name="trash" />} onClick={() => setAsking(true)}>
          Reset …
        </Button>
      </div>
      <p className="o-dim" style={{ margin: 0 }}>
        An import replaces the whole cluster or merges into it. It shows beforehand what will be deleted, and it can be
        undone. An export is a JSON file that you can keep or share. It contains Secrets and their tokens only if you
        include them.
      </p>
      {framed && <p className="o-dim">{FRAMED}</p>}
      <SnapshotsPanel
        framed={framed}
        onRestore={setChosen}
        onDownload={(name, text) =>
          download(`orchard-${name}.json`, secrets ? text : leaveSecretsOut(text), 'application/json')
        }
      />
      {chosen && (
        <ImportDialog
          file={chosen}
          onExport={() => void exportAll(true)}
          onDone={() => {
            setChosen(undefined)
            notifyWithUndo(session, `${chosen.name} imported`, { autoClose: 20_000 })
            void queries.invalidateQueries()
          }}
          onClose={() => setChosen(undefined)}
        />
      )}
      <Modal
        opened={asking}
        onClose={() => setAsking(false)}
        size="lg"
        title="Delete everything?"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <form
          className="o-stack"
          onSubmit={(event) => {
            event.preventDefault()
            if (typed === WORD) void reset()
          }}
        >
          <p style={{ margin: 0 }}>
            All {store.data?.objects ?? ''} objects and their history will be deleted and the initial objects created
            again. Undo can bring them back until you close or reload this page; export first to keep them.
          </p>
          <TextInput
            label={`Type ${WORD} to confirm`}
            value={typed}
            onChange={(e) => setTyped(e.currentTarget.value)}
            data-autofocus
            autoComplete="off"
          />
          <div className="o-row wrap" style={{ justifyContent: 'flex-end' }}>
            <Button variant="default" onClick={() => void exportAll(true)}>
              Export everything first, including secrets
            </Button>
            <Button type="submit" color="red" disabled={typed !== WORD} loading={running === 'reset'}>
              Delete everything
            </Button>
          </div>
        </form>
      </Modal>
    </div>
  )
}
