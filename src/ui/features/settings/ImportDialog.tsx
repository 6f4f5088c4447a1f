import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Loading, ErrorMessage } from '../../components/States'
import { useSession } from '../../state/connection'
import { SPOKEN } from '../../../names/spoken'
import { previewImport } from './import-preview'
import { useAction } from '../../state/use-action'
import { ImportEffect } from './ImportEffect'
import { messageOf } from '../../../machinery/message-of'

/** Says what an import would bring and take, and asks before it does. */
export function ImportDialog({
  file,
  onExport,
  onDone,
  onClose,
}: {
  readonly file: File
  readonly onExport: () => void
  readonly onDone: () => void
  readonly onClose: () => void
}) {
  const session = useSession()
  const { act, busy, error } = useAction()
  const read = useQuery({
    queryKey: ['import', file.name, file.lastModified, file.size],
    queryFn: async () => {
      const text = await file.text()
      // What is stored may be unreadable: then an import is one of the ways out, and only the file is looked at.
      const stored = await session.control('export', null).catch(() => undefined)
      const preview = previewImport(stored ?? JSON.stringify({ names: SPOKEN, entries: [] }), text)
      return { text, preview, known: stored !== undefined }
    },
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
  })
  const take = (text: string, mode: 'replace' | 'merge'): Promise<boolean> =>
    act(async () => {
      await session.control('import', { text, mode })
      onDone()
    })
  const { preview, known } = read.data ?? {}
  const gone = preview?.lost.reduce((sum, { names }) => sum + names.length, 0) ?? 0
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={`Import ${file.name}?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className="o-stack">
        {read.isPending && <Loading lines={3} label="Reading the file" />}
        {read.isError && (
          <ErrorMessage error={messageOf(read.error)}>
            <div>Nothing was changed. Choose another file.</div>
          </ErrorMessage>
        )}
        {error !== undefined && (
          <ErrorMessage error={error}>
            <div>Nothing was imported.</div>
          </ErrorMessage>
        )}
        {preview && <ImportEffect known={known} preview={preview} gone={gone} />}
        <div className="o-row wrap o-to-end">
          {known && (
            <Button variant="default" onClick={onExport}>
              Export everything first, including secrets
            </Button>
          )}
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button
            variant="default"
            loading={busy}
            disabled={!read.data}
            onClick={() => read.data && void take(read.data.text, 'merge')}
          >
            Merge
          </Button>
          <Button
            color="red"
            loading={busy}
            disabled={!read.data}
            onClick={() => read.data && void take(read.data.text, 'replace')}
          >
            Replace everything
          </Button>
        </div>
      </div>
    </Modal>
  )
}
