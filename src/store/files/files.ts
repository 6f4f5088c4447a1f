import type { Clock } from '../../machinery/clock'
import { createEngine } from '../engine'
import type { Entry, Store } from '../store'
import { FileMedium, type FileMediumOptions } from './file-medium'

/** What a store on files needs: files, a clock, and how durable a write must be. */
export interface FileStoreOptions extends FileMediumOptions {
  readonly clock: Clock
}

/**
 * Opens a store kept in files, with the history that is within the window. Rejects with a `StoreError`: `blocked` if the files are in use,
 * `unreadable` if they are damaged. Closing the store closes the files.
 */
export async function openFileStore(options: FileStoreOptions): Promise<Store> {
  const medium = new FileMedium(options, () => store)
  const loaded = await medium.open()
  const store: Store = createEngine(medium, loaded, options.clock)
  return store
}

/** Replaces the content of files that are not open with this state as of `revision`. Rejects with a `StoreError`. */
export async function replaceFiles(
  options: FileMediumOptions,
  entries: readonly Entry[],
  revision: number,
): Promise<void> {
  const medium = new FileMedium(options, () => {
    throw new Error('nothing is read while everything is replaced')
  })
  await medium.open()
  try {
    await medium.replace(entries, revision)
  } finally {
    await medium.close()
  }
}
