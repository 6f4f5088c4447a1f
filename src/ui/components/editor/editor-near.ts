import { useEffect, useState } from 'react'

/** After this time without input the editor is loaded anyway, so that the text is coloured. */
const QUIET_MS = 10_000
const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown', 'focusin'] as const

let near = false

/** Whether the user has clicked or pressed a key since the page was loaded, for example on the link that led here. */
const hasActed = (): boolean => near || navigator.userActivation.hasBeenActive
const waiting = new Set<() => void>()

function arrive(): void {
  near = true
  for (const sign of SIGNS) globalThis.removeEventListener(sign, arrive, true)
  for (const tell of [...waiting]) tell()
  waiting.clear()
}

/**
 * Whether the user interacts with the page and may soon use an editor. An editor's code takes a while to start, and a page that
 * is only opened does not wait for it.
 */
export function useNear(): boolean {
  const [here, setHere] = useState(hasActed)
  useEffect(() => {
    if (hasActed()) return setHere(true)
    const tell = (): void => setHere(true)
    if (waiting.size === 0)
      for (const sign of SIGNS) globalThis.addEventListener(sign, arrive, { capture: true, passive: true })
    waiting.add(tell)
    const timer = setTimeout(arrive, QUIET_MS)
    return () => {
      clearTimeout(timer)
      waiting.delete(tell)
    }
  }, [])
  return here
}
