import type { Part } from '../../../../api/policies/bench-notes'

/** A range of an expression; ranges with a value contain their nested ranges. */
export interface Stretch {
  readonly text: string
  readonly part?: Part
  readonly inner: readonly Stretch[]
}

/** An expression as nested ranges; `parts` are sorted by start, longer ones first. */
export function stretchesOf(expression: string, parts: readonly Part[]): readonly Stretch[] {
  let next = 0
  const within = (from: number, to: number): Stretch[] => {
    const found: Stretch[] = []
    let at = from
    for (let part = parts[next]; part && part.start < to; part = parts[next]) {
      next += 1
      // Macros have the same range as their expansion; only the first is shown.
      if (part.start < at || part.end > to || part.end <= part.start) continue
      if (part.start > at) found.push({ text: expression.slice(at, part.start), inner: [] })
      const text = expression.slice(part.start, part.end)
      found.push({ text, part, inner: within(part.start, part.end) })
      at = part.end
    }
    if (at < to) found.push({ text: expression.slice(at, to), inner: [] })
    return found
  }
  return within(0, expression.length)
}
