import type { LiveRow, TableColumn } from '../../queries/live-rows'
import { writeJson } from '../../../machinery/json-text'

/** How a list is sorted. */
export interface Sort {
  /** Column name. */
  readonly column: string
  readonly descending: boolean
}

/** A cell, or any value of an object, as text. */
export function cellText(cell: unknown): string {
  if (typeof cell === 'string') return cell
  return cell === null || cell === undefined ? '' : writeJson(cell)
}

/**
 * Rows that match every word of a filter: in a cell, the namespace or the name; `key=value` and `key!=value` match
 * labels, `!word` excludes.
 */
export function filterRows(rows: readonly LiveRow[], filter: string): readonly LiveRow[] {
  const tests = filter.toLowerCase().split(/\s+/).filter(Boolean).map(testOf)
  return tests.length ? rows.filter((row) => tests.every((test) => test(row))) : rows
}

function testOf(word: string): (row: LiveRow) => boolean {
  const label = /^([\w./-]+)(!?=)(.*)$/.exec(word)
  if (label) {
    const [, key = '', sign, value = ''] = label
    return ({ object }) => {
      const labels = Object.entries(object.metadata.labels ?? {})
      const has = labels.some(([k, v]) => k.toLowerCase() === key && (value === '' || v.toLowerCase() === value))
      return has === (sign === '=')
    }
  }
  const exclude = word.startsWith('!') && word.length > 1
  const needle = exclude ? word.slice(1) : word
  return ({ cells, object }) => {
    const found =
      (object.metadata.namespace ?? '').includes(needle) ||
      cells.some((cell) => cellText(cell).toLowerCase().includes(needle))
    return found !== exclude
  }
}

/** Whether a column holds times: sorted and shown as the age since creation, which keeps growing. */
export const isAge = (column: TableColumn): boolean => column.name === 'Age' || column.name === 'Created At'

/** Rows in the given order; without one, as the server lists them. */
export function sortRows(
  rows: readonly LiveRow[],
  columns: readonly TableColumn[],
  sort: Sort | undefined,
): readonly LiveRow[] {
  if (!sort) return rows
  const keyOf = keyFor(columns, sort.column)
  if (!keyOf) return rows
  const sign = sort.descending ? -1 : 1
  const keyed = rows.map((row) => ({ row, key: keyOf(row) }))
  keyed.sort((a, b) => sign * compare(a.key, b.key) || compare(a.row.id, b.row.id))
  return keyed.map(({ row }) => row)
}

function keyFor(columns: readonly TableColumn[], name: string): ((row: LiveRow) => string | number) | undefined {
  if (name === 'Namespace') return (row) => `${row.object.metadata.namespace ?? ''}\n${row.object.metadata.name ?? ''}`
  const index = columns.findIndex((column) => column.name === name)
  const column = columns[index]
  if (!column) return undefined
  // Negated, because an older object has a greater age.
  if (isAge(column)) return (row) => -Date.parse(row.object.metadata.creationTimestamp ?? '') || 0
  return (row) => {
    const cell = row.cells[index]
    return typeof cell === 'number' ? cell : (counted(cell) ?? cellText(cell))
  }
}

/** The number in `3` and in `3 (5m ago)`, the format of restart counts. */
function counted(cell: unknown): number | undefined {
  const [, count] = /^(\d+)(?: \(.*\))?$/.exec(cellText(cell)) ?? []
  return count === undefined ? undefined : Number(count)
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const left = String(a)
  const right = String(b)
  return left < right ? -1 : left > right ? 1 : 0
}

/** The rows for export: the list's columns, with a namespace column if there are several. */
export function listTable(
  columns: readonly TableColumn[],
  rows: readonly LiveRow[],
  namespaced: boolean,
): { columns: readonly string[]; rows: readonly (readonly string[])[] } {
  const shown = columns.map(({ priority }, i) => (priority === 0 ? i : -1)).filter((i) => i >= 0)
  return {
    columns: [...(namespaced ? ['Namespace'] : []), ...shown.map((i) => columns[i]?.name ?? '')],
    rows: rows.map(({ cells, object }) => [
      ...(namespaced ? [object.metadata.namespace ?? ''] : []),
      ...shown.map((i) => cellText(cells[i])),
    ]),
  }
}
