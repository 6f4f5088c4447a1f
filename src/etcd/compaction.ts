import { type Clock, pause } from '../machinery/clock'
import type { EtcdStore } from './etcd-store'

/** Most real time between two looks. */
const LOOK_MS = 60_000

/**
 * Lets etcd forget what is older than the store's window of history, until the signal aborts. One server does it for all: the
 * leader. It forgets up to what was newest one window ago.
 */
export async function compactRegularly(store: EtcdStore, realTime: Clock, signal: AbortSignal): Promise<void> {
  const marks: { readonly at: number; readonly revision: number }[] = []
  const stopped = (): boolean => signal.aborted
  while (!stopped()) {
    const now = realTime.steady()
    marks.push({ at: now, revision: store.revision })
    const old = marks.filter(({ at }) => at <= now - store.historyWindowMs)
    marks.splice(0, old.length)
    const last = old.at(-1)
    // One that fails is made good by the next one.
    if (last) await store.compactEtcd(last.revision).catch(() => undefined)
    await pause(realTime, Math.min(LOOK_MS, Math.max(store.historyWindowMs, 1_000)), signal)
  }
}
