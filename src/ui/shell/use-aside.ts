import { useRef } from 'react'
import { usePreferences } from '../state/preferences'
import { useMatches } from '../state/use-matches'

/** Below this width the list of kinds opens on demand: small-screens.css. */
const BESIDE = '(width >= 56rem)'

/** Whether there is room for the list of kinds beside the page. */
function useRoomBeside(): boolean {
  const presenting = usePreferences((state) => state.presenting)
  return useMatches(BESIDE) && !presenting
}

/** Whether to draw the list of kinds: not before somebody can see it. Once drawn it stays, with what was typed into it. */
export function useAside(opened: boolean): boolean {
  const room = useRoomBeside()
  const drawn = useRef(false)
  drawn.current ||= room || opened
  return drawn.current
}
