import { create } from 'zustand'
import type { Identity } from '../identity'
import { changeTitle, withStep, type UndoStep } from './step'

/** One change by the user: all writes that followed one click or key press. */
export interface UndoableChange {
  readonly id: number
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly title: string
  /** The identity that wrote, and that undoes the change. */
  readonly identity: Identity
  readonly steps: readonly UndoStep[]
  /** Its rows in the request log. */
  readonly rows: readonly string[]
  readonly undone: boolean
}

/** Maximum number of changes kept, because each holds whole objects; the oldest are dropped first. */
const LIMIT = 100

interface UndoState {
  /** Oldest first. */
  readonly changes: readonly UndoableChange[]
  /** Id of the change that the undo dialog is open for. */
  readonly asked: number | undefined
  readonly ask: (id: number | undefined) => void
  readonly settle: (id: number) => void
  readonly clear: () => void
}

/** The changes that can be undone in this page. */
export const useUndo = create<UndoState>()((set) => ({
  changes: [],
  asked: undefined,
  ask: (asked) => set({ asked }),
  settle: (id) =>
    set(({ changes }) => ({ changes: changes.map((each) => (each.id === id ? { ...each, undone: true } : each)) })),
  clear: () => set({ changes: [], asked: undefined }),
}))

let gesture = 0
let next = 1
let open: { readonly gesture: number; readonly id: number; readonly who: string } | undefined

/** Starts a new gesture: writes from now on belong to a new change. */
export const nextGesture = (): void => {
  gesture++
}

/** Records the effect of a write; it joins the change of the same click or key press. */
export function noteStep(step: UndoStep, identity: Identity, row?: string): void {
  useUndo.setState(({ changes }) => {
    const last = changes.at(-1)
    const rows = row === undefined ? [] : [row]
    if (last && !last.undone && open?.id === last.id && open.gesture === gesture && open.who === identity.id) {
      const steps = withStep(last.steps, step)
      const change = { ...last, steps, title: changeTitle(steps), rows: [...last.rows, ...rows] }
      return { changes: [...changes.slice(0, -1), ...(steps.length ? [change] : [])] }
    }
    const id = next++
    open = { gesture, id, who: identity.id }
    const change = { id, at: Date.now(), title: changeTitle([step]), identity, steps: [step], rows, undone: false }
    return { changes: [...changes, change].slice(-LIMIT) }
  })
}

/** Puts changes of the page's last load before those of this one. */
export const recallChanges = (changes: readonly Pick<UndoableChange, 'at' | 'identity' | 'steps'>[]): void =>
  useUndo.setState((state) => ({
    changes: [
      ...changes.map((one) => ({ ...one, id: next++, title: changeTitle(one.steps), rows: [], undone: false })),
      ...state.changes,
    ],
  }))

/** The newest change that has not been undone yet. */
export const latestChange = (changes: readonly UndoableChange[]): UndoableChange | undefined =>
  changes.findLast(({ undone }) => !undone)

/** Opens the undo dialog for the newest change. */
export const askLatest = (): void => {
  const { changes, ask } = useUndo.getState()
  ask(latestChange(changes)?.id)
}
