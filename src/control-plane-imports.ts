import type { Clock } from './machinery/clock'
import type { ApiObject } from './machinery/object'
import type { Random } from './machinery/random'
import { checkImport } from './registry/import-check'
import type { KeyValues } from './store/key-values'
import type { Store } from './store/store'
import { exportStore, importEntries, parseExport, type StoredEntry } from './store/transfer'

/** Whether imported objects replace the cluster, or are added to it. */
export type ImportMode = 'replace' | 'merge'

/** Key of the export of the content that an import replaced; undefined if there is nothing to restore. */
const BEFORE = 'before'

/** What imports work with. */
export interface ImportsOptions {
  readonly clock: Clock
  readonly random: Random
  /** Where an import saves the content that it replaces. */
  readonly backup: Pick<KeyValues, 'get' | 'put'>
  /** The open store, if there is one. */
  readonly store: () => Store | undefined
  /** Stops the control plane, runs the work on the store, and starts it again. */
  readonly between: (work: (store: Store) => Promise<void>) => Promise<void>
}

/** Imports that are validated before anything stops, and that can be undone. */
export function createImports({ clock, random, backup, store, between }: ImportsOptions) {
  /** Adds the fields that every stored object has, because the import may be written by hand. */
  function completed({ key, value }: StoredEntry): { key: string; value: unknown } {
    const { metadata, ...object } = value as ApiObject
    const creationTimestamp = new Date(clock.now()).toISOString().replace(/\.\d+Z$/, 'Z')
    return { key, value: { ...object, metadata: { uid: random.uuid(), creationTimestamp, ...metadata } } }
  }

  return {
    /** Throws a `TransferError` or an `ImportError`, having stopped and changed nothing; rejects if the store refuses the write. */
    async take(text: string, mode: ImportMode): Promise<void> {
      const entries = parseExport(text)
      checkImport(entries, mode === 'merge' ? store()?.list('').entries : [])
      await between(async (open) => {
        const former = await backup.get(BEFORE)
        // Saved first, so that an import can be undone even if a crash interrupts it.
        await backup.put(BEFORE, exportStore(open))
        try {
          await importEntries(open, entries.map(completed), mode)
        } catch (error) {
          await backup.put(BEFORE, former)
          throw error
        }
      })
    },
    /** Restores what the last import replaced or deleted. */
    async undo(): Promise<void> {
      const before = (await backup.get(BEFORE)) as string | undefined
      if (before === undefined) throw new Error('there is no import to undo')
      await between(async (open) => {
        await importEntries(open, parseExport(before), 'replace')
        await backup.put(BEFORE, undefined)
      })
    },
  }
}
