/** Where lower rooms report what they did with a request; the server's tracer implements it. server/trace.ts names the stages. */
export interface TraceSink {
  /** Whether anyone is observing; snapshots are only worth taking then. */
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
