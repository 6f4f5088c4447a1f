/** A line of a difference. */
export interface DiffLine {
  readonly type: 'same' | 'add' | 'del'
  readonly text: string
  /** Line number in the new text; in the old one for removed lines. */
  readonly at: number
}

/**
 * Maximum table size, which grows with the square of the length. Beyond it, the middle part is shown as replaced
 * entirely.
 */
const LIMIT = 2_000_000

/** An empty text has no lines, so a new object shows no removed line. */
const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n'))

/** The shortest line edit between two texts. */
export function diffLines(before: string, after: string): DiffLine[] {
  const a = linesOf(before)
  const b = linesOf(after)
  let head = 0
  while (head < a.length && head < b.length && a[head] === b[head]) head++
  let tail = 0
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++
  const left = a.slice(head, a.length - tail)
  const right = b.slice(head, b.length - tail)
  const lines: DiffLine[] = a.slice(0, head).map((text, i) => ({ type: 'same', text, at: i + 1 }))
  for (const line of middle(left, right)) lines.push({ ...line, at: line.at + head })
  for (let i = b.length - tail; i < b.length; i++) lines.push({ type: 'same', text: b[i] ?? '', at: i + 1 })
  return lines
}

function middle(left: readonly string[], right: readonly string[]): DiffLine[] {
  const whole = (): DiffLine[] => [
    ...left.map((text, i): DiffLine => ({ type: 'del', text, at: i + 1 })),
    ...right.map((text, i): DiffLine => ({ type: 'add', text, at: i + 1 })),
  ]
  if (!left.length || !right.length || left.length * right.length > LIMIT) return whole()
  const width = right.length + 1
  // longest[i * width + j]: length of the longest common subsequence of left from i and right from j
  const longest = new Uint32Array((left.length + 1) * width)
  for (let i = left.length - 1; i >= 0; i--)
    for (let j = right.length - 1; j >= 0; j--)
      longest[i * width + j] =
        left[i] === right[j]
          ? (longest[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(longest[(i + 1) * width + j] ?? 0, longest[i * width + j + 1] ?? 0)
  const lines: DiffLine[] = []
  let i = 0
  let j = 0
  while (i < left.length || j < right.length) {
    if (i < left.length && j < right.length && left[i] === right[j]) {
      lines.push({ type: 'same', text: right[j] ?? '', at: j + 1 })
      i++
      j++
    } else if (
      i < left.length &&
      (j >= right.length || (longest[(i + 1) * width + j] ?? 0) >= (longest[i * width + j + 1] ?? 0))
    ) {
      lines.push({ type: 'del', text: left[i] ?? '', at: i + 1 })
      i++
    } else {
      lines.push({ type: 'add', text: right[j] ?? '', at: j + 1 })
      j++
    }
  }
  return lines
}

/** A line of a difference, or a number of unchanged lines that are left out. */
export type DiffBlock<L extends DiffLine = DiffLine> = L | { readonly type: 'gap'; readonly count: number }

/**
 * Collapses unchanged stretches far from any change. A single line is kept, because its placeholder would take as much room.
 */
export function withContext<L extends DiffLine>(lines: readonly L[], context = 3): DiffBlock<L>[] {
  const near = new Uint8Array(lines.length)
  lines.forEach((line, i) => {
    if (line.type === 'same') return
    for (let k = Math.max(0, i - context); k <= Math.min(lines.length - 1, i + context); k++) near[k] = 1
  })
  const blocks: DiffBlock<L>[] = []
  let skipped: L[] = []
  const fold = (): void => {
    blocks.push(...(skipped.length > 1 ? [{ type: 'gap', count: skipped.length } as const] : skipped))
    skipped = []
  }
  lines.forEach((line, i) => {
    if (!near[i]) return void skipped.push(line)
    fold()
    blocks.push(line)
  })
  fold()
  return blocks
}
