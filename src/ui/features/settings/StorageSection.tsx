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
import { ResetDialog } from './ResetDialog'
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
  const [chosen, setChosen] = useState<{ readonly file: File; readonly snapshot?: string }>()
  const [asking, setAsking] = useState(false)
  const [secrets, setSecrets] = useState(false)
  const { act, busy } = useAction('The store could not be exported')
  const exportAll = async (withSecrets: boolean): Promise<void> => {
    const text = await session.control('export', null)
    const chosen = withSecrets ? text : leaveSecretsOut(text)
    download(`orchard-${new Date().toISOString().slice(0, 16).replaceAll(':', '')}.json`, chosen, 'application/json')
  }
  const reset = async (): Promise<void> => {
    await session.control('reset', null)
    await queries.invalidateQueries()
    const { fault } = await session.control('store', null)
    if (fault !== undefined) throw new Error(fault)
    setAsking(false)
    notifyWithUndo(session, 'Cluster reset', { autoClose: 20_000 })
  }
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
        exporting={busy}
        onExport={() => void act(() => exportAll(secrets))}
        secrets={secrets}
        setSecrets={setSecrets}
        framed={framed}
        file={file}
        setChosen={(file) => setChosen(file && { file })}
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
        onRestore={(file, snapshot) => setChosen({ file, snapshot })}
        onDownload={(name, text) =>
          download(`orchard-${name}.json`, secrets ? text : leaveSecretsOut(text), 'application/json')
        }
      />
      {chosen && (
        <ImportDialog
          {...chosen}
          onExport={() => exportAll(true)}
          onDone={() => {
            setChosen(undefined)
            const { file, snapshot } = chosen
            const done = snapshot === undefined ? `${file.name} imported` : `Snapshot ${snapshot} restored`
            notifyWithUndo(session, done, { autoClose: 20_000 })
            void queries.invalidateQueries()
          }}
          onClose={() => setChosen(undefined)}
        />
      )}
      {asking && (
        <ResetDialog
          objects={store.data?.objects}
          onReset={reset}
          onExport={() => exportAll(true)}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
