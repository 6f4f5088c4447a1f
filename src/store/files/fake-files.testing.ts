import { StoreError } from '../store'
import type { FileSet, SyncFile } from './sync-files'

/** Files in memory whose operations can be made to fail. */
export interface FakeFiles extends FileSet {
  readonly contents: Map<string, Uint8Array>
  /** Calls of `flush`. */
  flushed: number
  /** Bytes of all files together that there is space for. */
  quota: number
  /** Called before each step that changes something; an error that it throws becomes the step's failure. */
  before: (step: 'write' | 'truncate' | 'flush', name: string, write?: { bytes: Uint8Array; at: number }) => void
  /** Releases every file, as when its process dies. */
  drop(): void
}

export function fakeFiles(): FakeFiles {
  const open = new Set<string>()
  let holder = 0
  const files: FakeFiles = {
    what: 'the fake files',
    contents: new Map(),
    flushed: 0,
    quota: Infinity,
    before: () => undefined,
    open: async (name) => {
      if (open.has(name)) throw new StoreError('blocked', `${name} is held`)
      open.add(name)
      if (!files.contents.has(name)) files.contents.set(name, new Uint8Array())
      return handle(name, holder)
    },
    async remove() {
      files.contents.clear()
    },
    drop() {
      open.clear()
      holder++
    },
  }
  const used = (): number => [...files.contents.values()].reduce((sum, { length }) => sum + length, 0)

  function handle(name: string, mine: number): SyncFile {
    const bytes = (): Uint8Array => {
      if (mine !== holder || !open.has(name)) throw new DOMException('closed', 'InvalidStateError')
      return files.contents.get(name) ?? new Uint8Array()
    }
    const resize = (size: number): Uint8Array => {
      const before = bytes()
      const after = new Uint8Array(size)
      after.set(before.subarray(0, size))
      files.contents.set(name, after)
      return after
    }
    return {
      getSize: () => bytes().length,
      read(into, { at }) {
        const part = bytes().subarray(at, at + into.length)
        into.set(part)
        return part.length
      },
      write(added, { at }) {
        files.before('write', name, { bytes: added, at })
        const { length } = bytes()
        const room = files.quota - used() + length
        const end = Math.min(at + added.length, Math.max(length, room))
        const written = Math.max(0, end - at)
        resize(Math.max(length, end)).set(added.subarray(0, written), at)
        return written
      },
      truncate(size) {
        files.before('truncate', name)
        resize(size)
      },
      flush() {
        files.before('flush', name)
        bytes()
        files.flushed++
      },
      close: () => void (mine === holder && open.delete(name)),
    }
  }
  return files
}
