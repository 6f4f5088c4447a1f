import type { KeyboardEvent, RefObject } from 'react'
import type { ReactVirtualizer } from '@tanstack/react-virtual'
import type { MatrixResource } from './matrix-cells'

/** Moves the matrix cursor with the arrow keys, and selects with Enter. */
export function cursorKeys({
  scroller,
  people,
  select,
  row,
  column,
  cursor,
  resources,
  setCursor,
  rows,
  columns,
  rowHeight,
}: {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly people: readonly string[]
  readonly select: (r: number, c: number) => void
  readonly row: number
  readonly column: number
  readonly cursor: { row: number; column: number } | undefined
  readonly resources: readonly MatrixResource[]
  readonly setCursor: (next: { row: number; column: number } | undefined) => void
  readonly rows: ReactVirtualizer<HTMLDivElement, Element>
  readonly columns: ReactVirtualizer<HTMLDivElement, Element>
  /** In pixels. */
  readonly rowHeight: number
}) {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 300) / rowHeight) - 3)
    const moves: Readonly<Record<string, readonly [number, number]>> = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
      PageUp: [-page, 0],
      PageDown: [page, 0],
      Home: [0, -people.length],
      End: [0, people.length],
    }
    const move = moves[event.key]
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      select(row, column)
    } else if (move) {
      event.preventDefault()
      const bounded = (at: number, most: number): number => Math.min(Math.max(at, 0), most - 1)
      // The first key press only shows the cursor.
      const next = cursor
        ? { row: bounded(row + move[0], resources.length), column: bounded(column + move[1], people.length) }
        : { row, column }
      setCursor(next)
      rows.scrollToIndex(next.row)
      columns.scrollToIndex(next.column)
    }
  }
  return onKeyDown
}
