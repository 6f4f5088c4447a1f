import { type RefObject, useLayoutEffect, useRef } from 'react'

/** For what may go while the focus is in it: then the focus moves to the first element that `heir` selects, and is not lost. */
export function useFocusLeft<T extends HTMLElement>(heir: string): RefObject<T | null> {
  const ref = useRef<T>(null)
  useLayoutEffect(() => {
    const { current: element } = ref
    return () => {
      // It is still there now; what takes its place is there in a moment.
      if (element?.contains(document.activeElement))
        queueMicrotask(() => document.querySelector<HTMLElement>(heir)?.focus())
    }
  }, [heir])
  return ref
}
