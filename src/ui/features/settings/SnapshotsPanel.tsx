import { ActionIcon, Button, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Icon } from '../../components/Icon'
import { notifyDone } from '../../state/notify'
import { ErrorMessage, Loading } from '../../components/States'
import { useSession } from '../../state/connection'
import { useSessionDraft } from '../../state/session-draft'
import { listSnapshots, readSnapshot, saveSnapshot, type Snapshot } from '../../state/snapshots'
import { Tip } from '../../components/Tip'
import { DeleteSnapshotDialog } from './DeleteSnapshotDialog'

const kilobytes = (bytes: number): string => `${Math.ceil(bytes / 1024).toLocaleString('en')} kB`

/** Named copies of the whole cluster: save, restore after a preview, download, delete. */
export function SnapshotsPanel({
  framed,
  onRestore,
  onDownload,
}: {
  readonly framed: boolean
  readonly onRestore: (file: File, name: string) => void
  readonly onDownload: (name: string, text: string) => void
}) {
  const session = useSession()
  const queries = useQueryClient()
  const snapshots = useQuery({ queryKey: ['snapshots'], queryFn: listSnapshots, retry: false })
  const [name, setName, dropName] = useSessionDraft('snapshot', '')
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<{ readonly problem: string; readonly error: unknown }>()
  const [leaving, setLeaving] = useState<string>()
  const used = new Set(snapshots.data?.map((each) => each.name))
  const act = async (problem: string, work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setFailed(undefined)
    try {
      await work()
      await queries.invalidateQueries({ queryKey: ['snapshots'] })
    } catch (error) {
      setFailed({ problem, error })
    } finally {
      setBusy(false)
    }
  }
  const save = (event: FormEvent): void => {
    event.preventDefault()
    const chosen = name.trim()
    if (!chosen || used.has(chosen)) return
    void act('The snapshot was not saved.', async () => {
      await saveSnapshot(chosen, await session.control('export', null), Date.now())
      dropName()
      notifyDone(`Snapshot ${chosen} saved`)
    })
  }
  const restore = (chosen: string) =>
    act('The snapshot could not be read.', async () => {
      onRestore(new File([await readSnapshot(chosen)], chosen, { type: 'application/json' }), chosen)
    })
  return (
    <section className="o-panel" aria-label="Snapshots">
      <div className="o-panel-body o-stack">
        <h2 className="o-h2">Snapshots</h2>
        <form className="o-row wrap" onSubmit={save}>
          <TextInput
            aria-label="Name of the snapshot"
            placeholder="before the upgrade"
            maxLength={80}
            value={name}
            error={used.has(name.trim()) ? 'This name is taken' : undefined}
            onChange={(e) => setName(e.currentTarget.value)}
          />
          <Button type="submit" loading={busy} disabled={!name.trim() || used.has(name.trim())}>
            Save snapshot
          </Button>
        </form>
        {failed && <ErrorMessage error={failed.error}>{failed.problem}</ErrorMessage>}
        {snapshots.isError && <ErrorMessage error={snapshots.error} onRetry={() => void snapshots.refetch()} />}
        {snapshots.isPending && <Loading lines={2} />}
        {snapshots.data?.length === 0 && (
          <p className="o-dim o-flush">
            No snapshots yet. A snapshot keeps the whole cluster, Secrets included, in this browser.
          </p>
        )}
        {snapshots.data && snapshots.data.length > 0 && (
          <SnapshotTable
            snapshots={snapshots.data}
            framed={framed}
            busy={busy}
            onRestore={(chosen) => void restore(chosen)}
            onDownload={(chosen) =>
              void act('The snapshot could not be read.', async () => onDownload(chosen, await readSnapshot(chosen)))
            }
            onDelete={setLeaving}
          />
        )}
      </div>
      {leaving !== undefined && <DeleteSnapshotDialog name={leaving} onClose={() => setLeaving(undefined)} />}
    </section>
  )
}

function SnapshotTable({
  snapshots,
  framed,
  busy,
  onRestore,
  onDownload,
  onDelete,
}: {
  readonly snapshots: readonly Snapshot[]
  readonly framed: boolean
  readonly busy: boolean
  readonly onRestore: (name: string) => void
  readonly onDownload: (name: string) => void
  readonly onDelete: (name: string) => void
}) {
  return (
    <div className="o-scroll-x" tabIndex={0} role="region" aria-label="Saved snapshots">
      <table className="o-table">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Saved</th>
            <th scope="col">Size</th>
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody>
          {snapshots.map(({ name, at, bytes }) => (
            <tr key={name}>
              <td>{name}</td>
              <td className="o-num">{new Date(at).toLocaleString('en')}</td>
              <td className="o-num">{kilobytes(bytes)}</td>
              <td>
                <div className="o-row">
                  <Button
                    size="compact-sm"
                    variant="default"
                    disabled={framed || busy}
                    aria-label={`Restore ${name}`}
                    onClick={() => onRestore(name)}
                  >
                    Restore…
                  </Button>
                  <IconAction icon="download" label={`Download ${name}`} onClick={() => onDownload(name)} />
                  <IconAction icon="trash" label={`Delete ${name}`} onClick={() => onDelete(name)} />
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function IconAction({
  icon,
  label,
  onClick,
}: {
  readonly icon: 'download' | 'trash'
  readonly label: string
  readonly onClick: () => void
}) {
  return (
    <Tip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
        <Icon name={icon} />
      </ActionIcon>
    </Tip>
  )
}
