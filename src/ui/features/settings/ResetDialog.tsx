import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../../components/Dialog'
import { ErrorMessage } from '../../components/States'
import { useAction } from '../../state/use-action'

const WORD = 'reset'

/** Requires a typed word before everything is deleted. */
export function ResetDialog({
  objects,
  onReset,
  onExport,
  onClose,
}: {
  /** How many objects the store has; unknown if it cannot be read. */
  readonly objects: number | undefined
  readonly onReset: () => Promise<void>
  readonly onExport: () => Promise<void>
  readonly onClose: () => void
}) {
  const [typed, setTyped] = useState('')
  const { act, running, error, failed } = useAction()
  return (
    <Dialog onClose={onClose} size="lg" title="Delete everything?">
      <form
        className="o-stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (typed === WORD) void act(onReset, 'reset')
        }}
      >
        <p className="o-flush">
          All {objects ?? ''} objects and their history will be deleted and the initial objects created again. Undo can
          bring them back until you close or reload this page; export first to keep them.
        </p>
        <TextInput
          label={`Type ${WORD} to confirm`}
          value={typed}
          onChange={(e) => setTyped(e.currentTarget.value)}
          data-autofocus
          autoComplete="off"
        />
        {error !== undefined && (
          <ErrorMessage error={error}>
            {failed === 'reset' ? 'The cluster was not reset.' : 'Nothing was exported.'}
          </ErrorMessage>
        )}
        <div className="o-row wrap o-to-end">
          <Button variant="default" loading={running === 'export'} onClick={() => void act(onExport, 'export')}>
            Export everything first, including secrets
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color="red" disabled={typed !== WORD} loading={running === 'reset'}>
            Delete everything
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
