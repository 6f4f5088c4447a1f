import { memo, useRef } from 'react'
import type { VirtualItem } from '@tanstack/react-virtual'
import { measures } from '../../components/measures'
import type { UserInfo } from '../../../machinery/user'
import { letterOf, type CellMark, MarkCache, type MatrixResource, rowNameOf, wordsOf } from './matrix-cells'
import type { MatrixSizes } from './matrix-sizes'

const same = (a: readonly CellMark[] | undefined, b: readonly CellMark[] | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && a.length === b.length && a.every((mark, i) => mark === b[i]))

interface CellProps {
  readonly id: string
  readonly column: number
  readonly left: number
  readonly width: number
  readonly verbs: readonly string[]
  readonly marks: readonly CellMark[]
  readonly before: readonly CellMark[] | undefined
  readonly cursor: boolean
  readonly selected: boolean
  readonly onClick?: () => void
}

/** Order of the marks by how much they grant; a higher rank than before is a gain. */
const RANK: Readonly<Record<CellMark, number>> = { none: 0, no: 0, where: 1, some: 1, yes: 2 }

const MatrixCell = memo(
  function MatrixCell({ id, column, left, width, verbs, marks, before, cursor, selected, onClick }: CellProps) {
    // Highlights a changed cell for a moment.
    const seen = useRef({ marks, changes: 0 })
    if (!same(seen.current.marks, marks)) seen.current = { marks, changes: seen.current.changes + 1 }
    const { changes } = seen.current
    const was = before && !same(before, marks) ? `, now ${wordsOf(before, verbs)}` : ''
    return (
      <div
        id={id}
        role="gridcell"
        aria-colindex={column + 2}
        aria-selected={selected}
        className={`cell o-own-width o-own-x ${cursor ? 'cursor' : ''} ${selected ? 'selected' : ''}`}
        style={measures({ width, x: left })}
        onClick={onClick}
      >
        <span className="o-hidden">{wordsOf(marks, verbs) + was}</span>
        {changes > 0 && <span key={changes} className="fresh" />}
        {verbs.map((verb, i) => {
          const mark = marks[i] ?? 'no'
          const past = before?.[i] ?? mark
          const change = RANK[past] === RANK[mark] ? '' : RANK[mark] > RANK[past] ? 'gained' : 'lost'
          const letter = mark === 'none' ? ' ' : mark === 'no' && !change ? '·' : letterOf(verb)
          return (
            <i key={verb} className={`${mark} ${change}`} aria-hidden="true">
              {letter}
            </i>
          )
        })}
      </div>
    )
  },
  (a, b) =>
    same(a.marks, b.marks) &&
    same(a.before, b.before) &&
    a.left === b.left &&
    a.width === b.width &&
    a.cursor === b.cursor &&
    a.selected === b.selected &&
    a.id === b.id &&
    a.verbs === b.verbs,
)

const NONE: readonly CellMark[] = []

/** A user without name and groups, for a column that is not filled in. */
export const NOBODY = { name: '', groups: [] }

/** A subject's permissions on every resource. */
export function MatrixRow({
  item,
  resources,
  resource,
  total,
  shown,
  people,
  users,
  cellId,
  sizes,
  verbs,
  cache,
  old,
  cursor,
  row,
  column,
  selected,
  onSelect,
  select,
}: {
  readonly item: VirtualItem
  readonly resources: readonly MatrixResource[]
  readonly resource: MatrixResource
  readonly total: number
  readonly shown: VirtualItem[]
  readonly people: readonly string[]
  readonly users: (UserInfo | { name: string; groups: never[] })[]
  readonly cellId: (r: number, c: number) => string
  readonly sizes: MatrixSizes
  readonly verbs: readonly string[]
  readonly cache: MarkCache
  readonly old: MarkCache | undefined
  readonly cursor: { row: number; column: number } | undefined
  readonly row: number
  readonly column: number
  readonly selected: { readonly who: string; readonly what: string } | undefined
  readonly onSelect: ((who: string, what: string) => void) | undefined
  readonly select: (r: number, c: number) => void
}) {
  return (
    <div
      role="row"
      aria-rowindex={item.index + 2}
      className={`row ${item.index > 0 && resources[item.index - 1]?.group !== resource.group ? 'first' : ''} o-whole-width o-own-width o-own-height o-own-y`}
      style={measures({ height: sizes.row, y: item.start, width: total })}
    >
      <div
        role="rowheader"
        aria-colindex={1}
        className="what o-own-width"
        style={measures({ width: sizes.first })}
        title={resource.text}
      >
        <span className="o-mono">{rowNameOf(resource)}</span>
        <span className="o-dim">{resource.group || 'core'}</span>
      </div>
      {shown.map((place) => {
        const who = people[place.index] ?? ''
        const user = users[place.index] ?? NOBODY
        return (
          <MatrixCell
            key={place.key}
            id={cellId(item.index, place.index)}
            column={place.index}
            left={sizes.first + place.start}
            width={sizes.width}
            verbs={verbs}
            marks={cache.of(who, user)[item.index] ?? NONE}
            before={old?.of(who, user)[item.index]}
            cursor={cursor !== undefined && row === item.index && column === place.index}
            selected={selected?.who === who && selected.what === resource.text}
            {...(onSelect && { onClick: () => select(item.index, place.index) })}
          />
        )
      })}
    </div>
  )
}
