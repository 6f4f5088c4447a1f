import type { Clock } from '../machinery/clock'
import { GroupCommit } from './group-commit'
import type { Loaded, Medium } from './medium'
import { replay } from './replay'
import type { Store, StoreError } from './store'

/** State of a store that was never written to. */
export const NOTHING_LOADED: Loaded = { entries: [], revision: 1, compactedRevision: 1, batches: [] }

/** The medium's current fault, if any, and its listeners. */
class Health {
  fault: StoreError | undefined
  private readonly listeners = new Set<(error: StoreError | undefined) => void>()

  readonly set = (error: StoreError | undefined): void => {
    if (this.fault === error) return
    this.fault = error
    for (const listener of [...this.listeners]) listener(error)
  }
  onChange(listener: (error: StoreError | undefined) => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
}

/** A store over any medium: all state is in memory, and writes go to the medium in groups. */
export function createEngine(medium: Medium, loaded: Loaded, clock: Clock): Store {
  const held = replay(loaded, clock)
  const health = new Health()
  const commits = new GroupCommit(held, medium, clock, health.set)
  medium.onHealthChange(health.set)

  return {
    get revision() {
      return held.revision
    },
    get compactedRevision() {
      return held.compactedRevision
    },
    durable: medium.durable,
    get: (key) => held.get(key),
    list: (prefix, options) => held.list(prefix, options),
    count: (prefix) => held.count(prefix),
    commit: (write) => commits.commit(write),
    watch: (prefix, after, listener) => held.watch(prefix, after, listener),
    waitFor: (revision, timeoutMs) => held.waitFor(revision, timeoutMs),
    compact(revision) {
      held.history.forgetTo(Math.min(revision, held.history.newest))
      commits.compact()
    },
    setHistoryWindow: (ms) => held.setHistoryWindow(ms),
    onHealthChange: (listener) => health.onChange(listener),
    fault: () => health.fault,
    async close() {
      await commits.close()
      await medium.close()
    },
  }
}
