import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { browserKey } from '../../../names/site'

const MOST = 500
/** Lines that match may contain secrets and stay in the tab. */
const SECRET =
  /--(token|password|docker-password|from-literal|from-env-file|client-key)\b|\bstringData\b|\bkind:\s*Secret\b/

interface History {
  /** Oldest first. */
  readonly lines: readonly string[]
  readonly screenReader: boolean
  readonly height: number
  readonly remember: (line: string) => void
  readonly forget: () => void
  readonly set: (change: Partial<Pick<History, 'screenReader' | 'height'>>) => void
}

/** The command history and terminal preferences. */
export const useTerminalMemory = create<History>()(
  persist(
    (set, get) => ({
      lines: [],
      screenReader: false,
      height: 320,
      remember: (line) => {
        const { lines } = get()
        if (line.trim() === '' || lines.at(-1) === line) return
        set({ lines: [...lines, line].slice(-MOST) })
      },
      forget: () => set({ lines: [] }),
      set: (change) => set(change),
    }),
    {
      name: browserKey('terminal'),
      partialize: ({ lines, screenReader, height }) => ({
        lines: lines.filter((line) => !SECRET.test(line)),
        screenReader,
        height,
      }),
    },
  ),
)
