import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Dialog } from '../Dialog'
import { StatusError } from '../../../client/status-error'
import { useSession } from '../../state/connection'
import { ADMIN } from '../../state/identity'
import { type UndoableChange, useUndo } from '../../state/undo/changes'
import { plansOf, UndoConflict } from '../../state/undo/apply-undo'
import { ErrorMessage, Loading } from '../States'
import { clockTime } from '../time'
import { PlanList } from './PlanList'
import { undoAccess, undoChange } from './undo-now'

/** Shows what an undo would do and what prevents it; runs it on confirmation. */
export function UndoDialog() {
  const { changes, asked, ask } = useUndo()
  const href = useLocation({ select: (location) => location.href })
  const [opened] = useState(href)
  useEffect(() => {
    // A link in the dialog was followed.
    if (href !== opened) ask(undefined)
  }, [href, opened, ask])
  const change = changes.find(({ id }) => id === asked)
  if (!change) return null
  return (
    <Dialog onClose={() => ask(undefined)} title={change.undone ? 'Already undone' : 'Undo this change?'} size="lg">
      <Question key={change.id} change={change} onClose={() => ask(undefined)} />
    </Dialog>
  )
}

function Question({ change, onClose }: { readonly change: UndoableChange; readonly onClose: () => void }) {
  const session = useSession()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const plans = useQuery({
    queryKey: ['undo', change.id],
    queryFn: () => plansOf(undoAccess(session, change).reader, change.steps),
    gcTime: 0,
    retry: false,
  })
  const stands = plans.data?.filter(({ is }) => is === 'clash' || is === 'blocked') ?? []
  const hopeless = plans.data?.every(({ is }) => is === 'blocked' || is === 'done') ?? false
  const refused = error instanceof StatusError && error.code === 403 && change.identity.id !== ADMIN.id
  const run = async (options: { anyway: boolean; asAdmin?: boolean }): Promise<void> => {
    setBusy(true)
    setError(undefined)
    try {
      await undoChange(session, change, options)
      await queries.invalidateQueries()
      onClose()
    } catch (failure) {
      if (!(failure instanceof UndoConflict)) setError(failure)
      await plans.refetch()
    } finally {
      setBusy(false)
    }
  }
  const anyway = stands.length > 0
  return (
    <div className="o-stack">
      <p className="o-flush">
        <strong className="o-break">{change.title}</strong>{' '}
        <span className="o-dim">
          at {clockTime(change.at)}, as {change.identity.name}
        </span>
      </p>
      {plans.isPending && <Loading lines={2} label="Comparing with the cluster" />}
      {plans.isError && <ErrorMessage error={plans.error} onRetry={() => void plans.refetch()} />}
      {plans.data && <PlanList plans={plans.data} />}
      {anyway && !hopeless && (
        <p className="o-flush">
          Others have changed these objects since. “Undo anyway” replaces their values with the former ones, and skips
          what cannot be undone.
        </p>
      )}
      {error !== undefined && <ErrorMessage error={error} />}
      <div className="o-row wrap o-to-end">
        <Button variant="default" onClick={onClose} {...((hopeless || anyway) && { 'data-autofocus': true })}>
          {hopeless || change.undone ? 'Close' : 'Cancel'}
        </Button>
        {refused && (
          <Button variant="default" loading={busy} onClick={() => void run({ anyway, asAdmin: true })}>
            Undo as admin
          </Button>
        )}
        {!hopeless && !change.undone && (
          <Button
            color={anyway ? 'red' : undefined}
            loading={busy}
            // Not disabled while the plans load: it has the focus.
            data-disabled={!plans.data || undefined}
            aria-disabled={!plans.data}
            data-autofocus={!anyway}
            onClick={() => plans.data && void run({ anyway })}
          >
            {anyway ? 'Undo anyway' : 'Undo'}
          </Button>
        )}
      </div>
    </div>
  )
}
