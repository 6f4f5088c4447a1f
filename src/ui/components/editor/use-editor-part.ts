import { type RefObject, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Where the person's cursor stood in the plain text when the editor took its place. */
export interface Entered {
  readonly from: number
  readonly to: number
}
interface Loaded<P> {
  readonly part?: P
  readonly entered?: Entered
  readonly error?: Error
}

/** Resolves when no composed character is under way: taking its field away would lose it. */
function untilComposed(field: HTMLTextAreaElement | null): Promise<void> {
  if (field?.dataset['composing'] === undefined) return Promise.resolve()
  return new Promise((resolve) => field.addEventListener('compositionend', () => resolve(), { once: true }))
}

/**
 * An editor's component, loaded once `wanted`; until then the plain field is used in its place. Whoever types in the field
 * goes on typing in the editor, at the same place. Throws what loading failed with.
 */
export function useEditorPart<P>(
  load: { readonly now: () => P | undefined; readonly later: () => Promise<P> },
  wanted: boolean,
  field: RefObject<HTMLTextAreaElement | null>,
): Loaded<P> {
  const [loaded, setLoaded] = useState<Loaded<P>>(() => {
    const part = load.now()
    return part === undefined ? {} : { part }
  })
  useEffect(() => {
    if (!wanted || loaded.part !== undefined) return
    let left = false
    const enter = async (): Promise<void> => {
      const part = await load.later()
      await untilComposed(field.current)
      if (left) return
      const plain = field.current
      const entered = plain !== null && document.activeElement === plain
      // In one go: a key between the two would go to the page.
      flushSync(() =>
        setLoaded({ part, ...(entered && { entered: { from: plain.selectionStart, to: plain.selectionEnd } }) }),
      )
    }
    enter().catch((error: unknown) => {
      if (!left) setLoaded({ error: error instanceof Error ? error : new Error(String(error)) })
    })
    return () => {
      left = true
    }
  }, [wanted, load, field, loaded.part])
  if (loaded.error !== undefined) throw loaded.error
  return loaded
}

/** Loads a part once, and has it at hand at once afterwards. */
export function oncePart<P>(load: () => Promise<P>) {
  let part: P | undefined
  return {
    now: () => part,
    later: async (): Promise<P> => (part ??= await load()),
  }
}
