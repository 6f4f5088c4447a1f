import { sleep } from '../../machinery/clock'
import { PAGE_CLOCK } from './clock'

const waiting = new Set<() => void>()

/** Calls back whenever rights have changed; returns how to stop. */
export function onRights(wake: () => void): () => void {
  waiting.add(wake)
  return () => waiting.delete(wake)
}

/** Says that roles or bindings have changed: whatever was refused is worth asking again. */
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
