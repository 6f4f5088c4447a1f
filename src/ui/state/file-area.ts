import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { browserKey } from '../../names/site'

/** More than this does not go into the browser's storage. */
export const MOST_BYTES = 1_000_000

interface FileArea {
  /** Contents by absolute path. */
  readonly files: Readonly<Record<string, string>>
  readonly write: (path: string, content: string) => void
  readonly remove: (path: string) => boolean
}

/** A few files that this browser keeps: what the terminal writes, and editors and lessons may read. Nothing of the cluster. */
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
