import type { Entry, StoreEvent, Write } from './store'

/** What a write makes of the entry that is there, at a revision. A deletion needs one. */
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
