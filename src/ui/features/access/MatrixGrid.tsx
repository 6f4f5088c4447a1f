import { type ReactVirtualizer, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useWholeTable } from '../../components/export/whole-tables'
import { measures } from '../../components/measures'
import type { PolicyIndex } from '../../../authorization/policy-index'
import { useTextScale } from '../../state/preferences'
import { useMatches } from '../../state/use-matches'
import { MarkCache, type MatrixResource, matrixTable, rowNameOf } from './matrix-cells'
import { personOf, userInfoOf } from './people'
import { MatrixHead } from './MatrixHead'
import { matrixSizes } from './matrix-sizes'
import { MatrixRow, NOBODY } from './MatrixRow'
import { cursorKeys } from './cursor-keys'

/** Properties of the table of users and resources. */
export interface MatrixGridProps {
  readonly label: string
  /** Users as text, one per column. */
  readonly people: readonly string[]
  readonly resources: readonly MatrixResource[]
  readonly verbs: readonly string[]
  readonly namespace: string
  readonly index: PolicyIndex
  /** A policy to compare with: differences of `index` are marked. */
  readonly before?: PolicyIndex
  readonly selected?: { readonly who: string; readonly what: string }
  readonly onSelect?: (who: string, what: string) => void
}

const userOf = (text: string): typeof NOBODY | ReturnType<typeof userInfoOf> => {
  const person = personOf(text)
  return person ? userInfoOf(person) : NOBODY
}

/** The row and column of a cell; undefined if it is not in the table. */
function cellOf(
  { who, what }: { readonly who: string; readonly what: string },
  people: readonly string[],
  resources: readonly MatrixResource[],
): { row: number; column: number } | undefined {
  const row = resources.findIndex(({ text }) => text === what)
  const column = people.indexOf(who)
  return row < 0 || column < 0 ? undefined : { row, column }
}

interface Shown {
  readonly people: readonly string[]
  readonly resources: readonly MatrixResource[]
  readonly rows: ReactVirtualizer<HTMLDivElement, Element>
  readonly columns: ReactVirtualizer<HTMLDivElement, Element>
  readonly setCursor: (cell: { row: number; column: number }) => void
}

/** Brings a cell that an address selects into sight, and moves the cursor there; once for each cell. */
function useShown(selected: MatrixGridProps['selected'], { people, resources, rows, columns, setCursor }: Shown): void {
  const place = selected && cellOf(selected, people, resources)
  const placed = useRef('')
  useEffect(() => {
    const key = JSON.stringify(selected)
    if (!place || placed.current === key) return
    placed.current = key
    setCursor(place)
    rows.scrollToIndex(place.row, { align: 'center' })
    columns.scrollToIndex(place.column)
  })
}

/** A row per resource, a column per user, a letter per verb in each cell. Only visible cells are computed and drawn. */
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
  const scale = useTextScale()
  const narrow = useMatches('(width < 40rem)')
  const longest = useMemo(() => Math.max(0, ...resources.map((one) => rowNameOf(one).length)), [resources])
  const sizes = useMemo(() => matrixSizes(verbs.length, longest, scale, narrow), [verbs.length, longest, scale, narrow])
  const cache = useMemo(() => new MarkCache(index, resources, verbs, namespace), [index, resources, verbs, namespace])
  const old = useMemo(
    () => before && new MarkCache(before, resources, verbs, namespace),
    [before, resources, verbs, namespace],
  )
  const users = useMemo(() => people.map(userOf), [people])
  useWholeTable(scroller, () => matrixTable(resources, people, users, verbs, cache))
  const rows = useVirtualizer({
    count: resources.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => sizes.row,
    overscan: 6,
    scrollPaddingStart: sizes.head,
    getItemKey: (i) => resources[i]?.text ?? i,
  })
  const columns = useVirtualizer({
    horizontal: true,
    count: people.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => sizes.width,
    overscan: 3,
    scrollPaddingStart: sizes.first,
    getItemKey: (i) => people[i] ?? i,
  })
  useEffect(() => columns.measure(), [columns, sizes.width, sizes.first])
  useEffect(() => rows.measure(), [rows, sizes.row])
  useShown(selected, { people, resources, rows, columns, setCursor })
  const shown = columns.getVirtualItems()
  const row = Math.min(cursor?.row ?? 0, resources.length - 1)
  const column = Math.min(cursor?.column ?? 0, people.length - 1)
  const cellId = (r: number, c: number): string => `${id}-${r}-${c}`
  const select = (r: number, c: number): void => {
    const [who, what] = [people[c], resources[r]?.text]
    setCursor({ row: r, column: c })
    if (who !== undefined && what !== undefined) onSelect?.(who, what)
  }
  const onKeyDown = cursorKeys({
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
    rowHeight: sizes.row,
  })
  const total = sizes.first + columns.getTotalSize()
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
      <MatrixHead total={total} shown={shown} people={people} sizes={sizes} />
      <div
        role="rowgroup"
        className="body o-whole-width o-own-width o-own-height"
        style={measures({ width: total, height: rows.getTotalSize() })}
      >
        {rows.getVirtualItems().map((item) => {
          const resource = resources[item.index]
          if (!resource) return null
          return (
            <MatrixRow
              key={item.key}
              item={item}
              resources={resources}
              resource={resource}
              total={total}
              shown={shown}
              people={people}
              users={users}
              cellId={cellId}
              sizes={sizes}
              verbs={verbs}
              cache={cache}
              old={old}
              cursor={cursor}
              row={row}
              column={column}
              selected={selected}
              onSelect={onSelect}
              select={select}
            />
          )
        })}
      </div>
    </div>
  )
}
