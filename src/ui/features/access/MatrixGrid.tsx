import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, memo, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { PolicyIndex } from '../../../authorization/policy-index'
import { letterOf, type Mark, MarkCache, type MatrixResource, wordsOf } from './matrix-cells'
import { personOf, userInfoOf } from './people'

export interface MatrixGridProps {
  readonly label: string
  /** Texts of people: the columns. */
  readonly people: readonly string[]
  readonly resources: readonly MatrixResource[]
  readonly verbs: readonly string[]
  readonly namespace: string
  readonly index: PolicyIndex
  /** With it, what `index` has otherwise than this one is marked. */
  readonly before?: PolicyIndex
  readonly selected?: { readonly who: string; readonly what: string }
  readonly onSelect?: (who: string, what: string) => void
}

const ROW = 26
const HEAD = 52
const FIRST = 264
const columnWidth = (verbs: number): number => Math.max(72, verbs * 9 + 36)
/** Two lines for a column: what sort of subject and where, then its name. */
function heading(text: string): [kind: string, name: string] {
  const person = personOf(text)
  if (person?.kind === 'ServiceAccount') return [`service account in ${person.namespace}`, person.name]
  const at = text.indexOf(':')
  return [text.slice(0, at), text.slice(at + 1)]
}

/** How much a mark gives; more than before is a gain. */
const RANK: Readonly<Record<Mark, number>> = { none: 0, no: 0, where: 1, some: 1, yes: 2 }

const NOBODY = { name: '', groups: [] }
const NONE: readonly Mark[] = []

/** Rows are resources, columns are people, a cell has a letter for every verb. Only what is in sight is drawn and computed. */
export function MatrixGrid({
  label,
  people,
  resources,
  verbs,
  namespace,
  index,
  before,
  selected,
  onSelect,
}: MatrixGridProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const id = useId()
  const [cursor, setCursor] = useState<{ row: number; column: number }>()
  const width = columnWidth(verbs.length)
  const cache = useMemo(() => new MarkCache(index, resources, verbs, namespace), [index, resources, verbs, namespace])
  const old = useMemo(
    () => before && new MarkCache(before, resources, verbs, namespace),
    [before, resources, verbs, namespace],
  )
  const users = useMemo(
    () =>
      people.map((text) => {
        const person = personOf(text)
        return person ? userInfoOf(person) : NOBODY
      }),
    [people],
  )
  const rows = useVirtualizer({
    count: resources.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 6,
    scrollPaddingStart: HEAD,
    getItemKey: (i) => resources[i]?.text ?? i,
  })
  const columns = useVirtualizer({
    horizontal: true,
    count: people.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => width,
    overscan: 3,
    scrollPaddingStart: FIRST,
    getItemKey: (i) => people[i] ?? i,
  })
  useEffect(() => columns.measure(), [columns, width])
  const shown = columns.getVirtualItems()
  const row = Math.min(cursor?.row ?? 0, resources.length - 1)
  const column = Math.min(cursor?.column ?? 0, people.length - 1)
  const cellId = (r: number, c: number): string => `${id}-${r}-${c}`
  const select = (r: number, c: number): void => {
    const [who, what] = [people[c], resources[r]?.text]
    setCursor({ row: r, column: c })
    if (who !== undefined && what !== undefined) onSelect?.(who, what)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 300) / ROW) - 3)
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
      // The first key shows where the cursor is.
      const next = cursor
        ? { row: bounded(row + move[0], resources.length), column: bounded(column + move[1], people.length) }
        : { row, column }
      setCursor(next)
      rows.scrollToIndex(next.row)
      columns.scrollToIndex(next.column)
    }
  }
  const total = FIRST + columns.getTotalSize()
  return (
    <div
      className="o-matrix"
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={resources.length + 1}
      aria-colcount={people.length + 1}
      aria-activedescendant={cursor ? cellId(row, column) : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup" className="head" style={{ width: total, minWidth: '100%', height: HEAD }}>
        <div role="row" aria-rowindex={1} className="row" style={{ height: HEAD }}>
          <div role="columnheader" aria-colindex={1} className="corner" style={{ width: FIRST }}>
            <span className="o-hidden">Resource</span>
          </div>
          {shown.map((item) => {
            const [kind, name] = heading(people[item.index] ?? '')
            return (
              <div
                key={item.key}
                role="columnheader"
                aria-colindex={item.index + 2}
                className="person"
                title={people[item.index]}
                style={{ width, transform: `translateX(${FIRST + item.start}px)` }}
              >
                <span className="o-dim">{kind}</span>
                <b>{name}</b>
              </div>
            )
          })}
        </div>
      </div>
      <div role="rowgroup" className="body" style={{ width: total, minWidth: '100%', height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((item) => {
          const resource = resources[item.index]
          if (!resource) return null
          return (
            <div
              key={item.key}
              role="row"
              aria-rowindex={item.index + 2}
              className={`row ${item.index > 0 && resources[item.index - 1]?.group !== resource.group ? 'first' : ''}`}
              style={{ height: ROW, transform: `translateY(${item.start}px)`, width: total, minWidth: '100%' }}
            >
              <div role="rowheader" aria-colindex={1} className="what" style={{ width: FIRST }} title={resource.text}>
                <span className="o-mono">
                  {resource.resource}
                  {resource.subresource && `/${resource.subresource}`}
                </span>
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
                    left={FIRST + place.start}
                    width={width}
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
        })}
      </div>
    </div>
  )
}

interface CellProps {
  readonly id: string
  readonly column: number
  readonly left: number
  readonly width: number
  readonly verbs: readonly string[]
  readonly marks: readonly Mark[]
  readonly before: readonly Mark[] | undefined
  readonly cursor: boolean
  readonly selected: boolean
  readonly onClick?: () => void
}

const same = (a: readonly Mark[] | undefined, b: readonly Mark[] | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && a.length === b.length && a.every((mark, i) => mark === b[i]))

const MatrixCell = memo(
  function MatrixCell({ id, column, left, width, verbs, marks, before, cursor, selected, onClick }: CellProps) {
    // A cell that has just become another one shows it for a moment.
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
        className={`cell ${cursor ? 'cursor' : ''} ${selected ? 'selected' : ''}`}
        style={{ width, transform: `translateX(${left}px)` }}
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
