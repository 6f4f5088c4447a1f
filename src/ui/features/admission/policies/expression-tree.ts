import type { Part } from '../../../../api/policies/bench-notes'

/** A stretch of an expression; those with a value hold the stretches within them. */
export interface Stretch {
  readonly text: string
  readonly part?: Part
  readonly inner: readonly Stretch[]
}

/** An expression as stretches in each other; `parts` are sorted by their beginning, the longer first. */
export function stretchesOf(expression: string, parts: readonly Part[]): readonly Stretch[] {
  let next = 0
  const within = (from: number, to: number): Stretch[] => {
    const found: Stretch[] = []
    let at = from
    for (let part = parts[next]; part && part.start < to; part = parts[next]) {
      next += 1
      // Macros share the stretch of what they stand for: the first one is shown.
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
