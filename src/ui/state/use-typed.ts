import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSessionDraft } from './session-draft'

interface Typed {
  readonly text: string
  /** The value that was there when typing began. */
  readonly over: string
}

/**
 * The text of a field whose value changes only on Enter or on leaving it. What is typed until then survives a reload; it is
 * dropped when the value changes.
 */
export function useTyped(field: string, value: string): [text: string, type: (text: string) => void] {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const [typed, keep, drop] = useSessionDraft<Typed | undefined>(`typed ${path} ${field}`, undefined)
  const outdated = typed !== undefined && typed.over !== value
  useEffect(() => {
    if (outdated) drop()
  }, [outdated, drop])
  const type = (text: string): void => (text === value ? drop() : keep({ text, over: value }))
  return [typed === undefined || outdated ? value : typed.text, type]
}
