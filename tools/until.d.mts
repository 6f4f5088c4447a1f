import type { Page } from 'playwright'

/** Resolves when what is asked on the page is true; asks again until then. Rejects with its error, or after two minutes, or `limitMs`. */
export function untilOnPage<T>(
  page: Page,
  ask: ((argument: T) => unknown) | (() => unknown),
  argument?: T,
  limitMs?: number,
): Promise<void>
