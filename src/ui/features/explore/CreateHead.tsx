import { Button } from '@mantine/core'
import { useRef } from 'react'
import { Icon } from '../../components/Icon'
import { PageHead } from '../../components/PageHead'
import type { ParsedDocument } from '../../components/editor/documents'
import { Tip } from '../../components/Tip'
import { useSetQuery } from '../../state/place'

/** The page's head, with templates. */
export function CreateHead({
  text,
  change,
  documents,
  busy,
  send,
  broken,
  done,
  mode,
  onFiles,
}: {
  readonly text: string
  readonly change: (next: string) => void
  readonly documents: ParsedDocument[]
  readonly busy: boolean
  readonly send: (dryRun: boolean) => Promise<void>
  readonly broken: boolean
  /** True if the text's objects have been created. */
  readonly done: boolean
  readonly mode: 'create' | 'apply'
  readonly onFiles: (files: readonly File[]) => void
}) {
  const setQuery = useSetQuery()
  const file = useRef<HTMLInputElement>(null)
  return (
    <PageHead
      title="Create"
      about="Paste or write one or more YAML manifests, with completion as you type. A dry run shows what the server would store, or why it would reject it."
    >
      <Button variant="default" leftSection={<Icon name="list" />} onClick={() => setQuery({ pick: 'template' })}>
        Templates
      </Button>
      <Tip label="Or drop files on this page">
        <Button variant="default" leftSection={<Icon name="upload" />} onClick={() => file.current?.click()}>
          Open files…
        </Button>
      </Tip>
      <input
        ref={file}
        type="file"
        multiple
        hidden
        aria-label="Manifest files"
        accept=".yaml,.yml,.json"
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
      {text && (
        <Button
          variant="default"
          onClick={() => {
            change('')
            setQuery({ template: undefined, kind: undefined })
          }}
        >
          Discard
        </Button>
      )}
      <Button variant="default" disabled={!documents.length || done} loading={busy} onClick={() => void send(true)}>
        Dry run
      </Button>
      <Button disabled={!documents.length || broken || done} loading={busy} onClick={() => void send(false)}>
        {done ? 'Created' : mode === 'create' ? 'Create' : 'Apply'} {documents.length > 1 ? documents.length : ''}
      </Button>
    </PageHead>
  )
}
