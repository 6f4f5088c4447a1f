const CONTEXT = 3

interface Edit {
  readonly type: ' ' | '-' | '+'
  readonly line: string
}

/** The shortest edit script from one list of lines to the other (Myers). */
function edits(before: readonly string[], after: readonly string[]): Edit[] {
  const [n, m] = [before.length, after.length]
  let furthest = new Map<number, number>([[1, 0]])
  const trace: Map<number, number>[] = []
  for (let d = 0; d <= n + m; d++) {
    trace.push(new Map(furthest))
    const next = new Map(furthest)
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && (next.get(k - 1) ?? -1) < (next.get(k + 1) ?? -1))
      let x = down ? (next.get(k + 1) ?? 0) : (next.get(k - 1) ?? 0) + 1
      while (x < n && x - k < m && before[x] === after[x - k]) x++
      next.set(k, x)
      if (x >= n && x - k >= m) return backtrack(trace, before, after)
    }
    furthest = next
  }
  return []
}

function backtrack(trace: readonly Map<number, number>[], before: readonly string[], after: readonly string[]): Edit[] {
  const out: Edit[] = []
  let [x, y] = [before.length, after.length]
  for (let d = trace.length - 1; d >= 0; d--) {
    const furthest = trace[d] ?? new Map<number, number>()
    const k = x - y
    const down = k === -d || (k !== d && (furthest.get(k - 1) ?? -1) < (furthest.get(k + 1) ?? -1))
    const last = down ? k + 1 : k - 1
    const start = d === 0 ? 0 : (furthest.get(last) ?? 0)
    const startY = d === 0 ? 0 : start - last
    while (x > start && y > startY && x > 0 && y > 0) {
      out.push({ type: ' ', line: before[x - 1] ?? '' })
      x--
      y--
    }
    if (d === 0) break
    if (down) out.push({ type: '+', line: after[y - 1] ?? '' })
    else out.push({ type: '-', line: before[x - 1] ?? '' })
    x = start
    y = startY
  }
  return order(out.reverse())
}

/** Puts removals before additions in each block of changes. */
function order(list: readonly Edit[]): Edit[] {
  const out: Edit[] = []
  let [gone, come]: [Edit[], Edit[]] = [[], []]
  for (const edit of list) {
    if (edit.type === '-') gone.push(edit)
    else if (edit.type === '+') come.push(edit)
    else {
      out.push(...gone, ...come, edit)
      gone = []
      come = []
    }
  }
  return [...out, ...gone, ...come]
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))
const range = (start: number, count: number): string =>
  count === 1 ? `${start}` : `${count === 0 ? start - 1 : start},${count}`

/** The hunks of a unified diff with three lines of context; empty if the texts are equal. */
export function unifiedHunks(before: string, after: string): string {
  const list = edits(linesOf(before), linesOf(after))
  const changed = list.flatMap(({ type }, i) => (type === ' ' ? [] : [i]))
  let out = ''
  for (let i = 0; i < changed.length;) {
    const first = changed[i] ?? 0
    let last = first
    while (i + 1 < changed.length && (changed[i + 1] ?? 0) - last <= 2 * CONTEXT + 1) last = changed[++i] ?? last
    i++
    const [from, to] = [Math.max(0, first - CONTEXT), Math.min(list.length, last + CONTEXT + 1)]
    const count = (until: number, skip: '+' | '-'): number =>
      list.slice(0, until).filter(({ type }) => type !== skip).length
    const part = list.slice(from, to)
    const old = part.filter(({ type }) => type !== '+').length
    const fresh = part.filter(({ type }) => type !== '-').length
    out += `@@ -${range(count(from, '+') + 1, old)} +${range(count(from, '-') + 1, fresh)} @@\n`
    out += part.map(({ type, line }) => `${type}${line}\n`).join('')
  }
  return out
}
