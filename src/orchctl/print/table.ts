import type { ApiObject } from '../../machinery/object'
import { writeJson } from '../../machinery/json-text'
import { formatRows } from './tabwriter'

/** A server's response in table form. */
export interface Table extends ApiObject {
  /** Absent in later events of a watch, because the first one has them. */
  readonly columnDefinitions?: readonly Column[] | null
  readonly rows?: readonly TableRow[] | null
}
/** A column of a server's table. */
export interface Column {
  readonly name: string
  readonly type?: string
  readonly priority?: number
}
/** A row of a server's table. */
export interface TableRow {
  readonly cells: readonly unknown[]
  readonly object?: ApiObject
}
/** Whether an answer is a table. */
export const isTable = (object: ApiObject): object is Table => object.kind === 'Table'

/** How a table is printed. */
export interface TableOptions {
  readonly wide: boolean
  readonly headers: boolean
  readonly namespaces: boolean
  readonly showLabels: boolean
  /** Labels with a column of their own. */
  readonly labelColumns: readonly string[]
  /** A prefix of the name, such as `configmap/`. */
  readonly kind?: string | undefined
  /** The type of change, in a column of its own. */
  readonly event?: string | undefined
}

/** Prints tables of one kind: one header, and stable column widths. */
export class TablePrinter {
  private readonly widths: number[] = []
  private headed = false
  private columns: readonly Column[] = []

  print(table: Table, options: TableOptions): string {
    if (table.columnDefinitions?.length) this.columns = table.columnDefinitions
    if (!table.rows?.length) return ''
    const shown = this.columns
      .map((column, at) => ({ column, at }))
      .filter(({ column }) => options.wide || !column.priority)
    const rows = table.rows.map((row) => rowText(row, shown, options))
    if (options.headers && !this.headed) rows.unshift(headerText(shown, options))
    this.headed = true
    return formatRows(rows, this.widths)
  }
}

type Shown = readonly { readonly column: Column; readonly at: number }[]

const headerText = (shown: Shown, { namespaces, showLabels, labelColumns, event }: TableOptions): string[] => [
  ...(event === undefined ? [] : ['EVENT']),
  ...(namespaces ? ['NAMESPACE'] : []),
  ...shown.map(({ column }) => column.name.toUpperCase()),
  ...labelColumns.map((label) => label.replace(/^.*\//, '').toUpperCase()),
  ...(showLabels ? ['LABELS'] : []),
]

function rowText({ cells, object }: TableRow, shown: Shown, options: TableOptions): string[] {
  const metadata = object?.metadata
  const labels = metadata?.labels ?? {}
  return [
    ...(options.event === undefined ? [] : [options.event]),
    ...(options.namespaces ? [metadata?.namespace ?? ''] : []),
    ...shown.map(({ column, at }, i) => {
      const text = cellText(cells[at])
      return i === 0 && options.kind && column.name.toLowerCase() === 'name' ? options.kind + text : text
    }),
    ...options.labelColumns.map((label) => labels[label] ?? ''),
    ...(options.showLabels ? [labelText(labels)] : []),
  ]
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  const text = typeof cell === 'string' ? cell : writeJson(cell)
  const end = text.search(/[\f\n\r]/)
  return end < 0 ? text : `${text.slice(0, end)}...`
}

/** `a=1,b=2`, or `<none>`. */
export function labelText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.keys(labels)
    .sort()
    .map((key) => `${key}=${labels[key] ?? ''}`)
  return pairs.length > 0 ? pairs.join(',') : '<none>'
}
