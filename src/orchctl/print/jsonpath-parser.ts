import { CommandError } from '../core/errors'

/** One step of a path. */
export type PathStep =
  | { readonly type: 'field'; readonly name: string }
  | { readonly type: 'wildcard' }
  | { readonly type: 'recursive' }
  | { readonly type: 'root' }
  | { readonly type: 'current' }
  | {
      readonly type: 'slice'
      readonly from?: number
      readonly to?: number
      readonly by?: number
      readonly single: boolean
    }
  | { readonly type: 'union'; readonly paths: readonly (readonly PathStep[])[] }
  | {
      readonly type: 'filter'
      readonly left: readonly PathStep[]
      readonly operator: string
      readonly right: readonly PathStep[]
    }
  | { readonly type: 'literal'; readonly value: string | number | boolean }
export type PathNode =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'path'; readonly steps: readonly PathStep[] }
  | { readonly type: 'range'; readonly steps: readonly PathStep[]; readonly body: readonly PathNode[] }

/** A position in a template; the parts of the parser share it. */
class Reader {
  at = 0
  constructor(readonly text: string) {}
  get char(): string {
    return this.text[this.at] ?? ''
  }
  take(form: RegExp): string {
    const found = new RegExp(form.source, 'y')
    found.lastIndex = this.at
    const [text = ''] = found.exec(this.text) ?? []
    this.at += text.length
    return text
  }
  skipSpaces(): void {
    this.take(/\s*/)
  }
}

/**
 * Reads a template of texts and paths in braces.
 * @throws CommandError for what is no path
 */
export function parseTemplate(text: string): PathNode[] {
  const reader = new Reader(text)
  const nodes = parseNodes(reader, false)
  return nodes
}

function parseNodes(reader: Reader, inRange: boolean): PathNode[] {
  const nodes: PathNode[] = []
  for (;;) {
    const text = reader.take(/[^{]+/)
    if (text) nodes.push({ type: 'text', text })
    if (reader.at >= reader.text.length) {
      if (inRange) throw new CommandError('unterminated range, there must be an end')
      return nodes
    }
    reader.at += 1
    reader.skipSpaces()
    if (/^end\s*\}/.test(reader.text.slice(reader.at))) {
      reader.take(/end\s*\}/)
      if (!inRange) throw new CommandError('not in range, nothing to end')
      return nodes
    }
    if (/^range\s/.test(reader.text.slice(reader.at))) {
      reader.take(/range\s+/)
      const steps = parseSteps(reader)
      closeAction(reader)
      nodes.push({ type: 'range', steps, body: parseNodes(reader, true) })
      continue
    }
    // Several paths in one pair of braces are printed one after the other.
    do {
      nodes.push({ type: 'path', steps: parseSteps(reader) })
      reader.skipSpaces()
    } while (reader.char !== '' && reader.char !== '}')
    closeAction(reader)
  }
}

function closeAction(reader: Reader): void {
  reader.skipSpaces()
  if (reader.char !== '}') throw new CommandError('unclosed action')
  reader.at += 1
}

/** The steps of one path, up to what can't belong to it. */
function parseSteps(reader: Reader): PathStep[] {
  const steps: PathStep[] = []
  for (;;) {
    const { char } = reader
    if (char === '.' && reader.text[reader.at + 1] === '.') {
      reader.at += 2
      steps.push({ type: 'recursive' })
      if (/[^.[\]{}\s,()=!<>'"]/.test(reader.char)) steps.push(fieldStep(reader))
    } else if (char === '.') {
      reader.at += 1
      if (reader.char !== '[' && reader.char !== '}' && reader.char !== '') steps.push(fieldStep(reader))
    } else if (char === '[') steps.push(bracketStep(reader))
    else if (char === '$' && steps.length === 0) {
      reader.at += 1
      steps.push({ type: 'root' })
    } else if (char === '@' && steps.length === 0) {
      reader.at += 1
      steps.push({ type: 'current' })
    } else if (steps.length > 0) return steps
    else {
      steps.push(literalStep(reader))
      return steps
    }
  }
}

function fieldStep(reader: Reader): PathStep {
  const name = reader.take(/(?:\\.|[^.[\]{}\s,()=!<>'"@$\\])+/).replace(/\\(.)/g, '$1')
  if (name === '*') return { type: 'wildcard' }
  return { type: 'field', name }
}

function literalStep(reader: Reader): PathStep {
  const text = reader.take(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/)
  if (text) return { type: 'literal', value: unquote(text) }
  const number = reader.take(/[+-]?\d+(\.\d+)?/)
  if (number) return { type: 'literal', value: Number(number) }
  const word = reader.take(/true|false/)
  if (word) return { type: 'literal', value: word === 'true' }
  const unknown = reader.take(/[A-Za-z_][\w-]*/)
  if (unknown) throw new CommandError(`unrecognized identifier ${unknown}`)
  throw new CommandError(
    reader.char === '' ? 'unclosed action' : `unrecognized character in action: U+${hex(reader.char)} '${reader.char}'`,
  )
}

const hex = (char: string): string => char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
const NAMED: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }
const unquote = (text: string): string =>
  text.slice(1, -1).replace(/\\(.)/g, (_all, char: string) => NAMED[char] ?? char)

function bracketStep(reader: Reader): PathStep {
  if (!reader.text.includes(']', reader.at)) throw new CommandError('unterminated array')
  reader.at += 1
  reader.skipSpaces()
  const step = insideBrackets(reader)
  reader.skipSpaces()
  if (reader.char !== ']') throw new CommandError('unterminated array')
  reader.at += 1
  return step
}

function insideBrackets(reader: Reader): PathStep {
  if (reader.char === '?') return filterStep(reader)
  if (reader.take(/\*(?=\s*\])/)) return { type: 'wildcard' }
  const slice = /^(-?\d*)(?::(-?\d*))?(?::(-?\d*))?(?=\s*\])/.exec(reader.text.slice(reader.at))
  if (slice && slice[0] !== '') {
    reader.at += slice[0].length
    const [, from, to, by] = slice
    return {
      type: 'slice',
      single: to === undefined,
      ...(from && { from: Number(from) }),
      ...(to && { to: Number(to) }),
      ...(by && { by: Number(by) }),
    }
  }
  const paths: PathStep[][] = []
  do {
    reader.skipSpaces()
    const name = reader.take(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/)
    if (name) paths.push([{ type: 'field', name: unquote(name) }])
    else {
      const index = reader.take(/-?\d+/)
      if (index) paths.push([{ type: 'slice', from: Number(index), single: true }])
      else if (reader.char === '.' || reader.char === '@') paths.push(parseSteps(reader))
      else throw new CommandError(`invalid array index ${reader.take(/[^\]]*/)}`)
    }
    reader.skipSpaces()
  } while (reader.take(/,/))
  const [only] = paths
  return paths.length === 1 && only?.length === 1 && only[0] ? only[0] : { type: 'union', paths }
}

function filterStep(reader: Reader): PathStep {
  reader.at += 1
  if (!reader.take(/\(/)) throw new CommandError('unterminated filter')
  reader.skipSpaces()
  const left = parseSteps(reader)
  reader.skipSpaces()
  const operator = reader.take(/==|!=|<=|>=|<|>/)
  reader.skipSpaces()
  const right = operator ? parseSteps(reader) : []
  reader.skipSpaces()
  if (!reader.take(/\)/)) throw new CommandError('unterminated filter')
  return { type: 'filter', left, operator: operator || 'exists', right }
}
