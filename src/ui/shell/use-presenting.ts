import { useEffect } from 'react'
import { textScale, usePreferences } from '../state/preferences'
import { scaleMediaQueries } from '../state/scaled-queries'

/**
 * Presenter mode for a projector: all sizes are relative to the root font size, so scaling it scales the page and leaves less
 * room beside it. Returns whether it is on.
 */
export function usePresenting(): boolean {
  const presenting = usePreferences((state) => state.presenting)
  useEffect(() => {
    const root = document.documentElement
    if (!presenting && !root.hasAttribute('data-presenting')) return
    root.toggleAttribute('data-presenting', presenting)
    return scaleMediaQueries(textScale(presenting))
  }, [presenting])
  return presenting
}
