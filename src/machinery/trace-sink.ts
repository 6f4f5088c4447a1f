/** Where lower rooms say what they did with a request; the server's tracer is one. Stages are named in server/trace.ts. */
export interface TraceSink {
  /** Whether somebody looks; snapshots are worth taking only then. */
  readonly observed: boolean
  /** Milliseconds since the request arrived. */
  now(): number
  step(
    stage: string,
    start: number,
    detail?: {
      by?: string
      verdict?: 'passed' | 'allowed' | 'refused' | 'changed' | 'none'
      reason?: string | (() => string)
      before?: unknown
      after?: unknown
    },
  ): void
}
