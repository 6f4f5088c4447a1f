/** When updates of a burst are shown: the first one soon, the following ones together after a pause. */
export interface Pace {
  readonly firstMs: number
  readonly nextMs: number
}

/** The pace of lists that follow a watch. */
export const LIVE_PACE: Pace = { firstMs: 30, nextMs: 200 }

/** Updates that are gathered and shown at a pace. */
export interface Paced {
  /** Asks for a flush; requests until it happens are one. */
  request(): void
  /** Drops a flush that is due. */
  cancel(): void
}

/**
 * Calls `flush` after each request: `firstMs` later when none came lately, so that one change is seen at once, and at most once in `nextMs`
 * in a burst, so that a hundred changes do not cost a hundred renderings.
 */
export function paced(flush: () => void, { firstMs, nextMs }: Pace): Paced {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = -Infinity
  return {
    request() {
      timer ??= setTimeout(
        () => {
          timer = undefined
          last = performance.now()
          flush()
        },
        Math.max(firstMs, last + nextMs - performance.now()),
      )
    },
    cancel() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
