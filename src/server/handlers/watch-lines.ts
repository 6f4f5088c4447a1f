import { type MaybePromise, whenReady } from '../../machinery/maybe-promise'
import { hubForm } from '../../registry/storage'
import type { ServedType } from '../../registry/resource-type'
import type { Entry, StoreEvent } from '../../store/store'
import type { Selection } from './selection'

/** A change as a watch shows it. */
export interface WatchLine {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  readonly entry: Entry
  /** The state to show, with the entry's revision: the previous state if the object leaves the selection. */
  readonly shown: Entry
}

/** The line for an object that existed when the watch began. */
export const existingLine = (entry: Entry): WatchLine => ({ type: 'ADDED', entry, shown: entry })

/** A store change as a line, before the selection is applied. */
export const changedLine = ({ type, entry, previous }: StoreEvent): WatchLine => ({
  type: type === 'delete' ? 'DELETED' : previous ? 'MODIFIED' : 'ADDED',
  entry,
  shown: previous ?? entry,
})

/** Translates a change for a selection; undefined if the object is outside it both before and after. */
export function lineFor(
  selection: Selection,
  { hub }: ServedType,
  line: WatchLine,
): MaybePromise<WatchLine | undefined> {
  if (selection.all) return line.type === 'DELETED' ? { ...line, shown: line.entry } : line
  return whenReady(hubForm(line.entry, hub), (now) =>
    whenReady(hubForm(line.shown, hub), (before): WatchLine | undefined => {
      const is = selection.matches(now)
      if (line.type === 'ADDED') return is ? line : undefined
      const was = selection.matches(before)
      if (line.type === 'DELETED') return was ? { ...line, shown: line.entry } : undefined
      if (is) return was ? line : { ...line, type: 'ADDED' }
      return was ? { type: 'DELETED', entry: line.entry, shown: line.shown } : undefined
    }),
  )
}
