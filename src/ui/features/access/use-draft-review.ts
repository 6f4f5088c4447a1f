import type { Client } from '../../../client/client'
import type { Session } from '../../state/connection'
import type { ApiObject } from '../../../machinery/object'
import { notifyWithUndo } from '../../components/undo/undo-now'
import { type RbacDraft } from './rbac-drafts'
import { withoutDocument } from './edit-rbac-drafts'
import type { FindObject } from './remedy'
import { changesOf, type SaveOutcome, sendChange } from './save'
import type { DraftReview } from './SaveDialog'

/** Sends the drafts, as a dry run for review or to store them; saved drafts can be undone. */
export function useDraftReview({
  sound,
  act,
  drafts,
  stored,
  client,
  setReview,
  setRefusals,
  setSaved,
  bench,
  session,
}: {
  readonly sound: boolean
  readonly act: (work: () => Promise<unknown>, what?: string) => Promise<boolean>
  readonly drafts: readonly RbacDraft[]
  readonly stored: FindObject
  readonly client: Client
  readonly setReview: (next: DraftReview | undefined) => void
  readonly setRefusals: (next: readonly SaveOutcome[]) => void
  readonly setSaved: (next: boolean) => void
  readonly bench: {
    readonly text: string
    readonly set: (text: string) => void
    readonly draft: (objects: readonly ApiObject[]) => void
  }
  readonly session: Session
}) {
  const look = async (): Promise<void> => {
    if (!sound) return
    await act(async () => {
      const outcomes: SaveOutcome[] = []
      for (const one of changesOf(drafts, stored)) outcomes.push(await sendChange(client, one, true))
      setReview({ outcomes, saving: false })
      setRefusals(outcomes.filter(({ error }) => error !== undefined))
    })
  }
  const save = (): Promise<boolean> =>
    act(async () => {
      const done: SaveOutcome[] = []
      const refused: SaveOutcome[] = []
      for (const one of changesOf(drafts, stored)) {
        const outcome = await sendChange(client, one, false)
        ;(outcome.error === undefined ? done : refused).push(outcome)
      }
      setReview(refused.length > 0 ? { outcomes: refused, saving: true } : undefined)
      setRefusals(refused)
      // Drafts that could not be saved remain.
      const saved = done.map((outcome) => outcome.change.document.index).sort((a, b) => b - a)
      bench.set(saved.reduce(withoutDocument, bench.text))
      setSaved(done.length > 0)
      if (done.length > 0) offerUndo(done)
    })
  const offerUndo = (done: readonly SaveOutcome[]): void => {
    const [first] = done
    const what =
      done.length > 1 ? `${done.length} objects` : `${first?.change.kind ?? ''} ${first?.change.document.name ?? ''}`
    notifyWithUndo(session, `${what} saved`)
  }
  return { look, save }
}
