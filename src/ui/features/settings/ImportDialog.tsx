import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loading, messageOf, Trouble } from '../../components/States'
import { useSession } from '../../state/connection'
import { previewImport } from './import-preview'

const counted = (n: number): string => `${n.toLocaleString('en')} ${n === 1 ? 'object' : 'objects'}`
const SHOWN = 5

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
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const read = useQuery({
    queryKey: ['import', file.name, file.lastModified, file.size],
    queryFn: async () => {
      const text = await file.text()
      // What is stored may be unreadable: then an import is one of the ways out, and only the file is looked at.
      const stored = await session.control('export', null).catch(() => undefined)
      return { text, preview: previewImport(stored ?? '{"entries":[]}', text), known: stored !== undefined }
    },
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
  })
  const replace = async (text: string): Promise<void> => {
    setBusy(true)
    setError(undefined)
    try {
      await session.control('import', { text })
      onDone()
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }
  const { preview, known } = read.data ?? {}
  const gone = preview?.lost.reduce((sum, { names }) => sum + names.length, 0) ?? 0
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={`Replace everything by ${file.name}?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className="o-stack">
        {read.isPending && <Loading lines={3} label="Reading the file" />}
        {read.isError && (
          <Trouble error={messageOf(read.error)}>
            <div>Nothing was changed. Choose another file.</div>
          </Trouble>
        )}
        {error !== undefined && (
          <Trouble error={error}>
            <div>The import was not finished.</div>
          </Trouble>
        )}
        {preview && (
          <>
            {known ? (
              <p style={{ margin: 0 }}>
                It brings <strong>{counted(preview.added)}</strong>, changes {preview.changed.toLocaleString('en')} and
                leaves {preview.same.toLocaleString('en')} as they are.{' '}
                {gone > 0 ? (
                  <>
                    It deletes <strong>{counted(gone)}</strong>:
                  </>
                ) : (
                  'It deletes nothing.'
                )}
              </p>
            ) : (
              <p style={{ margin: 0 }}>
                It brings <strong>{counted(preview.added)}</strong>. What is stored cannot be read, so nobody can say
                what goes.
              </p>
            )}
            {gone > 0 && (
              <ul className="o-lost" tabIndex={0} aria-label="What is deleted">
                {preview.lost.map(({ what, names }) => (
                  <li key={what} className="o-break">
                    <span className="o-num">{names.length}</span> <strong className="o-mono">{what}</strong>{' '}
                    <span className="o-dim o-mono">
                      {names.slice(0, SHOWN).join(', ')}
                      {names.length > SHOWN && ' …'}
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
        <div className="o-row wrap" style={{ justifyContent: 'flex-end' }}>
          {known && (
            <Button variant="default" onClick={onExport}>
              Export everything first, with the secrets
            </Button>
          )}
          <Button variant="default" onClick={onClose} data-autofocus>
            Keep what is here
          </Button>
          <Button
            color="red"
            loading={busy}
            disabled={!read.data}
            onClick={() => read.data && void replace(read.data.text)}
          >
            Replace everything
          </Button>
        </div>
      </div>
    </Modal>
  )
}
