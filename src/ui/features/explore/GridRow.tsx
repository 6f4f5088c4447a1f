import { Fragment, memo } from 'react'
import { measures } from '../../components/measures'
import { Go } from '../../components/Go'
import { Age } from '../../components/time'
import type { LiveRow, TableColumn } from '../../queries/live-rows'
import type { Place } from '../../state/place'
import { cellText, isAge } from './rows'

/** Types of columns that are aligned to the right. */
export const NUMBERS = new Set(['integer', 'number'])

const LONG_NAME = 20
/** As many characters as tell the pods of one workload apart, with their dash. */
const NAME_END = 6

/** Where a long name is cut, its end stays in sight. */
function NameLink({ name, place }: { readonly name: string; readonly place: Place }) {
  if (name.length <= LONG_NAME)
    return (
      <Go place={place} className="name o-mono">
        {name}
      </Go>
    )
  return (
    <Go place={place} className="name o-mono" aria-label={name}>
      <span>{name.slice(0, -NAME_END)}</span>
      <span>{name.slice(-NAME_END)}</span>
    </Go>
  )
}

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
              <NameLink name={text} place={place} />
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

/** How long the animation of `.fresh` lasts, in milliseconds. */
const FRESH_MS = 1600

/** Whether a change is still highlighted. A row that scrolls into view later must not be: each animation costs a layer. */
const isFresh = ({ changedAt }: LiveRow): boolean => changedAt !== undefined && performance.now() - changedAt < FRESH_MS

/** What a row can ask of its grid. These functions stay the same between renderings. */
export interface GridRowActions {
  readonly point: (row: LiveRow) => void
  readonly open: (row: LiveRow) => void
  readonly toggle: (row: LiveRow) => void
}

/** Properties of a row, which the table of a live list renders. */
export interface GridRowProps {
  readonly row: LiveRow
  readonly index: number
  /** Pixels from the top of the first row. */
  readonly y: number
  readonly picked: boolean
  readonly current: boolean
  readonly shown: readonly { column: TableColumn; index: number }[]
  readonly namespaced: boolean
  readonly placeOf: (row: LiveRow) => Place
  readonly actions: GridRowActions
}

/** An object in the server's table columns. Rendered again only if its props change, so that scrolling renders new rows only. */
export const GridRow = memo(function GridRow({
  row,
  index,
  y,
  picked,
  current,
  shown,
  namespaced,
  placeOf,
  actions,
}: GridRowProps) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={picked}
      className={`o-grid-row o-own-y ${picked ? 'chosen' : ''} ${current ? 'cursor' : ''}`}
      style={measures({ y })}
      onClick={() => actions.point(row)}
      onDoubleClick={() => actions.open(row)}
    >
      {isFresh(row) && <span key={row.changedAt} className="fresh" />}
      <div role="gridcell" className="o-check">
        <input
          type="checkbox"
          aria-label={`Select ${row.object.metadata.name ?? ''}`}
          checked={picked}
          onChange={() => actions.toggle(row)}
        />
      </div>
      <Cells row={row} shown={shown} namespaced={namespaced} place={placeOf(row)} />
    </div>
  )
})
