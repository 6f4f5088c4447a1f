/** Where something stands in an expression, in characters from its beginning. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** A mistake in an expression that is found before it runs. */
export interface Issue extends Span {
  readonly message: string
  /** What was likely meant. */
  readonly hint?: string
}

/** An expression can't be compiled. */
export class CompileError extends Error {
  override readonly name = 'CompileError'
  constructor(
    readonly source: string,
    readonly issues: readonly Issue[],
  ) {
    super(showIssues(source, issues))
  }
}

/** Mistakes that a message tells of; the rest is counted. */
const MOST_SHOWN = 100
function showIssues(source: string, issues: readonly Issue[]): string {
  const shown = issues.slice(0, MOST_SHOWN).map((issue) => showIssue(source, issue))
  const left = issues.length - shown.length
  return [...shown, ...(left > 0 ? [` ...and ${left} more errors were truncated`] : [])].join('\n')
}

/** Evaluation of an expression failed. */
export class EvaluationError extends Error {
  override readonly name = 'EvaluationError'
}

/** Evaluation took more than it may. */
export class CostLimitError extends Error {
  override readonly name = 'CostLimitError'
  constructor() {
    super('operation cancelled: actual cost limit exceeded')
  }
}

/** The line that an issue stands in, with a mark below its first character. */
export function showIssue(source: string, { message, start }: Issue): string {
  const before = source.slice(0, start).split('\n')
  const column = (before.at(-1) ?? '').length
  const line = source.split('\n')[before.length - 1] ?? ''
  return `ERROR: <input>:${before.length}:${column + 1}: ${message}\n | ${line}\n | ${'.'.repeat(column)}^`
}

/** The one of `names` that is nearest to what was written, if one is near. */
export function nearest(written: string, names: Iterable<string>): string | undefined {
  let best: string | undefined
  let least = Math.max(1, Math.floor(written.length / 3)) + 1
  for (const name of names) {
    if (name === written || Math.abs(name.length - written.length) >= least) continue
    const distance = editDistance(written.toLowerCase(), name.toLowerCase())
    if (distance < least) [best, least] = [name, distance]
  }
  return best
}
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1)
      next.push(
        Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)),
      )
    row = next
  }
  return row.at(-1) ?? 0
}

/** Stops an evaluation. @throws EvaluationError */
export const fail = (message: string): never => {
  throw new EvaluationError(message)
}
