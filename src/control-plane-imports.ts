import type { Clock } from './machinery/clock'
import type { ApiObject } from './machinery/object'
import type { Random } from './machinery/random'
import { checkImport } from './registry/import-check'
import type { KeyValues } from './store/key-values'
import type { Store } from './store/store'
import { exportStore, importEntries, parseExport, type StoredEntry } from './store/transfer'

export type ImportMode = 'replace' | 'merge'

/** Name of the export of what an import replaced; `undefined` when there is nothing to bring back. */
const BEFORE = 'before'

export interface ImportsOptions {
  readonly clock: Clock
  readonly random: Random
  /** Where an import leaves what it replaced. */
  readonly backup: Pick<KeyValues, 'get' | 'put'>
  /** The open store, if there is one. */
  readonly store: () => Store | undefined
  /** Stops the control plane, does the work on the store, and starts it again. */
  readonly between: (work: (store: Store) => Promise<void>) => Promise<void>
}

/** Imports that are checked before anything stops, and that can be undone. */
export function createImports({ clock, random, backup, store, between }: ImportsOptions) {
  /** What every stored object has, also where a person wrote the import. */
  function completed({ key, value }: StoredEntry): { key: string; value: unknown } {
    const { metadata, ...object } = value as ApiObject
    const creationTimestamp = new Date(clock.now()).toISOString().replace(/\.\d+Z$/, 'Z')
    return { key, value: { ...object, metadata: { uid: random.uuid(), creationTimestamp, ...metadata } } }
  }

  return {
    /** Throws a `TransferError` or an `ImportError`, having stopped and changed nothing; rejects when the store refuses. */
    async take(text: string, mode: ImportMode): Promise<void> {
      const entries = parseExport(text)
      checkImport(entries, mode === 'merge' ? store()?.list('').entries : [])
      await between(async (open) => {
        const former = await backup.get(BEFORE)
        // First, so that there is a way back from an import that a crash ends.
        await backup.put(BEFORE, exportStore(open))
        try {
          await importEntries(open, entries.map(completed), mode)
        } catch (error) {
          await backup.put(BEFORE, former)
          throw error
        }
      })
    },
    /** Brings back what the last import replaced or deleted. */
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
