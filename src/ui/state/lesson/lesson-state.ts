import { create } from 'zustand'
import { planeKey } from '../../../links/plane-key'
import { browserKey } from '../../../names/site'

/** The lesson that is open beside the page. */
export interface OpenLesson {
  readonly id: string
  /** When it was opened, on the cluster's clock. */
  readonly openedAt: number
  /** The furthest step opened so far. */
  readonly reached: number
  /** The plane that the user came from; empty for the main plane. */
  readonly from?: string
}

interface LessonState {
  readonly open: OpenLesson | undefined
  /** Ids of lessons completed in this browser. */
  readonly done: readonly string[]
  readonly collapsed: boolean
  readonly start: (lesson: OpenLesson) => void
  readonly reach: (step: number) => void
  readonly finish: (id: string) => void
  readonly collapse: (collapsed: boolean) => void
}

/** The open lesson belongs to the plane, the completed lessons to the user. */
const OPEN = planeKey('open-lesson')
const DONE = browserKey('lessons-done')

function kept<T>(key: string, isWhole: (value: unknown) => value is T): T | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isWhole(value) ? value : undefined
  } catch {
    return undefined // ignore what this page did not write
  }
}

const isOpen = (value: unknown): value is OpenLesson =>
  typeof (value as OpenLesson | null)?.id === 'string' && typeof (value as OpenLesson).openedAt === 'number'
const isDone = (value: unknown): value is readonly string[] => Array.isArray(value)

function keep({ open, done }: Pick<LessonState, 'open' | 'done'>): void {
  try {
    if (open) localStorage.setItem(OPEN, JSON.stringify(open))
    // Another tab may have completed a lesson meanwhile.
    localStorage.setItem(DONE, JSON.stringify([...new Set([...(kept(DONE, isDone) ?? []), ...done])]))
  } catch {
    // Without storage the lesson lasts as long as the page.
  }
}

/** The open lesson and the completed ones, stored in this browser. */
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
