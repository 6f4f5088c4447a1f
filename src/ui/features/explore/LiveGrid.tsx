import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useWholeTable } from '../../components/export/whole-tables'
import { measures } from '../../components/measures'
import type { LiveRow, TableColumn } from '../../queries/live-rows'
import { useKeys } from '../../state/keys'
import { useTextScale } from '../../state/preferences'
import type { Place } from '../../state/place'
import { isAge, listTable, type Sort } from './rows'
import { GridHead } from './GridHead'
import { GridRow, type GridRowActions, NUMBERS } from './GridRow'

/** Properties of the table of a live list, of which only visible rows are rendered. */
export interface LiveGridProps {
  readonly label: string
  readonly columns: readonly TableColumn[]
  readonly rows: readonly LiveRow[]
  /** True if the namespace column is needed. */
  readonly namespaced: boolean
  readonly sort: Sort | undefined
  readonly onSort: (column: string) => void
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (chosen: ReadonlySet<string>) => void
  readonly onOpen: (row: LiveRow, edit?: boolean) => void
  readonly placeOf: (row: LiveRow) => Place
  readonly onDelete: (row: LiveRow) => void
}
const ROW = 30

/** At least as wide as its title, and narrow enough for all columns to fit on small screens. */
function widthOf(column: TableColumn, first: boolean): string {
  if (first) return 'minmax(11rem, 2fr)'
  const least = Math.max(4.25, column.name.length * 0.5 + 1.75)
  return isAge(column) ? `${least}rem` : `minmax(${least}rem, ${NUMBERS.has(column.type) ? 0.6 : 1}fr)`
}

/** A virtualized table that draws only visible rows. The cursor moves with j, k and the arrow keys. */
export function LiveGrid({
  label,
  columns,
  rows,
  namespaced,
  sort,
  onSort,
  chosen,
  onChoose,
  onOpen,
  placeOf,
  onDelete,
}: LiveGridProps) {
  const scroller = useRef<HTMLDivElement>(null)
  useWholeTable(scroller, () => listTable(columns, rows, namespaced))
  const [cursor, setCursor] = useState<string>()
  const shown = useMemo(
    () => columns.map((column, index) => ({ column, index })).filter(({ column }) => column.priority === 0),
    [columns],
  )
  const height = ROW * useTextScale()
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 12,
    scrollMargin: 0,
    getItemKey: (i) => rows[i]?.id ?? i,
  })
  useEffect(() => virtual.measure(), [virtual, height])
  const at = rows.findIndex((row) => row.id === cursor)
  const current = rows[at]
  const move = (by: number) => {
    const next = Math.min(Math.max(at < 0 ? (by > 0 ? 0 : rows.length - 1) : at + by, 0), rows.length - 1)
    setCursor(rows[next]?.id)
    virtual.scrollToIndex(next)
  }
  const toggle = (row: LiveRow) => {
    const next = new Set(chosen)
    if (!next.delete(row.id)) next.add(row.id)
    onChoose(next)
  }
  const latest = useRef({ onOpen, toggle })
  latest.current = { onOpen, toggle }
  const actions = useMemo<GridRowActions>(
    () => ({
      point: (row) => setCursor(row.id),
      open: (row) => latest.current.onOpen(row),
      toggle: (row) => latest.current.toggle(row),
    }),
    [],
  )
  useKeys([
    { keys: 'j', title: 'Next row', run: () => move(1) },
    { keys: 'k', title: 'Previous row', run: () => move(-1) },
    { keys: 'ArrowDown', title: 'Next row', run: () => move(1) },
    { keys: 'ArrowUp', title: 'Previous row', run: () => move(-1) },
    { keys: 'PageDown', title: 'Page down', run: () => move(20) },
    { keys: 'PageUp', title: 'Page up', run: () => move(-20) },
    { keys: 'Enter', title: 'Open the row', run: () => current && onOpen(current) },
    { keys: 'e', title: 'Edit the row', run: () => current && onOpen(current, true) },
    { keys: 'x', title: 'Select the row', run: () => current && toggle(current) },
    { keys: 'Backspace', title: 'Delete the row', run: () => current && onDelete(current) },
  ])
  const header = [
    ...shown.slice(0, 1).map(({ column }) => column),
    ...(namespaced ? [NAMESPACE] : []),
    ...shown.slice(1).map(({ column }) => column),
  ]
  const template = ['2.25rem', ...header.map((column, i) => widthOf(column, i === 0))].join(' ')
  const all = rows.length > 0 && rows.every((row) => chosen.has(row.id))
  return (
    <div
      className="o-grid o-fades"
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-multiselectable="true"
      tabIndex={0}
      style={measures({ columns: template })}
    >
      <div role="rowgroup">
        <div className="o-grid-head" role="row" aria-rowindex={1}>
          <div role="columnheader" className="o-check">
            <input
              type="checkbox"
              aria-label="Select all"
              checked={all}
              onChange={() => onChoose(all ? new Set() : new Set(rows.map((row) => row.id)))}
            />
          </div>
          <GridHead columns={header} sort={sort} onSort={onSort} />
        </div>
      </div>
      <div className="o-relative o-own-height" role="rowgroup" style={measures({ height: virtual.getTotalSize() })}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index]
          if (!row) return null
          return (
            <GridRow
              key={item.key}
              row={row}
              index={item.index}
              y={item.start}
              picked={chosen.has(row.id)}
              current={row.id === cursor}
              shown={shown}
              namespaced={namespaced}
              placeOf={placeOf}
              actions={actions}
            />
          )
        })}
      </div>
    </div>
  )
}

const NAMESPACE: TableColumn = {
  name: 'Namespace',
  type: 'string',
  format: '',
  description: 'The namespace of the object.',
  priority: 0,
}
