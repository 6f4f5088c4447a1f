import type { Clock } from '../machinery/clock'
import { InMemoryState } from './in-memory-state'
import { History } from './history'
import type { Loaded } from './medium'
import { SortedEntries } from './sorted-entries'
import { type Entry, StoreError, type StoreEvent, type Write } from './store'
import { eventOf } from './write-event'

/** Placeholder for the entry removed by a deletion whose previous value is unknown. */
const NONE: Entry = { key: '', value: undefined, revision: 1, created: 1 }

/** Replays a medium's log over its state and rebuilds history. Throws a StoreError if the history is damaged. */
export function replay(loaded: Loaded, clock: Clock): InMemoryState {
  const entries = SortedEntries.of(loaded.entries)
  const history = new History(loaded.revision)
  const now = clock.now()
  for (const { at, changes } of loaded.batches) {
    const events: StoreEvent[] = []
    for (const { revision, key, ...change } of changes) {
      const current = entries.get(key)
      const write: Write =
        'value' in change ? { type: 'put', key, expect: 0, value: change.value } : { type: 'delete', key, expect: 0 }
      if (revision <= loaded.compactedRevision && write.type === 'delete' && !current) {
        // The entry was freed at once, on a full disk.
        events.push({ type: 'delete', previous: NONE, entry: { ...NONE, key, revision } })
        continue
      }
      if (revision !== history.newest + events.length + 1 || (write.type === 'delete' && !current))
        throw new StoreError('unreadable', `the stored history is damaged at revision ${revision} (${key})`)
      const event = eventOf(write, current, revision)
      if (event.type === 'put') entries.put(event.entry)
      else entries.delete(key)
      events.push(event)
    }
    // The clock may have been ahead when this was written; history must not be kept for longer because of that.
    history.push(events, Math.min(at, now))
  }
  history.forgetTo(Math.min(loaded.compactedRevision, history.newest))
  return new InMemoryState(entries, history, clock)
}
