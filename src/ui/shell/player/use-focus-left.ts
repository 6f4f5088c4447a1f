import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * For elements that may be removed while they have the focus: moves the focus to the first element that `heir` selects, so that
 * it is not lost.
 */
export function useFocusLeft<T extends HTMLElement>(heir: string): RefObject<T | null> {
  const ref = useRef<T>(null)
  useLayoutEffect(() => {
    const { current: element } = ref
    return () => {
      // The element still exists now; its replacement is rendered a moment later.
      if (element?.contains(document.activeElement))
        queueMicrotask(() => document.querySelector<HTMLElement>(heir)?.focus())
    }
  }, [heir])
  return ref
}
