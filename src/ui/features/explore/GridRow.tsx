import { Fragment } from 'react'
import type { VirtualItem } from '@tanstack/react-virtual'
import { measures } from '../../components/measures'
import { Go } from '../../components/Go'
import { Age } from '../../components/time'
import type { LiveRow, TableColumn } from '../../queries/live-rows'
import type { Place } from '../../state/place'
import { cellText, isAge } from './rows'

/** Types of columns that are aligned to the right. */
export const NUMBERS = new Set(['integer', 'number'])

function Cells({
  row,
  shown,
  namespaced,
  place,
}: {
  readonly row: LiveRow
  readonly shown: readonly { column: TableColumn; index: number }[]
  readonly namespaced: boolean
  readonly place: Place
}) {
  const deleting = row.object.metadata.deletionTimestamp !== undefined
  return (
    <>
      {shown.map(({ column, index }, i) => {
        const text = cellText(row.cells[index])
        return i === 0 ? (
          <Fragment key={column.name}>
            <div role="gridcell" title={text}>
              <Go place={place} className="name o-mono">
                {text}
              </Go>
              {deleting && <span className="o-tone o-tone-waiting o-tiny"> terminating</span>}
            </div>
            {namespaced && (
              <div role="gridcell" className="o-mono o-dim">
                {row.object.metadata.namespace}
              </div>
            )}
          </Fragment>
        ) : (
          <div
            key={column.name}
            role="gridcell"
            className={NUMBERS.has(column.type) ? 'o-num' : ''}
            title={isAge(column) ? row.object.metadata.creationTimestamp : text}
          >
            {isAge(column) ? (
              <Age since={row.object.metadata.creationTimestamp} />
            ) : (
              text || <span className="o-faint">–</span>
            )}
          </div>
        )
      })}
    </>
  )
}

/** An object in the server's table columns. */
export function GridRow({
  item,
  picked,
  row,
  cursor,
  setCursor,
  onOpen,
  toggle,
  shown,
  namespaced,
  placeOf,
}: {
  readonly item: VirtualItem
  readonly picked: boolean
  readonly row: LiveRow
  readonly cursor: string | undefined
  readonly setCursor: (next: string | undefined) => void
  readonly onOpen: (row: LiveRow, edit?: boolean) => void
  readonly toggle: (row: LiveRow) => void
  readonly shown: { column: TableColumn; index: number }[]
  readonly namespaced: boolean
  readonly placeOf: (row: LiveRow) => Place
}) {
  return (
    <div
      role="row"
      aria-rowindex={item.index + 2}
      aria-selected={picked}
      className={`o-grid-row o-own-y ${picked ? 'chosen' : ''} ${row.id === cursor ? 'cursor' : ''}`}
      style={measures({ y: item.start })}
      onClick={() => setCursor(row.id)}
      onDoubleClick={() => onOpen(row)}
    >
      {row.changes > 0 && <span key={row.changes} className="fresh" />}
      <div role="gridcell" className="o-check">
        <input
          type="checkbox"
          aria-label={`Select ${row.object.metadata.name ?? ''}`}
          checked={picked}
          onChange={() => toggle(row)}
        />
      </div>
      <Cells row={row} shown={shown} namespaced={namespaced} place={placeOf(row)} />
    </div>
  )
}
