import { type RefObject, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** The cursor position in the plain text field when the editor replaced it. */
export interface Entered {
  readonly from: number
  readonly to: number
}
interface Loaded<P> {
  readonly part?: P
  readonly entered?: Entered
  readonly error?: Error
}

/** Resolves when no character composition is in progress: replacing the field would lose it. */
function untilComposed(field: HTMLTextAreaElement | null): Promise<void> {
  if (field?.dataset['composing'] === undefined) return Promise.resolve()
  return new Promise((resolve) => field.addEventListener('compositionend', () => resolve(), { once: true }))
}

/**
 * An editor component, loaded once `wanted`; the plain field is used until then. Typing continues in the editor at the same
 * position. Throws the error of a failed load.
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
      // Synchronously: a key pressed in between would reach the page.
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

/** Loads a part once; later uses get it synchronously. */
export function oncePart<P>(load: () => Promise<P>) {
  let part: P | undefined
  return {
    now: () => part,
    later: async (): Promise<P> => (part ??= await load()),
  }
}
