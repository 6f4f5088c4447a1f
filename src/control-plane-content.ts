import type { KeyValues } from './store/key-values'
import { messageOf } from './machinery/message-of'
import { CONTENT } from './storage/setting-names'

/** Whether the user has created something here: a cluster with content accepts nothing from a link without asking. */
export interface ContentMark {
  made(): boolean
  /** The mark is not yet on the disk. */
  pending(): boolean
  /** Sets the initial value: the saved one, or `made` (saved now) if there was none. */
  begin(kept: boolean | undefined, made: boolean): Promise<void>
  /** Resolves when the mark is saved for the next start; if the disk refuses it, the following store write reports the problem. */
  note(made?: boolean): Promise<void>
}

/**
 * Remembers whether somebody has created anything in this cluster, in settings that a page can read without opening the store.
 */
export function createContentMark(settings: Pick<KeyValues, 'put'>, log: (message: string) => void): ContentMark {
  /** Until the store has been inspected, it is assumed to have content. */
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
