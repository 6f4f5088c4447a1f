import { commonStart, type Completion, inColumns } from './complete-line'
import { DIM, harmless, PLAIN } from './screen-text'

/** The most candidates that are shown, and that are read out. */
const MOST_SHOWN = 200
const MOST_READ = 20

interface CompletedPrompt {
  /** The line with what all candidates share; absent if nothing can be added. */
  readonly line?: { readonly text: string; readonly cursor: number }
  /** Candidates to choose from. */
  readonly shown?: readonly string[]
  /** What screen readers say. */
  readonly announced?: string
}

/**
 * Completes the word before the cursor as far as all candidates agree. They are shown once nothing more can be added, or if the user asks
 * `again`.
 */
export function completed(
  { text, cursor, again }: { readonly text: string; readonly cursor: number; readonly again: boolean },
  { start, candidates }: Completion,
): CompletedPrompt {
  const before = text.slice(0, cursor)
  const texts = candidates.map((one) => one.text)
  if (texts.length === 0) return { announced: 'No completions.' }
  const common = commonStart(texts)
  const complete = before.slice(start) === common
  const end = texts.length === 1 && !/[=:/.,]$/.test(common) ? ' ' : ''
  return {
    ...((texts.length === 1 || !complete) && {
      line: {
        text: before.slice(0, start) + common + end + text.slice(cursor),
        cursor: start + common.length + end.length,
      },
    }),
    ...(texts.length > 1 &&
      (again || complete) && {
        shown: texts,
        announced: `${texts.length} possibilities: ${texts.slice(0, MOST_READ).join(', ')}`,
      }),
  }
}

/** Candidates in columns for a screen of `width` characters. */
export const candidatesText = (texts: readonly string[], width: number): string =>
  `\r\n${harmless(inColumns(texts.slice(0, MOST_SHOWN), width))}\r\n` +
  (texts.length > MOST_SHOWN ? `${DIM}and ${texts.length - MOST_SHOWN} more${PLAIN}\r\n` : '')
