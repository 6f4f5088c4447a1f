/** One clause of a format, such as `%.3f`: its verb, and its digits if it has any. */
export interface Clause {
  readonly verb: string
  readonly digits: number | undefined
}
/** What to do with each part of a format. */
export interface FormatReader {
  /** Text between clauses. */
  readonly text: (part: string) => void
  /** A clause for the argument at an index. */
  readonly clause: (clause: Clause, index: number) => void
  /** A clause that can't be read, or for which there is no argument. Reading ends here. */
  readonly wrong: (message: string) => void
}

const CLAUSE = /%(?:%|(\.\d*)?([^%.])?)/g
const NOT_READ = 'could not parse formatting clause: '

/** Reads a format for a number of arguments. Returns the number of its clauses. */
export function readFormat(format: string, size: number, { text, clause, wrong }: FormatReader): number {
  let [from, index] = [0, 0]
  for (const match of format.matchAll(CLAUSE)) {
    const [whole, precision, verb] = match
    text(format.slice(from, match.index))
    from = match.index + whole.length
    if (whole === '%%') {
      text('%')
      continue
    }
    const problem = index >= size ? `index ${index} out of range` : problemOf(precision, verb)
    if (problem !== undefined) {
      wrong(problem)
      return index
    }
    clause({ verb: verb ?? '', digits: precision === undefined ? undefined : Number(precision.slice(1)) }, index)
    index += 1
  }
  text(format.slice(from))
  return index
}

function problemOf(precision: string | undefined, verb: string | undefined): string | undefined {
  if (precision === undefined && verb === undefined) return 'unexpected end of string'
  if (precision === '.') return `${NOT_READ}error while parsing precision: a point needs digits behind it`
  if (verb === undefined) return `${NOT_READ}error while parsing precision: could not find end of precision specifier`
  return 'sdfeboxX'.includes(verb) ? undefined : `${NOT_READ}unrecognized formatting clause "${verb}"`
}
