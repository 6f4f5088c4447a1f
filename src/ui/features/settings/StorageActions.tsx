import { Button, Checkbox } from '@mantine/core'
import type { RefObject } from 'react'
import { Icon } from '../../components/Icon'

/** Export, import and reset. */
export function StorageActions({
  exporting,
  onExport,
  secrets,
  setSecrets,
  framed,
  file,
  setChosen,
  setAsking,
}: {
  readonly exporting: boolean
  readonly onExport: () => void
  readonly secrets: boolean
  readonly setSecrets: (next: boolean) => void
  readonly framed: boolean
  readonly file: RefObject<HTMLInputElement | null>
  readonly setChosen: (next: File | undefined) => void
  readonly setAsking: (next: boolean) => void
}) {
  return (
    <div className="o-row wrap">
      <Button leftSection={<Icon name="download" />} loading={exporting} onClick={onExport}>
        {secrets ? 'Export everything' : 'Export without secrets'}
      </Button>
      <Checkbox label="Include secrets" checked={secrets} onChange={(e) => setSecrets(e.currentTarget.checked)} />
      <Button
        variant="default"
        leftSection={<Icon name="upload" />}
        disabled={framed}
        onClick={() => file.current?.click()}
      >
        Import…
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
        Reset…
      </Button>
    </div>
  )
}
