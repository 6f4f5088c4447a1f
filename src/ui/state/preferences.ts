import { create } from 'zustand'
import { persist } from 'zustand/middleware'

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
  readonly consoleHistory: readonly HistoryEntry[]
  readonly set: (change: Partial<Pick<Preferences, 'stripHeight' | 'treeWidth'>>) => void
  readonly remember: (entry: HistoryEntry) => void
  readonly forgetHistory: () => void
}

/** Without the credentials that a person may have typed into the headers. */
function kept({ headers, ...entry }: HistoryEntry): HistoryEntry {
  const lines = headers?.split('\n').filter((line) => !/^\s*(proxy-)?authorization\s*:/i.test(line)) ?? []
  return { ...entry, ...(lines.length > 0 && { headers: lines.join('\n') }) }
}

/** What this browser remembers about how a person likes the page; nothing of the cluster. */
export const usePreferences = create<Preferences>()(
  persist(
    (set) => ({
      stripHeight: 320,
      treeWidth: 240,
      consoleHistory: [],
      set: (change) => set(change),
      remember: (entry) => set((state) => ({ consoleHistory: [kept(entry), ...state.consoleHistory].slice(0, 60) })),
      forgetHistory: () => set({ consoleHistory: [] }),
    }),
    { name: 'orchard.preferences' },
  ),
)
