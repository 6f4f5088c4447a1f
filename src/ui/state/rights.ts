import { sleep } from '../../machinery/clock'
import { PAGE_CLOCK } from './clock'

/** How long a refused read waits if no rights change, in milliseconds. */
const REFUSED_MS = 600_000
/** How long a list is shown that cannot be watched before it is read again. */
const UNWATCHED_MS = 10_000

const waiting = new Set<() => void>()

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

/**
 * Waits after a 403 of a follower, and says how it continues: a refused list is repeated only when rights change. A list that cannot be
 * watched is read again after a while; its `version` is known.
 */
export async function afterRefusal(version: string | undefined, signal: AbortSignal): Promise<'list'> {
  await rightsMayHaveChanged(version === undefined ? REFUSED_MS : UNWATCHED_MS, signal).catch(() => undefined) // the follower has stopped meanwhile
  return 'list'
}
