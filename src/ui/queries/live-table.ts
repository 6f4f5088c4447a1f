import type { Client } from '../../client/client'
import { follow, throwErrorOf } from '../../client/follow'
import type { ApiObject } from '../../machinery/object'
import { PAGE_CLOCK } from '../state/clock'
import { beginLoad } from '../state/loads'
import { noteRetry } from '../state/retries'
import { afterRefusal } from '../state/rights'
import { StatusError, statusErrorOf } from '../../client/status-error'
import { readEvents } from '../../client/watch-events'
import { pathOf, type Query, type Target } from '../../client/targets'
import type { LiveRow, LiveTableState, TableColumn } from './live-rows'
import { LIVE_PACE, paced } from './paced'
import { objectKey } from './object-key'

interface Table {
  readonly kind?: string
  readonly metadata: { resourceVersion?: string; continue?: string; remainingItemCount?: number }
  readonly columnDefinitions?: TableColumn[] | null
  readonly rows?: { cells: unknown[]; object: ApiObject }[] | null
}

const ACCEPT = 'application/json;as=Table;v=v1;g=meta.orch.io,application/json'
const PAGE = 500

/**
 * A collection in the server's table columns, kept current by list and watch. Updates of a burst reach listeners together,
 * so that a hundred changes a second do not cost a hundred renderings.
 */
export class LiveTable {
  private state: LiveTableState = { columns: [], rows: [], phase: 'loading' }
  private readonly rows = new Map<string, LiveRow>()
  private readonly listeners = new Set<() => void>()
  private readonly updates = paced(() => this.flush(), LIVE_PACE)
  private stop: AbortController | undefined
  /** Called when the first answer arrives. */
  private loaded = (): void => undefined

  constructor(
    private readonly client: Client,
    private readonly target: Target,
    private readonly query: Query,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
  readonly snapshot = (): LiveTableState => this.state

  start(): () => void {
    this.begin()
    return () => {
      this.loaded()
      this.stop?.abort()
      this.updates.cancel()
    }
  }

  private begin(): void {
    const stop = new AbortController()
    this.stop = stop
    this.loaded = beginLoad(
      (error) => {
        this.publish({ phase: 'failed', error })
        stop.abort()
      },
      () => this.again(),
    )
    void this.run(stop.signal)
  }

  private again(): void {
    this.stop?.abort()
    this.begin()
    this.publish({ phase: 'loading', error: undefined })
  }

  private run(signal: AbortSignal): Promise<void> {
    const steps = {
      list: () => this.list(signal),
      watch: (from: string, seen: (version: string) => void) => {
        // After a refused or failed watch, rows count as live only once a watch is open.
        const faulty = this.state.phase === 'unwatched' || this.state.phase === 'failed'
        this.publish({ ...(!faulty && { phase: 'live', error: undefined }), version: from })
        return this.watch(from, signal, seen)
      },
      failed: (error: unknown, version: string | undefined) => {
        if (error instanceof StatusError && error.code === 403) {
          this.publish({ phase: version === undefined ? 'failed' : 'unwatched', error })
          return afterRefusal(version, signal)
        }
        noteRetry(error, () => this.again())
        this.publish({ phase: 'failed', error })
        return undefined
      },
    }
    return follow(steps, { clock: PAGE_CLOCK, signal, pauseMs: 300 })
  }

  private async list(signal: AbortSignal): Promise<string> {
    const seen = new Set<string>()
    let version = ''
    let next: string | undefined
    do {
      const table: Table = await this.client.json('GET', pathOf(this.target), undefined, {
        headers: { accept: ACCEPT },
        query: { ...this.query, limit: PAGE, continue: next },
        signal,
      })
      version = table.metadata.resourceVersion ?? version
      next = table.metadata.continue || undefined
      const columns = table.columnDefinitions ?? this.state.columns
      for (const row of table.rows ?? []) {
        const id = objectKey(row.object)
        seen.add(id)
        this.rows.set(id, { id, cells: row.cells, object: row.object, changedAt: undefined })
      }
      if (next) this.publish({ phase: 'partial', columns })
      else this.state = { ...this.state, columns }
    } while (next)
    for (const id of this.rows.keys()) if (!seen.has(id)) this.rows.delete(id)
    return version
  }

  /** Follows changes until the watch ends. */
  private async watch(from: string, signal: AbortSignal, seen: (version: string) => void): Promise<void> {
    let version = from
    const response = await this.client.raw('GET', pathOf(this.target), undefined, {
      headers: { accept: ACCEPT },
      query: { ...this.query, watch: 'true', resourceVersion: from, allowWatchBookmarks: true },
      signal,
    })
    if (!response.ok || !response.body) throw await statusErrorOf(response, `watch ${pathOf(this.target)}`)
    if (this.state.phase !== 'live') this.publish({ phase: 'live', error: undefined })
    for await (const event of readEvents(response.body)) {
      if (signal.aborted) return
      throwErrorOf(event)
      const object = event.object as unknown as Table
      for (const row of object.rows ?? []) {
        const id = objectKey(row.object)
        version = row.object.metadata.resourceVersion ?? version
        if (event.type === 'BOOKMARK') continue
        if (event.type === 'DELETED') this.rows.delete(id)
        else
          this.rows.set(id, {
            id,
            cells: row.cells,
            object: row.object,
            changedAt: performance.now(),
          })
      }
      version = object.metadata.resourceVersion || version
      seen(version)
      this.publish({
        version,
        ...(object.columnDefinitions?.length && !this.state.columns.length && { columns: object.columnDefinitions }),
      })
    }
  }

  private publish(change: Partial<LiveTableState>): void {
    const { error, ...rest } = change
    if (change.phase !== 'loading') this.loaded()
    const first = this.state.phase === 'loading' || change.phase === 'failed'
    this.state = { ...this.state, ...rest, ...('error' in change && { error }) }
    if (first) this.flush()
    else this.updates.request()
  }

  private flush(): void {
    this.updates.cancel()
    if (this.stop?.signal.aborted) return
    this.state = { ...this.state, rows: [...this.rows.values()] }
    for (const listener of this.listeners) listener()
  }
}
