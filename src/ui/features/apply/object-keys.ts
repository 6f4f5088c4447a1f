import type { KeyboardEvent } from 'react'

/** Keys that move the cursor through the object's lines. */
export function objectKeys({
  here,
  rows,
  setCursor,
  claim,
  release,
}: {
  readonly here: number
  readonly rows: string[]
  readonly setCursor: (next: number) => void
  readonly claim: () => void
  readonly release: () => void
}) {
  const onKey = (event: KeyboardEvent): void => {
    const moves: Record<string, number> = {
      ArrowDown: here + 1,
      ArrowUp: here - 1,
      PageDown: here + 12,
      PageUp: here - 12,
      Home: 1,
      End: rows.length,
    }
    const to = moves[event.key]
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (to !== undefined) setCursor(Math.max(1, Math.min(rows.length, to)))
    else if (event.key === '+') claim()
    else if (event.key === '-') release()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return onKey
}
