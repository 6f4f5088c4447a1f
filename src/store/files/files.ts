import type { Clock } from '../../machinery/clock'
import { createEngine } from '../engine'
import type { Entry, Store } from '../store'
import { FileMedium, type FileMediumOptions } from './file-medium'

export interface FileStoreOptions extends FileMediumOptions {
  readonly clock: Clock
}

/**
 * Opens the store that files keep, with the history that is still within the window. Rejects with a `StoreError`: `blocked`
 * when somebody else holds the files, `unreadable` when what is there is damaged. Closing the store closes the files.
 */
export async function openFileStore(options: FileStoreOptions): Promise<Store> {
  const medium = new FileMedium(options, () => store)
  const loaded = await medium.open()
  const store: Store = createEngine(medium, loaded, options.clock)
  return store
}

/** Replaces everything in files that nobody has open by this state, as of `revision`. Rejects with a `StoreError`. */
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
