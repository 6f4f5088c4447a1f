import type { Session } from '../../state/connection'
import { ADMIN } from '../../state/identity'
import { announceRights } from '../../state/rights'
import { type UndoableChange, latestChange, useUndo } from '../../state/undo/changes'
import type { Place } from '../../state/place'
import { applyUndo, type UndoAccess, UndoConflict } from '../../state/undo/apply-undo'
import { notifyDone, notifyError } from '../../state/notify'
import { notifyUndo } from '../notify-undo'

/** The clients that read and write when a change is undone. */
export const undoAccess = (session: Session, change: UndoableChange, asAdmin = false): UndoAccess => ({
  reader: session.clientAs(ADMIN, 'background'),
  writer: session.clientAs(asAdmin ? ADMIN : change.identity, 'undo'),
  control: session.restoring,
})

/** Undoes a change and reports it. Rejects as `takeBack` does. */
export async function undoChange(
  session: Session,
  change: UndoableChange,
  options: { anyway?: boolean; asAdmin?: boolean } = {},
): Promise<void> {
  await applyUndo(undoAccess(session, change, options.asAdmin), change.steps, options.anyway)
  useUndo.getState().settle(change.id)
  announceRights()
  notifyDone('Undone', change.title)
}

/** Undoes a change at once; opens the dialog if something prevents it. */
export function undoNow(session: Session, change: UndoableChange, then: () => void = () => undefined): void {
  undoChange(session, change).then(then, (error: unknown) => {
    if (!(error instanceof UndoConflict)) notifyError(`Could not undo “${change.title}”`, error)
    useUndo.getState().ask(change.id)
  })
}

/** Reports an action, with a button to undo the latest write and a link to `open`. */
export function notifyWithUndo(
  session: Session,
  title: string,
  { autoClose, then, open }: { autoClose?: number; then?: () => void; open?: Place | undefined } = {},
): void {
  const change = latestChange(useUndo.getState().changes)
  if (change) notifyUndo(title, () => undoNow(session, change, then), { autoClose, open })
  else notifyDone(title)
}
