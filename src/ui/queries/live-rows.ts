import type { ApiObject } from '../../machinery/object'

/** A column of a server-side table. */
export interface TableColumn {
  readonly name: string
  readonly type: string
  readonly format: string
  readonly description: string
  readonly priority: number
}

/** A row of a live table. */
export interface LiveRow {
  readonly id: string
  readonly cells: readonly unknown[]
  readonly object: ApiObject
  /** When the last change was seen, in milliseconds of `performance.now()`, to highlight it; undefined for rows of the first list. */
  readonly changedAt: number | undefined
}

/** What a live table shows. */
export interface LiveTableState {
  readonly columns: readonly TableColumn[]
  readonly rows: readonly LiveRow[]
  /** `unwatched`: the user may list but not watch, so the rows are polled. */
  readonly phase: 'loading' | 'partial' | 'live' | 'unwatched' | 'failed'
  readonly error?: unknown
  readonly version?: string
}
