import { type Clock, pause } from '../machinery/clock'
import type { EtcdStore } from './etcd-store'

/** Maximum real time between two checks. */
const LOOK_MS = 60_000

/**
 * Compacts etcd up to the store's history window, until the signal aborts. Only one server does this: the leader. It compacts to the
 * revision that was the newest one window ago.
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
    // A failed compaction is made up for by the next one.
    if (last) await store.compactEtcd(last.revision).catch(() => undefined)
    await pause(realTime, Math.min(LOOK_MS, Math.max(store.historyWindowMs, 1_000)), signal)
  }
}
