import type { KeyValues } from './store/key-values'
import { messageOf } from './machinery/message-of'

/** Setting that says whether a person has made something in the store; undefined for a store of an earlier version. */
export const CONTENT = 'content'

/** Whether a person has made something here: a cluster that has content takes nothing from a link without a question. */
export interface ContentMark {
  made(): boolean
  /** The mark is not on the disk yet. */
  pending(): boolean
  /** What the store was found to hold; kept from now on where nothing was. */
  begin(kept: boolean | undefined, made: boolean): Promise<void>
  /** Resolves when the mark is there for the next start; a disk that takes nothing is told by the write that follows. */
  note(made?: boolean): Promise<void>
}

export function createContentMark(settings: Pick<KeyValues, 'put'>, log: (message: string) => void): ContentMark {
  /** Until the store has been looked at, it counts as a person's. */
  let content = true
  let marking: Promise<void> | undefined

  function note(made = true): Promise<void> {
    if (content === made) return marking ?? Promise.resolve()
    content = made
    marking = settings
      .put(CONTENT, made)
      .catch((error: unknown) => log(messageOf(error)))
      .finally(() => (marking = undefined))
    return marking
  }

  return {
    made: () => content,
    pending: () => marking !== undefined,
    note,
    async begin(kept, made) {
      if (kept === undefined) await note(made)
      content = made
    },
  }
}
