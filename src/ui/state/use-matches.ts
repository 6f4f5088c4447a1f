import { useSyncExternalStore } from 'react'
import { textScale, usePreferences } from './preferences'
import { scaledCondition } from './scaled-queries'

/** Whether a media condition holds; its rem lengths grow with the text of presenter mode, as in style sheets. */
export function useMatches(condition: string): boolean {
  const presenting = usePreferences((state) => state.presenting)
  const scaled = scaledCondition(condition, textScale(presenting))
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(scaled)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => matchMedia(scaled).matches,
  )
}
