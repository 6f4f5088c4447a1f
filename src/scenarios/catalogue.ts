/** A lesson's metadata, available before the lesson is loaded. */
export interface CatalogueEntry {
  readonly title: string
  readonly summary: string
  readonly idea?: string
  readonly minutes?: number
  readonly release?: string
  /** Ids of lessons to do first. */
  readonly requires?: readonly string[]
  /** Number of steps. */
  readonly steps: number
}

/** An entry with its lesson's id, which is the file's path: `apply/shared-field`. */
export interface CatalogueLesson extends CatalogueEntry {
  readonly id: string
}

/** In this site's vocabulary already: tools/vite-lessons.ts. */
const ENTRIES = import.meta.glob<CatalogueEntry>('../../scenarios/*/*.yaml', {
  query: '?entry',
  import: 'default',
  eager: true,
})
const PLACE = /scenarios\/(.+)\.yaml$/

/** The id of the lesson in a file. */
export const idOfFile = (file: string): string => PLACE.exec(file)?.[1] ?? file

/** Every lesson of the catalogue. */
export const CATALOGUE: readonly CatalogueLesson[] = Object.entries(ENTRIES).map(([file, entry]) => ({
  id: idOfFile(file),
  ...entry,
}))

/** The entry of a lesson; undefined if it does not exist. */
export const entryOf = (id: string): CatalogueLesson | undefined => CATALOGUE.find((entry) => entry.id === id)
