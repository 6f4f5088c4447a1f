/** Leader election among several servers of one cluster. */
export interface Leadership {
  /**
   * Calls `start` each time this server becomes leader; its signal aborts when leadership is lost. When `signal` aborts, leadership is
   * given up.
   */
  lead(signal: AbortSignal, start: (term: AbortSignal) => Promise<void>): void
}
