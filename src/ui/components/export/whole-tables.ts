import { type RefObject, useEffect, useRef } from 'react'
import type { TextTable } from './table-text'

const READERS = new WeakMap<Element, () => TextTable>()

/** How to read all rows of a table that draws only some of them; undefined for others. */
export const wholeTableReader = (table: Element): (() => TextTable) | undefined => READERS.get(table)

/** Lets the export of a table that draws only visible rows contain all of them. `read` is called at the moment of the export. */
export function useWholeTable(table: RefObject<Element | null>, read: () => TextTable): void {
  const latest = useRef(read)
  latest.current = read
  useEffect(() => {
    const element = table.current
    if (!element) return
    READERS.set(element, () => latest.current())
    return () => void READERS.delete(element)
  }, [table])
}
