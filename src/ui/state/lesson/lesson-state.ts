import { create } from 'zustand'
import { browserKey } from '../../../names/site'

/** The lesson that is open beside the page. */
export interface OpenLesson {
  readonly id: string
  /** When it was opened, on the cluster's clock. */
  readonly openedAt: number
  /** The furthest step that has been open. */
  readonly reached: number
  /** Name of the snapshot of the cluster that was there before. */
  readonly snapshot?: string
}

interface LessonState {
  readonly open: OpenLesson | undefined
  /** Ids of lessons that were done in this browser. */
  readonly done: readonly string[]
  readonly collapsed: boolean
  readonly start: (lesson: OpenLesson) => void
  readonly reach: (step: number) => void
  readonly finish: (id: string) => void
  readonly collapse: (collapsed: boolean) => void
  readonly leave: () => void
}

const KEY = browserKey('lesson')

/** What was kept; a value that is not what this page writes counts as nothing. */
function kept(): Pick<LessonState, 'open' | 'done'> {
  try {
    const value = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<LessonState>
    return { open: value.open, done: Array.isArray(value.done) ? value.done : [] }
  } catch {
    return { open: undefined, done: [] }
  }
}

/** The open lesson and what was learnt, kept in this browser. */
export const useLesson = create<LessonState>()((set) => ({
  ...kept(),
  collapsed: false,
  start: (open) => set({ open, collapsed: false }),
  reach: (step) => set(({ open }) => (open && step > open.reached ? { open: { ...open, reached: step } } : {})),
  finish: (id) => set(({ done }) => (done.includes(id) ? {} : { done: [...done, id] })),
  collapse: (collapsed) => set({ collapsed }),
  leave: () => set({ open: undefined }),
}))

useLesson.subscribe(({ open, done }) => {
  try {
    localStorage.setItem(KEY, JSON.stringify({ open, done }))
  } catch {
    // A browser without storage forgets the lesson with the page.
  }
})
