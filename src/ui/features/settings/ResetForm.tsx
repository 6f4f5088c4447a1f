import { Button, TextInput } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'

const WORD = 'reset'

/** Requires a typed word before everything is deleted. */
export function ResetForm({
  typed,
  reset,
  store,
  setTyped,
  exportAll,
  running,
}: {
  readonly typed: string
  readonly reset: () => Promise<boolean>
  readonly store: UseQueryResult<
    { revision: number; compactedRevision: number; objects: number; durable: boolean; fault?: string },
    Error
  >
  readonly setTyped: (next: string) => void
  readonly exportAll: (withSecrets: boolean) => Promise<boolean>
  readonly running: string | undefined
}) {
  return (
    <form
      className="o-stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (typed === WORD) void reset()
      }}
    >
      <p className="o-flush">
        All {store.data?.objects ?? ''} objects and their history will be deleted and the initial objects created again.
        Undo can bring them back until you close or reload this page; export first to keep them.
      </p>
      <TextInput
        label={`Type ${WORD} to confirm`}
        value={typed}
        onChange={(e) => setTyped(e.currentTarget.value)}
        data-autofocus
        autoComplete="off"
      />
      <div className="o-row wrap o-to-end">
        <Button variant="default" onClick={() => void exportAll(true)}>
          Export everything first, including secrets
        </Button>
        <Button type="submit" color="red" disabled={typed !== WORD} loading={running === 'reset'}>
          Delete everything
        </Button>
      </div>
    </form>
  )
}
