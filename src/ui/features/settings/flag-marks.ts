import { FLAGS } from '../../../flags'
import { PAGE_FLAGS } from '../../../page-flags'
import { FlagError, parseFlags } from '../../../parse-flags'
import type { LineMark } from '../../components/MarkedLines'
import { textToArgv } from '../../state/argv'

const KNOWN = [...PAGE_FLAGS, ...FLAGS]

function problemOf(argv: readonly string[]): string | undefined {
  try {
    parseFlags(argv, KNOWN)
    return undefined
  } catch (error) {
    if (error instanceof FlagError) return error.message
    throw error
  }
}

/** The lines of a text of flags that the server would not start with, and why. */
export function flagMarks(text: string): LineMark[] {
  const marks: LineMark[] = []
  let argv: string[] = []
  // The value of a flag may stand on the next line.
  let open: string[] = []
  text.split('\n').forEach((content, i) => {
    const words = textToArgv(content)
    if (words.length === 0) return
    const continued = open.length > 0 && words[0]?.startsWith('--') === false
    const own = continued ? [...open, ...words] : words
    const problem = problemOf(own)
    const waits = problem?.startsWith('flag needs a value') === true
    open = waits ? own : []
    if (continued) marks.pop()
    // Alone, each line is right; together, a flag may be given twice.
    const together = problem === undefined ? problemOf([...argv, ...own]) : undefined
    if (problem === undefined && together === undefined) argv = [...argv, ...own]
    const message = problem ?? together
    if (message !== undefined) marks.push({ line: i + 1, message })
  })
  return marks
}
