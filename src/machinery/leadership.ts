/** Which of several servers of one cluster does what only one may do. */
export interface Leadership {
  /**
   * Calls `start` whenever this server comes to lead; its signal aborts when it no longer does. Ends when `signal` aborts; the lead is
   * then given up.
   */
  lead(signal: AbortSignal, start: (term: AbortSignal) => Promise<void>): void
}
