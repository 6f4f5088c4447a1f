import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { browserKey } from '../../names/site'
import { shareable } from './secret-request'

/** A request in the console's history. */
export interface HistoryEntry {
  readonly method: string
  readonly path: string
  readonly body?: string
  readonly headers?: string
  readonly as: string
  readonly status?: number
  readonly at: number
}

interface Preferences {
  /** Height of the request strip in pixels. */
  readonly stripHeight: number
  readonly treeWidth: number
  /** Presenter mode: everything is larger, for a projector. */
  readonly presenting: boolean
  /** Whether editors wrap long lines. */
  readonly wrapLines: boolean
  readonly consoleHistory: readonly HistoryEntry[]
  readonly set: (change: Partial<Pick<Preferences, 'stripHeight' | 'treeWidth' | 'presenting' | 'wrapLines'>>) => void
  readonly remember: (entry: HistoryEntry) => void
  readonly forgetHistory: () => void
}

/** The entry without secrets that the user may have typed. */
function kept(entry: HistoryEntry): HistoryEntry {
  const { headers, body } = shareable({ headers: '', body: '', ...entry })
  const { headers: _headers, body: _body, ...rest } = entry
  return { ...rest, ...(headers && { headers }), ...(body && { body }) }
}

/** The user's preferences in this browser; nothing about the cluster. */
export const usePreferences = create<Preferences>()(
  persist(
    (set) => ({
      stripHeight: 320,
      treeWidth: 240,
      presenting: false,
      wrapLines: false,
      consoleHistory: [],
      set: (change) => set(change),
      remember: (entry) => set((state) => ({ consoleHistory: [kept(entry), ...state.consoleHistory].slice(0, 60) })),
      forgetHistory: () => set({ consoleHistory: [] }),
    }),
    { name: browserKey('preferences') },
  ),
)

/** Text scale in presenter mode; must match theme.css. */
const PRESENTING_SCALE = 1.25

/** Factor for pixel lengths that don't scale with the page's text size. */
export const textScale = (presenting: boolean): number => (presenting ? PRESENTING_SCALE : 1)
/** The factor by which texts of editors and terminals are enlarged. */
export const useTextScale = (): number => usePreferences(({ presenting }) => textScale(presenting))

/** Switches the wrapping of long lines in editors. */
export const toggleWrapLines = (): void => {
  const { wrapLines, set } = usePreferences.getState()
  set({ wrapLines: !wrapLines })
}

/** Switches presenter mode. */
export const togglePresenting = (): void => {
  const { presenting, set } = usePreferences.getState()
  set({ presenting: !presenting })
}
