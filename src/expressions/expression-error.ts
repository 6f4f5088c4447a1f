/** A range in an expression, as character offsets. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** A compile-time error in an expression. */
export interface Issue extends Span {
  readonly message: string
  /** Suggested correction. */
  readonly hint?: string
}

/** An expression does not compile. */
export class CompileError extends Error {
  override readonly name = 'CompileError'
  constructor(
    readonly source: string,
    readonly issues: readonly Issue[],
  ) {
    super(showIssues(source, issues))
  }
}

/** Maximum number of errors shown in a message; the rest is counted. */
const MOST_SHOWN = 100
function showIssues(source: string, issues: readonly Issue[]): string {
  const shown = issues.slice(0, MOST_SHOWN).map((issue) => showIssue(source, issue))
  const left = issues.length - shown.length
  return [...shown, ...(left > 0 ? [` ...and ${left} more errors were truncated`] : [])].join('\n')
}

/** Evaluation failed. */
export class EvaluationError extends Error {
  override readonly name = 'EvaluationError'
}

/** Evaluation exceeded its cost limit. */
export class CostLimitError extends Error {
  override readonly name = 'CostLimitError'
  constructor() {
    super('operation cancelled: actual cost limit exceeded')
  }
}

/** Longer lines are not repeated with each error. */
const LONGEST_LINE = 16_384

/** The source line of an issue, with a marker below its first character. */
function showIssue(source: string, { message, start }: Issue): string {
  const begin = start === 0 ? 0 : source.lastIndexOf('\n', start - 1) + 1
  const column = start - begin
  const end = source.indexOf('\n', start)
  const line = source.slice(begin, end < 0 ? source.length : end)
  let number = 1
  for (let at = source.indexOf('\n'); at >= 0 && at < start; at = source.indexOf('\n', at + 1)) number += 1
  const place = `ERROR: <input>:${number}:${column + 1}: ${message}`
  return line.length > LONGEST_LINE ? place : `${place}\n | ${line}\n | ${'.'.repeat(column)}^`
}

/** The closest of `names` to what was written, if one is close enough. */
export function nearest(written: string, names: Iterable<string>): string | undefined {
  let best: string | undefined
  let least = Math.max(1, Math.floor(written.length / 3)) + 1
  const wanted = written.toLowerCase()
  for (const name of names) {
    if (name === written || Math.abs(name.length - written.length) >= least) continue
    const distance = editDistance(wanted, name.toLowerCase(), least)
    if (distance < least) [best, least] = [name, distance]
  }
  return best
}
/** Edit distance of two words, capped at `most`. */
function editDistance(a: string, b: string, most: number): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    let least = i
    for (let j = 1; j <= b.length; j += 1) {
      const other = a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1
      const one = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + other)
      next.push(one)
      if (one < least) least = one
    }
    if (least >= most) return most
    row = next
  }
  return row.at(-1) ?? 0
}

/** Aborts evaluation. @throws EvaluationError */
export const fail = (message: string): never => {
  throw new EvaluationError(message)
}
