import { completeWords } from '../../../orchctl/complete/complete'
import { COMMANDS } from '../../../orchctl/commands'
import { fileNames } from '../../../orchctl/complete/live'
import type { Io } from '../../../orchctl/core/io'
import { PROGRAM } from '../../../orchctl/core/words'
import type { Candidate } from '../../../orchctl/complete/candidate'
import { FILTERS } from './shell/filters'
import { tokensOf } from './shell/parse'

/** A completion: the replacement of the last word, or the candidates. */
export interface Completion {
  /** Offset of the word in the line. */
  readonly start: number
  readonly candidates: readonly Candidate[]
}

/** Candidates for the end of a line: programs, words of the client, or files. */
export async function completeLine(line: string, io: Io, builtins: readonly string[]): Promise<Completion> {
  const { tokens } = tokensOf(line)
  const lastBreak = tokens.findLastIndex(({ type }) => type === 'operator')
  const stage = tokens.slice(lastBreak + 1)
  const typing = line !== '' && !/\s$/.test(line) && stage.length > 0
  const current = typing ? (stage.at(-1)?.text ?? '') : ''
  const start = typing ? (stage.at(-1)?.start ?? line.length) : line.length
  const words = stage.map(({ text }) => text)
  if (!typing) words.push('')
  const [program = '', ...rest] = words
  const redirect = tokens[lastBreak]?.text
  if (redirect === '>' || redirect === '>>' || redirect === '<') return { start, candidates: await files(io, current) }
  if (rest.length === 0) return { start, candidates: programs(builtins).filter(({ text }) => text.startsWith(current)) }
  if (program === PROGRAM) return { start, candidates: await completeWords(io, rest) }
  return { start, candidates: await files(io, current) }
}

const programs = (builtins: readonly string[]): Candidate[] =>
  [PROGRAM, ...builtins, ...Object.keys(FILTERS)].map((text) => ({ text }))

async function files(io: Io, current: string): Promise<Candidate[]> {
  const place = { session: { io } } as Parameters<typeof fileNames>[0]
  return (await fileNames(place, current)).filter(({ text }) => text.startsWith(current))
}

/** The longest common prefix. */
export function commonStart(texts: readonly string[]): string {
  let [start = ''] = texts
  for (const text of texts) while (!text.startsWith(start)) start = start.slice(0, -1)
  return start
}

/** Words in as many columns as fit the screen. */
export function inColumns(words: readonly string[], width: number): string {
  const column = Math.max(...words.map((word) => word.length)) + 2
  const count = Math.max(1, Math.floor(width / column))
  const rows = Math.ceil(words.length / count)
  return Array.from({ length: rows }, (_row, row) =>
    words
      .filter((_word, i) => i % rows === row)
      .map((word) => word.padEnd(column))
      .join('')
      .trimEnd(),
  ).join('\r\n')
}

/** A suggested command for a word typed without its program's name. */
export const hintFor = (word: string): string | undefined =>
  COMMANDS.some(({ name }) => name === word) ? `Did you mean: ${PROGRAM} ${word}` : undefined
