import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Dialog } from '../../components/Dialog'
import { ErrorMessage } from '../../components/States'
import { deleteSnapshot } from '../../state/snapshots'
import { useAction } from '../../state/use-action'

/** Asks before a snapshot is deleted. */
export function DeleteSnapshotDialog({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const queries = useQueryClient()
  const { act, busy, error } = useAction()
  const remove = () =>
    act(async () => {
      await deleteSnapshot(name)
      await queries.invalidateQueries({ queryKey: ['snapshots'] })
      onClose()
    })
  return (
    <Dialog onClose={onClose} title={`Delete the snapshot “${name}”?`}>
      <div className="o-stack">
        <p className="o-flush">The cluster is not changed. A deleted snapshot cannot be brought back.</p>
        {error !== undefined && <ErrorMessage error={error}>The snapshot was not deleted.</ErrorMessage>}
        <div className="o-row o-to-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button color="red" loading={busy} data-autofocus onClick={() => void remove()}>
            Delete
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
