import { writeJson, parseJson } from '../../../machinery/json-text'
import { planeKey } from '../../../links/plane-key'
import { identityOf, useIdentities } from '../identity'
import { recallChanges, type UndoableChange, useUndo } from './changes'

const KEY = planeKey('undo')

/** Most characters to keep: a tab may store a few megabytes, which it shares with drafts and keys. */
const MOST = 1_500_000

type Kept = Pick<UndoableChange, 'at' | 'steps'> & { readonly as: string }

/**
 * Changes as texts for the next load of this page, oldest first and as many of the newest as there is room for. Those before an
 * import or a reset are left out, with it: the stored data before it is too long to keep.
 */
export function keptTexts(changes: readonly UndoableChange[], most = MOST): readonly string[] {
  const replaced = changes.findLastIndex(({ steps, undone }) => !undone && steps.some(({ did }) => did === 'replaced'))
  const texts: string[] = []
  let room = most
  for (const { at, steps, identity, undone } of changes.slice(replaced + 1).reverse()) {
    if (undone) continue
    const text = writeJson({ at, steps, as: identity.id } satisfies Kept)
    room -= text.length
    if (room < 0) break
    texts.unshift(text)
  }
  return texts
}

function keep(): void {
  const texts = keptTexts(useUndo.getState().changes)
  try {
    if (texts.length > 0) sessionStorage.setItem(KEY, `[${texts.join()}]`)
    else sessionStorage.removeItem(KEY)
  } catch (error) {
    console.warn('Changes cannot be undone after a reload:', error)
  }
}

/** Brings back the changes of the last load; those of identities whose credentials are gone can't be undone. */
function recall(): void {
  const text = sessionStorage.getItem(KEY)
  if (text === null) return
  sessionStorage.removeItem(KEY)
  const { known } = useIdentities.getState()
  recallChanges(
    (parseJson(text) as readonly Kept[]).flatMap(({ as, ...kept }) => {
      const identity = identityOf(as, known)
      return identity ? [{ ...kept, identity }] : []
    }),
  )
}

/** Keeps the changes of this tab over reloads: takes up those of the last load, and notes the newest when the page ends. */
export function keepChanges(): void {
  try {
    recall()
  } catch (error) {
    console.warn('Changes before the reload cannot be undone:', error)
  }
  window.addEventListener('pagehide', keep)
}
