import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Dialog } from '../../components/Dialog'
import { Loading, ErrorMessage } from '../../components/States'
import { useSession } from '../../state/connection'
import { SPOKEN } from '../../../names/spoken'
import { useAction } from '../../state/use-action'
import { messageOf } from '../../../machinery/message-of'
import { previewImport } from './import-preview'
import { countSecrets, keepStoredSecrets } from './export-secrets'
import { ImportEffect } from './ImportEffect'
import { ImportSecrets } from './ImportSecrets'

/** Previews what an import, or the restoring of a snapshot, adds and deletes, and asks for confirmation. */
export function ImportDialog({
  file,
  snapshot,
  onExport,
  onDone,
  onClose,
}: {
  readonly file: File
  /** The name of the snapshot that the file is, if it is one. */
  readonly snapshot?: string | undefined
  readonly onExport: () => Promise<void>
  readonly onDone: () => void
  readonly onClose: () => void
}) {
  const session = useSession()
  const { act, busy, running, error, failed } = useAction()
  const read = useQuery({
    queryKey: ['import', file.name, file.lastModified, file.size],
    queryFn: async () => {
      const text = await file.text()
      // The stored data may be unreadable and the import the fix: then check the file alone.
      const readable = await session.control('export', null).catch(() => undefined)
      const stored = readable ?? JSON.stringify({ names: SPOKEN, entries: [] })
      // Rejects an invalid export before asking anything.
      previewImport(stored, text)
      const secrets = { brought: countSecrets(text), stored: countSecrets(stored) }
      return { text, stored, secrets, known: readable !== undefined }
    },
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
  })
  const take = (text: string, mode: 'replace' | 'merge'): Promise<boolean> =>
    act(async () => {
      await session.control('import', { text, mode })
      onDone()
    }, mode)
  const { known, secrets } = read.data ?? {}
  const [chosen, setChosen] = useState<boolean>()
  // A file without Secrets would delete all existing ones.
  const fromFile = chosen ?? (secrets !== undefined && secrets.brought > 0)
  const planned = useMemo(() => {
    if (!read.data) return undefined
    const { text, stored } = read.data
    const taken = fromFile ? text : keepStoredSecrets(stored, text)
    return { text: taken, preview: previewImport(stored, taken) }
  }, [read.data, fromFile])
  const preview = planned?.preview
  const gone = preview?.lost.reduce((sum, { names }) => sum + names.length, 0) ?? 0
  return (
    <Dialog
      onClose={onClose}
      size="xl"
      title={snapshot === undefined ? `Import ${file.name}?` : `Restore the snapshot “${snapshot}”?`}
    >
      <div className="o-stack">
        {read.isPending && (
          <Loading lines={3} label={snapshot === undefined ? 'Reading the file' : 'Reading the snapshot'} />
        )}
        {read.isError && (
          <ErrorMessage error={messageOf(read.error)}>
            Nothing was changed.{snapshot === undefined && ' Choose another file.'}
          </ErrorMessage>
        )}
        {error !== undefined && (
          <ErrorMessage error={error}>
            {failed === 'export'
              ? 'Nothing was exported.'
              : snapshot === undefined
                ? 'Nothing was imported.'
                : 'Nothing was restored.'}
          </ErrorMessage>
        )}
        {secrets && (
          <ImportSecrets
            {...secrets}
            source={snapshot === undefined ? 'file' : 'snapshot'}
            fromFile={fromFile}
            onChange={setChosen}
          />
        )}
        {preview && <ImportEffect own={snapshot !== undefined} known={known} preview={preview} gone={gone} />}
        <div className="o-row wrap o-to-end">
          {known && (
            <Button
              variant="default"
              disabled={busy}
              loading={running === 'export'}
              onClick={() => void act(onExport, 'export')}
            >
              Export everything first, including secrets
            </Button>
          )}
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button
            variant="default"
            loading={running === 'merge'}
            disabled={!planned || busy}
            onClick={() => planned && void take(planned.text, 'merge')}
          >
            Merge
          </Button>
          <Button
            color="red"
            loading={running === 'replace'}
            disabled={!planned || busy}
            onClick={() => planned && void take(planned.text, 'replace')}
          >
            Replace everything
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
