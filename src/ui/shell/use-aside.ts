import { useRef, useSyncExternalStore } from 'react'
import { textScale, usePreferences } from '../state/preferences'
import { scaledCondition } from '../state/scaled-queries'

/** Below this width the list of kinds opens on demand: small-screens.css. */
const BESIDE = '(width >= 56rem)'

/** Whether there is room for the list of kinds beside the page. */
function useRoomBeside(): boolean {
  const presenting = usePreferences((state) => state.presenting)
  const condition = scaledCondition(BESIDE, textScale(presenting))
  const fits = useSyncExternalStore(
    (changed) => {
      const query = matchMedia(condition)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => matchMedia(condition).matches,
  )
  return fits && !presenting
}

/** Whether to draw the list of kinds: not before somebody can see it. Once drawn it stays, with what was typed into it. */
export function useAside(opened: boolean): boolean {
  const room = useRoomBeside()
  const drawn = useRef(false)
  drawn.current ||= room || opened
  return drawn.current
}
