import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { browserKey } from '../../names/site'

/** Maximum size in characters that is written to the browser's storage. */
export const MOST_BYTES = 1_000_000

interface FileArea {
  /** File contents by absolute path. */
  readonly files: Readonly<Record<string, string>>
  readonly write: (path: string, content: string) => void
  readonly remove: (path: string) => boolean
}

/**
 * A few files in this browser's storage, written by the terminal and readable by editors and lessons. Independent of the
 * cluster.
 */
export const useFileArea = create<FileArea>()(
  persist(
    (set, get) => ({
      files: {},
      write: (path, content) => {
        const files = { ...get().files, [path]: content }
        const size = Object.entries(files).reduce((sum, [name, text]) => sum + name.length + text.length, 0)
        if (size > MOST_BYTES) throw new Error(`${path}: no space left: the file area holds one megabyte`)
        set({ files })
      },
      remove: (path) => {
        const { [path]: old, ...files } = get().files
        set({ files })
        return old !== undefined
      },
    }),
    { name: browserKey('files') },
  ),
)
