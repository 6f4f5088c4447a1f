/** A program in a pipeline: name and arguments. */
export interface Stage {
  readonly words: readonly string[]
}

/** Programs joined by `|`, with the source of their input and the target of their output. */
export interface Pipeline {
  readonly stages: readonly Stage[]
  /** Input file. */
  readonly from?: string
  /** The text of a here document. */
  readonly here?: string
  readonly into?: { readonly file: string; readonly append: boolean }
  /** When it runs: always, or depending on the previous pipeline's result. */
  readonly when: 'always' | 'success' | 'failure'
}

/** A complete command, or what is still open in an incomplete one. */
export type Parsed =
  | { readonly complete: true; readonly pipelines: readonly Pipeline[] }
  | { readonly complete: false; readonly open: string }

/** A syntax error. */
export class ShellMistake extends Error {
  override readonly name = 'ShellMistake'
}

/** A word or operator of a command line; `start` is its offset. */
export type Token = { readonly type: 'word' | 'operator'; readonly text: string; readonly start: number }

const OPERATORS = ['<<', '>>', '&&', '||', '|', '>', '<', ';']
const isSpace = (char: string | undefined): boolean => char === ' ' || char === '\t'

/** The words and operators of a line; `open` is an unclosed quote. Expands variables outside single quotes. */
export function tokensOf(
  line: string,
  env: Readonly<Record<string, string>> = {},
): { tokens: Token[]; open: string | undefined } {
  const tokens: Token[] = []
  let at = 0
  let open: string | undefined
  while (at < line.length) {
    const char = line[at] ?? ''
    if (isSpace(char) || char === '\n') {
      at++
      continue
    }
    if (char === '#') {
      const end = line.indexOf('\n', at)
      at = end < 0 ? line.length : end
      continue
    }
    const operator = OPERATORS.find((one) => line.startsWith(one, at))
    if (operator) {
      tokens.push({ type: 'operator', text: operator, start: at })
      at += operator.length
      continue
    }
    const word = readWord(line, at, env)
    tokens.push({ type: 'word', text: word.text, start: at })
    at = word.end
    open = word.open
  }
  return { tokens, open }
}

function readWord(
  line: string,
  start: number,
  env: Readonly<Record<string, string>>,
): { text: string; end: number; open: string | undefined } {
  let text = ''
  let quote: string | undefined
  let at = start
  for (; at < line.length; at++) {
    const char = line[at] ?? ''
    if (quote === "'") {
      if (char === quote) quote = undefined
      else text += char
    } else if (char === '\\' && at + 1 < line.length) {
      const next = line[++at] ?? ''
      if (next !== '\n') text += quote === '"' && !'"\\$`'.includes(next) ? `\\${next}` : next
    } else if (char === '$') {
      const [all = '', braced, plain] = /^\$(?:\{(\w+)\}|(\w+|\?))/.exec(line.slice(at)) ?? []
      if (all) {
        text += env[braced ?? plain ?? ''] ?? ''
        at += all.length - 1
      } else text += char
    } else if (quote) {
      if (char === quote) quote = undefined
      else text += char
    } else if (char === '"' || char === "'") quote = char
    else if (isSpace(char) || char === '\n' || OPERATORS.some((one) => one[0] === char)) break
    else text += char
  }
  return { text, end: at, open: quote }
}

/**
 * Parses input, including the lines of a here document.
 * @throws ShellMistake for incomplete operators
 */
export function parseInput(input: string, env: Readonly<Record<string, string>> = {}): Parsed {
  const [here, command, rest] = hereDocument(input)
  if (/(^|[^\\])\\$/.test(input) && here === undefined) return { complete: false, open: '\\' }
  const { tokens, open } = tokensOf(command, env)
  if (open) return { complete: false, open }
  if (here !== undefined && rest === undefined) return { complete: false, open: here }
  const last = tokens.at(-1)
  if (last?.type === 'operator' && ['|', '&&', '||'].includes(last.text)) return { complete: false, open: last.text }
  return { complete: true, pipelines: pipelinesOf(tokens, rest) }
}

/** A here document: its delimiter, the command line, and its text once the delimiter was read. */
function hereDocument(input: string): [end: string | undefined, command: string, text: string | undefined] {
  const [, end] = /<<\s*['"]?(\w+)['"]?/.exec(input.split('\n')[0] ?? '') ?? []
  if (end === undefined) return [undefined, input, undefined]
  const [first = '', ...lines] = input.split('\n')
  const at = lines.findIndex((line) => line.trim() === end)
  return [
    end,
    first,
    at < 0
      ? undefined
      : lines
          .slice(0, at)
          .map((line) => `${line}\n`)
          .join(''),
  ]
}

interface Draft {
  stages: string[][]
  from?: string
  here?: string
  into?: { file: string; append: boolean }
  when: Pipeline['when']
}

function pipelinesOf(tokens: readonly Token[], here: string | undefined): Pipeline[] {
  const done: Pipeline[] = []
  const fresh = (when: Pipeline['when']): Draft => ({ stages: [[]], when })
  let draft = fresh('always')
  const finish = (): void => {
    if (draft.stages.length === 1 && draft.stages[0]?.length === 0 && !draft.into) return
    if (draft.stages.some((words) => words.length === 0)) throw new ShellMistake('syntax error: a command is missing')
    done.push({ ...draft, stages: draft.stages.map((words) => ({ words })) })
  }
  for (let at = 0; at < tokens.length; at++) {
    const { type, text } = tokens[at] ?? { type: 'word', text: '' }
    if (type === 'word') {
      draft.stages.at(-1)?.push(text)
      continue
    }
    if (text === '|') draft.stages.push([])
    else if (text === ';' || text === '&&' || text === '||') {
      finish()
      draft = fresh(text === ';' ? 'always' : text === '&&' ? 'success' : 'failure')
    } else {
      const target = tokens[++at]
      if (target?.type !== 'word') throw new ShellMistake(`syntax error: a name is missing after ${text}`)
      if (text === '<<') draft.here = here ?? ''
      else if (text === '<') draft.from = target.text
      else draft.into = { file: target.text, append: text === '>>' }
    }
  }
  finish()
  return done
}
