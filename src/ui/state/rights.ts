import { sleep } from '../../machinery/clock'
import { PAGE_CLOCK } from './clock'

/** How long a refused read waits if no rights change, in milliseconds. */
export const REFUSED_MS = 600_000

const waiting = new Set<() => void>()

/** Calls back whenever rights have changed. Returns a function that unsubscribes. */
export function onRights(wake: () => void): () => void {
  waiting.add(wake)
  return () => waiting.delete(wake)
}

/** Announces that roles or bindings have changed, so that refused requests are tried again. */
export function announceRights(): void {
  for (const wake of [...waiting]) wake()
}

/** Resolves when rights have changed, or after `ms`; rejects with the signal's reason. */
export async function rightsMayHaveChanged(ms: number, signal: AbortSignal): Promise<void> {
  const done = new AbortController()
  let wake = (): void => undefined
  const changed = new Promise<void>((resolve) => (wake = resolve))
  waiting.add(wake)
  try {
    await Promise.race([changed, sleep(PAGE_CLOCK, ms, AbortSignal.any([signal, done.signal]))])
  } finally {
    waiting.delete(wake)
    done.abort()
  }
}
