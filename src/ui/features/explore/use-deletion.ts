import { useState } from 'react'
import { notifyWithUndo } from '../../components/undo/undo-now'
import type { Known } from '../../queries/relations'
import { useClient, useSession } from '../../state/connection'
import { useAction } from '../../state/use-action'

/** What happens to the dependents of a deleted object. */
export type DeletionPolicy = 'Background' | 'Foreground' | 'Orphan'

/** Kind, namespace and name of an object. */
export const knownTitle = ({ info, meta }: Known): string =>
  `${info.kind} ${meta.namespace ? `${meta.namespace}/` : ''}${meta.name ?? ''}`

/** Deletes objects and offers undo. What was refused stays in `errors`; the next run sends only that again. */
export function useDeletion(objects: readonly Known[], policy: DeletionPolicy, onDone: () => void) {
  const client = useClient()
  const session = useSession()
  const { act, busy, error } = useAction()
  const [errors, setErrors] = useState<readonly { known: Known; error: unknown }[]>([])
  /** What the last attempt could not delete; only that is sent again. */
  const left = errors.length > 0 ? errors.map(({ known }) => known) : objects
  const send = async (): Promise<void> => {
    const failed: { known: Known; error: unknown }[] = []
    let waits = false
    for (const known of left) {
      try {
        const answer = await client.delete({ ...known.info, namespace: known.meta.namespace }, known.meta.name ?? '', {
          query: { propagationPolicy: policy },
        })
        waits ||= answer.metadata.deletionTimestamp !== undefined
      } catch (error) {
        failed.push({ known, error })
      }
    }
    setErrors(failed)
    const done = left.length - failed.length
    if (done > 0) {
      const first = left.find((known) => !failed.some((f) => f.known === known))
      notifyWithUndo(
        session,
        done > 1 || !first
          ? `${done} objects deleted`
          : waits
            ? `${knownTitle(first)} is waiting for its finalizers`
            : `${knownTitle(first)} deleted`,
        { autoClose: 20_000 },
      )
    }
    if (!failed.length) onDone()
  }
  return { run: () => act(send), busy, error, errors }
}
