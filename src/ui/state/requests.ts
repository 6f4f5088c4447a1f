import { create } from 'zustand'
import type { RequestTrace } from '../../server/trace'

/** A request in the strip. The page's own requests appear when sent, others when their trace arrives. */
export interface RequestRow {
  readonly id: string
  readonly at: number
  readonly method: string
  readonly path: string
  readonly who: string
  /**
   * `page`: the user asked for it; `background`: the page's own housekeeping; `client`: a program outside the page; `other`: a
   * controller or another tab.
   */
  readonly origin: 'page' | 'background' | 'client' | 'other'
  /** Absent until the answer arrives. */
  readonly status?: number
  readonly durationMs?: number
  /** True while the answer is still streaming. */
  readonly streaming?: boolean
  readonly failure?: string
  readonly auditId?: string
  readonly trace?: RequestTrace
  readonly warnings?: readonly string[]
}

const LIMIT = 600

/** Whose requests the log shows. */
export type RequestScope = 'page' | 'clients' | 'all'

interface RequestState {
  readonly rows: readonly RequestRow[]
  readonly drawer: 'closed' | 'open'
  readonly selected?: string
  readonly scope: RequestScope
  readonly paused: boolean
  readonly setDrawer: (drawer: 'closed' | 'open') => void
  readonly select: (id: string | undefined) => void
  readonly setScope: (scope: RequestScope) => void
  readonly setPaused: (paused: boolean) => void
  readonly clear: () => void
}

/** The requests that the page has made, and the drawer that lists them. */
export const useRequests = create<RequestState>()((set) => ({
  rows: [],
  drawer: 'closed',
  scope: 'page',
  paused: false,
  setDrawer: (drawer) => set({ drawer }),
  select: (selected) => set(selected === undefined ? { selected: undefined } : { selected, drawer: 'open' }),
  setScope: (scope) => set({ scope }),
  setPaused: (paused) => set({ paused }),
  clear: () => set({ rows: [], selected: undefined }),
}))

/**
 * Batches rows and writes them to the store once per frame, so that a burst of requests costs one rendering. Traces are
 * matched to rows by the answer's audit ID; a trace that no answer claims soon belongs to somebody else's request.
 */
class RequestLog {
  private readonly rows = new Map<string, RequestRow>()
  private readonly byAudit = new Map<string, string>()
  private readonly orphans = new Map<string, RequestTrace>()
  private scheduled = false
  private next = 1

  start(row: Omit<RequestRow, 'id'>): string {
    const id = `r${this.next++}`
    this.rows.set(id, { ...row, id })
    this.publish()
    return id
  }

  update(id: string, change: Partial<RequestRow>): void {
    const row = this.rows.get(id)
    if (!row) return
    const orphan = change.auditId === undefined ? undefined : this.orphans.get(change.auditId)
    if (change.auditId !== undefined) this.byAudit.set(change.auditId, id)
    if (orphan) {
      this.orphans.delete(orphan.id)
      this.rows.delete(`t${orphan.id}`)
    }
    this.rows.set(id, { ...row, ...change, ...(orphan && { trace: orphan }) })
    this.publish()
  }

  traced(trace: RequestTrace): void {
    const id = this.byAudit.get(trace.id)
    const row = id === undefined ? undefined : this.rows.get(id)
    if (row) this.rows.set(row.id, { ...row, trace })
    else {
      this.orphans.set(trace.id, trace)
      // The answer may still be in transit; it claims the trace when it arrives.
      const key = `t${trace.id}`
      this.rows.set(key, {
        id: key,
        at: trace.at,
        method: trace.method,
        path: trace.path,
        who: trace.impersonator ? `${trace.user} (by ${trace.impersonator})` : trace.user,
        origin: trace.client ? 'client' : 'other',
        status: trace.status,
        durationMs: trace.durationMs,
        trace,
      })
    }
    this.publish()
  }

  traceOf(auditId: string): RequestTrace | undefined {
    const id = this.byAudit.get(auditId)
    return (id === undefined ? undefined : this.rows.get(id)?.trace) ?? this.orphans.get(auditId)
  }

  clear(): void {
    this.rows.clear()
    this.byAudit.clear()
    this.orphans.clear()
    useRequests.getState().clear()
  }

  private publish(): void {
    if (this.scheduled) return
    this.scheduled = true
    setTimeout(() => {
      this.scheduled = false
      while (this.rows.size > LIMIT) {
        const oldest = this.rows.keys().next().value
        if (oldest === undefined) break
        const row = this.rows.get(oldest)
        if (row?.auditId) this.byAudit.delete(row.auditId)
        if (row?.trace) this.orphans.delete(row.trace.id)
        this.rows.delete(oldest)
      }
      if (!useRequests.getState().paused) useRequests.setState({ rows: [...this.rows.values()] })
    }, 50)
  }
}

/** The log behind the request strip. */
export const requestLog = new RequestLog()

/** The trace of an answer, which may arrive a little later than the answer itself. Undefined if there is none. */
export async function traceSoon(auditId: string | null): Promise<RequestTrace | undefined> {
  if (auditId === null) return undefined
  for (let tries = 0; tries < 20; tries++) {
    const trace = requestLog.traceOf(auditId)
    if (trace) return trace
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return undefined
}
