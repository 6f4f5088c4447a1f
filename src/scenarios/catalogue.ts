import { translate } from '../names/dictionary'
import { SPOKEN } from '../names/spoken'

/** What the catalogue says of a lesson before it is loaded. */
export interface CatalogueEntry {
  readonly title: string
  readonly summary: string
  readonly idea?: string
  readonly minutes?: number
  readonly release?: string
  /** Ids of lessons that are best done before. */
  readonly requires?: readonly string[]
  /** How many steps it has. */
  readonly steps: number
}

/** An entry with the id of its lesson: its file's place, `apply/shared-field`. */
export interface CatalogueLesson extends CatalogueEntry {
  readonly id: string
}

const ENTRIES = import.meta.glob<CatalogueEntry>('../../scenarios/*/*.yaml', {
  query: '?entry',
  import: 'default',
  eager: true,
})
const PLACE = /scenarios\/(.+)\.yaml$/

/** The lesson that a file holds. */
export const idOfFile = (file: string): string => PLACE.exec(file)?.[1] ?? file

const spoken = (entry: CatalogueEntry): CatalogueEntry =>
  JSON.parse(translate(JSON.stringify(entry), SPOKEN)) as CatalogueEntry

/** Every lesson of the catalogue, in the names that this site speaks, by the places of their files. */
export const CATALOGUE: readonly CatalogueLesson[] = Object.entries(ENTRIES).map(([file, entry]) => ({
  id: idOfFile(file),
  ...spoken(entry),
}))

/** The entry of a lesson; undefined where there is no such lesson. */
export const entryOf = (id: string): CatalogueLesson | undefined => CATALOGUE.find((entry) => entry.id === id)
