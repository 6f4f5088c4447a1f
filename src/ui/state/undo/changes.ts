import { create } from 'zustand'
import type { Identity } from '../identity'
import { changeTitle, withStep, type UndoStep } from './step'

/** What a person did at one stroke: all writes that followed one click or key. */
export interface UndoableChange {
  readonly id: number
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly title: string
  /** Who wrote, and who therefore takes it back. */
  readonly identity: Identity
  readonly steps: readonly UndoStep[]
  /** The rows of the request log that it came from. */
  readonly rows: readonly string[]
  readonly undone: boolean
}

/** More than this are forgotten, the oldest first: each holds whole objects. */
const LIMIT = 100

interface UndoState {
  /** Oldest first. */
  readonly changes: readonly UndoableChange[]
  /** The change that the person is asked about. */
  readonly asked: number | undefined
  readonly ask: (id: number | undefined) => void
  readonly settle: (id: number) => void
  readonly clear: () => void
}

/** What can be taken back in this page; it ends with the page. */
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

/** Tells that a person did something: what is written from now on is a change of its own. */
export const nextGesture = (): void => {
  gesture++
}

/** Notes what a write did; it joins the change of the same click or key. */
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

/** The newest change that is not taken back yet. */
export const latestChange = (changes: readonly UndoableChange[]): UndoableChange | undefined =>
  changes.findLast(({ undone }) => !undone)

/** Asks whether to take back the newest change. */
export const askLatest = (): void => {
  const { changes, ask } = useUndo.getState()
  ask(latestChange(changes)?.id)
}
