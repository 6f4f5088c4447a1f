import { create } from 'zustand'
import { planeKey } from '../../../links/plane-key'
import { browserKey } from '../../../names/site'

/** The lesson that is open beside the page. */
export interface OpenLesson {
  readonly id: string
  /** When it was opened, on the cluster's clock. */
  readonly openedAt: number
  /** The furthest step that has been open. */
  readonly reached: number
  /** The plane that one came from; empty for the main plane. */
  readonly from?: string
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
}

/** The lesson belongs to the plane, what was learnt to the person. */
const OPEN = planeKey('open-lesson')
const DONE = browserKey('lessons-done')

function kept<T>(key: string, isWhole: (value: unknown) => value is T): T | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isWhole(value) ? value : undefined
  } catch {
    return undefined // what this page did not write counts as nothing
  }
}

const isOpen = (value: unknown): value is OpenLesson =>
  typeof (value as OpenLesson | null)?.id === 'string' && typeof (value as OpenLesson).openedAt === 'number'
const isDone = (value: unknown): value is readonly string[] => Array.isArray(value)

function keep({ open, done }: Pick<LessonState, 'open' | 'done'>): void {
  try {
    if (open) localStorage.setItem(OPEN, JSON.stringify(open))
    // Another tab may have learnt something meanwhile.
    localStorage.setItem(DONE, JSON.stringify([...new Set([...(kept(DONE, isDone) ?? []), ...done])]))
  } catch {
    // A browser without storage forgets the lesson with the page.
  }
}

/** The open lesson and what was learnt, kept in this browser. */
export const useLesson = create<LessonState>()((set) => ({
  open: kept(OPEN, isOpen),
  done: kept(DONE, isDone) ?? [],
  collapsed: false,
  start: (open) => set({ open, collapsed: false }),
  reach: (step) => set(({ open }) => (open && step > open.reached ? { open: { ...open, reached: step } } : {})),
  finish: (id) => set(({ done }) => (done.includes(id) ? {} : { done: [...done, id] })),
  collapse: (collapsed) => set({ collapsed }),
}))

useLesson.subscribe(keep)
