import { Modal } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { notifyWithUndo } from '../../components/undo/undo-now'
import { asSentence } from '../../components/sentence'
import { Loading, ErrorMessage } from '../../components/States'
import { usePageStatus, useSession } from '../../state/connection'
import { FRAMED } from '../../../links/rule'
import { download } from '../../state/download'
import { useTabLink } from '../../state/link'
import { useAction } from '../../state/use-action'
import { ImportDialog } from './ImportDialog'
import { SnapshotsPanel } from './SnapshotsPanel'
import { leaveSecretsOut } from './export-secrets'
import { MediumForm } from './MediumForm'
import { StoreFacts } from './StoreFacts'
import { ResetForm } from './ResetForm'
import { StorageActions } from './StorageActions'

/** The store's content, import and export, and recovery. */
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
        <ErrorMessage error={asSentence(store.data.fault)}>
          Export your data first. If the browser has run out of space, delete objects or clear data of other sites. If
          the data cannot be read, reset the cluster.
        </ErrorMessage>
      )}
      {store.isError && <ErrorMessage error={store.error} onRetry={() => void store.refetch()} />}
      {store.isPending && <Loading lines={4} />}
      {store.data && <StoreFacts store={store} room={room} status={status} />}
      <StorageActions
        running={running}
        exportAll={exportAll}
        secrets={secrets}
        setSecrets={setSecrets}
        framed={framed}
        file={file}
        setChosen={setChosen}
        setAsking={setAsking}
      />
      <p className="o-dim o-flush">
        An export is a JSON file that you can keep or share. It contains Secrets, with their passwords and tokens, only
        if you include them. An import replaces the whole cluster or merges into it. Before it starts, you see what it
        deletes and choose what happens to Secrets. You can undo it.
      </p>
      {framed && <p className="o-dim">{FRAMED}</p>}
      <MediumForm framed={framed} />
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
        <ResetForm
          typed={typed}
          reset={reset}
          store={store}
          setTyped={setTyped}
          exportAll={exportAll}
          running={running}
        />
      </Modal>
    </div>
  )
}
