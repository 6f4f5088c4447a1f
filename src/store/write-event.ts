import type { Entry, StoreEvent, Write } from './store'

/** The event of applying a write to the current entry at a revision. A deletion requires an entry. */
export function eventOf(write: Write, current: Entry | undefined, revision: number): StoreEvent {
  const { key } = write
  if (write.type === 'delete') {
    const previous = current as Entry
    return { type: 'delete', previous, entry: { key, value: previous.value, revision, created: previous.created } }
  }
  return {
    type: 'put',
    previous: current,
    entry: { key, value: write.value, revision, created: current?.created ?? revision },
  }
}
