import { type MutableRefObject, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'

/**
 * A part of the player that gives way to another one: who was in it with the keyboard goes on at the heading of the next.
 * `had` outlives both.
 */
export function KeepsFocus({
  had,
  children,
}: {
  readonly had: MutableRefObject<boolean>
  readonly children: ReactNode
}) {
  const part = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = part.current
    return () => {
      had.current = element?.contains(document.activeElement) === true
    }
  }, [had])
  useEffect(() => {
    if (had.current) part.current?.querySelector('h3')?.focus()
    had.current = false
  }, [had])
  return <div ref={part}>{children}</div>
}
