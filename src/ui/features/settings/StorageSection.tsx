import { Button, Checkbox, Modal, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Icon } from '../../components/Icon'
import { notifyDone, notifyTrouble } from '../../components/notify'
import { Loading, Trouble } from '../../components/States'
import { usePageStatus, useSession } from '../../state/connection'
import { ImportDialog } from './ImportDialog'
import { leaveSecretsOut } from './leave-secrets-out'

const WORD = 'reset'

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

const megabytes = (bytes: number | undefined): string =>
  bytes === undefined ? 'unknown' : `${(bytes / 1_048_576).toFixed(1)} MB`

/** What the store holds, and the ways in and out of it: the way out of trouble, too. */
export function StorageSection() {
  const session = useSession()
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
  const [busy, setBusy] = useState<string>()
  const run = async (what: string, work: () => Promise<void>): Promise<void> => {
    setBusy(what)
    try {
      await work()
      await queries.invalidateQueries()
    } catch (error) {
      notifyTrouble(`The store could not be ${what}`, error)
    } finally {
      setBusy(undefined)
    }
  }
  const exportAll = (withSecrets: boolean) =>
    run('exported', async () => {
      const text = await session.control('export', null)
      const chosen = withSecrets ? text : leaveSecretsOut(text)
      download(`orchard-${new Date().toISOString().slice(0, 16).replaceAll(':', '')}.json`, chosen)
    })
  const reset = () =>
    run('reset', async () => {
      await session.control('reset', null)
      setAsking(false)
      setTyped('')
      const { trouble } = await session.control('store', null)
      if (trouble !== undefined) throw new Error(trouble)
      notifyDone('As on the first day')
    })
  return (
    <div className="o-stack">
      {store.data?.trouble && (
        <Trouble error={store.data.trouble}>
          Export what is there first. If the browser is out of room, delete objects or clear other sites’ data; if the
          data cannot be read, a reset starts anew.
        </Trouble>
      )}
      {store.isError && <Trouble error={store.error} onRetry={() => void store.refetch()} />}
      {store.isPending && <Loading lines={4} />}
      {store.data && (
        <section className="o-panel" aria-label="The store">
          <div className="o-panel-body">
            <dl className="o-facts">
              <dt>Objects</dt>
              <dd className="o-mono">{store.data.objects.toLocaleString('en')}</dd>
              <dt>Revision</dt>
              <dd className="o-mono">{store.data.revision}</dd>
              <dt>History kept from</dt>
              <dd className="o-mono">{store.data.compactedRevision}</dd>
              <dt>Kept</dt>
              <dd>
                {store.data.durable
                  ? 'in this browser: it survives reloads and restarts'
                  : 'in memory only: it ends with the tab'}
              </dd>
              <dt>Room</dt>
              <dd className="o-mono">
                {megabytes(room.data?.usage)} used of {megabytes(room.data?.quota)}
              </dd>
              <dt>Run by</dt>
              <dd>
                {status.role === 'owner'
                  ? 'this tab'
                  : status.role === 'guest'
                    ? 'another tab; this one shares it'
                    : status.role}
              </dd>
              <dt>Service worker</dt>
              <dd>
                {status.serviceWorker === 'active' ? 'active: links and fetch() reach the API' : status.serviceWorker}
              </dd>
            </dl>
          </div>
        </section>
      )}
      <div className="o-row wrap">
        <Button
          leftSection={<Icon name="download" />}
          loading={busy === 'exported'}
          onClick={() => void exportAll(secrets)}
        >
          {secrets ? 'Export everything' : 'Export all but secrets'}
        </Button>
        <Checkbox
          size="xs"
          label="With the secrets"
          checked={secrets}
          onChange={(e) => setSecrets(e.currentTarget.checked)}
        />
        <Button variant="default" leftSection={<Icon name="upload" />} onClick={() => file.current?.click()}>
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
            if (chosen) setChosen(chosen)
          }}
        />
        <Button variant="light" color="red" leftSection={<Icon name="trash" />} onClick={() => setAsking(true)}>
          Reset …
        </Button>
      </div>
      <p className="o-dim" style={{ margin: 0 }}>
        An import replaces everything that is stored; it says beforehand what goes. An export is a JSON text: keep it,
        share it, or start a lesson from it. Secrets, with the tokens in them, are in it only when you say so.
      </p>
      {chosen && (
        <ImportDialog
          file={chosen}
          onExport={() => void exportAll(true)}
          onDone={() => {
            setChosen(undefined)
            notifyDone('Imported', chosen.name)
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
            All {store.data?.objects ?? ''} objects and their history go; the first state comes back. This cannot be
            undone: export first.
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
              Export everything first, with the secrets
            </Button>
            <Button type="submit" color="red" disabled={typed !== WORD} loading={busy === 'reset'}>
              Delete everything
            </Button>
          </div>
        </form>
      </Modal>
    </div>
  )
}
