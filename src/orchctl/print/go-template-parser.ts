import { isFunction } from './go-template-functions'
import { Float } from './go-value'

/** Where something stands in the text of a template, and as what: mistakes are told with both. */
export interface SourcePlace {
  readonly at: number
  readonly source: string
}
/** A value in a template: a constant, a variable, members of the dot, a call or a group in parentheses. Whole numbers are bigint. */
export type Term = SourcePlace & TermForm
type TermForm =
  | { readonly type: 'constant'; readonly value: unknown }
  | { readonly type: 'dot'; readonly fields: readonly string[] }
  | { readonly type: 'variable'; readonly name: string; readonly fields: readonly string[] }
  | { readonly type: 'function'; readonly name: string }
  | { readonly type: 'group'; readonly pipe: Pipe; readonly fields: readonly string[] }
/** A term with its arguments. */
export interface Invocation extends SourcePlace {
  readonly terms: readonly Term[]
}
/** Commands joined by `|`. */
export interface Pipe {
  readonly declared: readonly string[]
  readonly assigned: boolean
  readonly commands: readonly Invocation[]
}
export type TemplateNode =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'print'; readonly pipe: Pipe }
  | {
      readonly type: 'if' | 'with' | 'range'
      readonly pipe: Pipe
      readonly body: readonly TemplateNode[]
      readonly other: readonly TemplateNode[]
    }
  | { readonly type: 'define'; readonly name: string; readonly body: readonly TemplateNode[] }
  | ({ readonly type: 'template'; readonly name: string; readonly pipe?: Pipe } & SourcePlace)
  | { readonly type: 'break' | 'continue' }

/** A mistake in the text of a template. */
export class TemplateMistake extends Error {
  override readonly name = 'TemplateMistake'
}

interface Token {
  readonly text: string
  readonly action: boolean
  /** Where the text begins in the template. */
  readonly at: number
}

const ACTION = /(?:"(?:\\.|[^"\\\n])*"|`[^`]*`|'(?:\\.|[^'\\\n])*'|\/\*[\s\S]*?\*\/|(?!\}\}|["'`])[\s\S])*/y

function tokens(text: string): Token[] {
  const out: Token[] = []
  for (let at = 0; ;) {
    const start = text.indexOf('{{', at)
    const before = text.slice(at, start < 0 ? text.length : start)
    const trimLeft = start >= 0 && /^\{\{-\s/.test(text.slice(start, start + 4))
    const trimRight = /\s-\}\}$/.test(text.slice(0, at))
    let kept = trimLeft ? before.trimEnd() : before
    if (trimRight) kept = kept.trimStart()
    out.push({ text: kept, action: false, at })
    if (start < 0) return out
    const inner = start + (trimLeft ? 3 : 2)
    ACTION.lastIndex = inner
    const [found = ''] = ACTION.exec(text) ?? []
    at = inner + found.length
    if (!text.startsWith('}}', at)) {
      // A quote right behind a name is no text that goes on: the name has no end.
      if (at < text.length && NAME_AT_END.test(found)) endOfWord(text, at)
      // One brace is the last character that was read.
      if (found.endsWith('}') && NAME_AT_END.test(found.slice(0, -1))) endOfWord(text, at - 1)
      throw new TemplateMistake(unclosed(text[at]))
    }
    at += 2
    const action = found.replace(/\s-$/, '')
    out.push({ text: action.trim(), action: true, at: inner + action.length - action.trimStart().length })
  }
}

/** A name, or a member of one, at the end of a text. */
const NAME_AT_END = /(?:(?<!\w)[A-Za-z_]\w*|[.$](?!\d)\w*)$/

const unclosed = (char: string | undefined): string =>
  char === '"'
    ? 'unterminated quoted string'
    : char === '`'
      ? 'unterminated raw quoted string'
      : char === "'"
        ? 'unterminated character constant'
        : 'unclosed action'

/** @throws TemplateMistake for what is no template */
export function parseGoTemplate(text: string): TemplateNode[] {
  const list = tokens(text)
  let at = 0
  let ranges = 0
  const block = (inside: boolean): { nodes: TemplateNode[]; end: string } => {
    const nodes: TemplateNode[] = []
    for (; at < list.length; at++) {
      const { text: word, action, at: place } = list[at] ?? { text: '', action: false, at: 0 }
      if (!action) {
        if (word) nodes.push({ type: 'text', text: word })
        continue
      }
      if (/^\/\*[\s\S]*\*\/$/.test(word)) continue
      const [, keyword = '', rest = ''] =
        /^(if|with|range|else|end|define|template|block|break|continue)\b\s*([\s\S]*)$/.exec(word) ?? []
      if (keyword === 'end' || keyword === 'else') {
        if (!inside) throw new TemplateMistake(`unexpected {{${keyword}}}`)
        return { nodes, end: word }
      }
      nodes.push(...statement(keyword, rest, word, place))
    }
    if (inside) throw new TemplateMistake('unexpected EOF')
    return { nodes, end: '' }
  }
  const branch = (type: 'if' | 'with' | 'range', source: string, place: number): TemplateNode => {
    if (source === '') throw new TemplateMistake(`missing value for ${type}`)
    const pipe = parsePipe(source, place)
    at += 1
    if (type === 'range') ranges += 1
    const { nodes: body, end } = block(true)
    if (type === 'range') ranges -= 1
    let other: TemplateNode[] = []
    if (end !== 'end') {
      const [, next, condition = ''] = /^else\s+(if|with)\s+([\s\S]*)$/.exec(end) ?? []
      if (next === 'if' || next === 'with')
        other = [branch(next, condition, (list[at]?.at ?? 0) + end.length - condition.length)]
      else {
        at += 1
        other = block(true).nodes
      }
    }
    return { type, pipe, body, other }
  }
  const statement = (keyword: string, rest: string, word: string, place: number): TemplateNode[] => {
    const behind = (part: string): number => place + word.length - part.length
    if (keyword === 'if' || keyword === 'with' || keyword === 'range') return [branch(keyword, rest, behind(rest))]
    if (keyword === 'break' || keyword === 'continue') {
      if (ranges === 0) throw new TemplateMistake(`{{${keyword}}} outside {{range}}`)
      return [{ type: keyword }]
    }
    if (keyword === 'define' || keyword === 'block') {
      const [, name = '', source = ''] = /^"([^"]*)"\s*([\s\S]*)$/.exec(rest) ?? []
      at += 1
      const { nodes: body } = block(true)
      const define: TemplateNode = { type: 'define', name, body }
      if (keyword === 'define') return [define]
      return [
        define,
        { type: 'template', name, at: behind(rest), source: `{{${word}}}`, pipe: parsePipe(source, behind(source)) },
      ]
    }
    if (keyword === 'template') {
      const [, name = '', source = ''] = /^"([^"]*)"\s*([\s\S]*)$/.exec(rest) ?? []
      const pipe = source ? { pipe: parsePipe(source, behind(source)) } : {}
      return [{ type: 'template', name, at: behind(rest), source: `{{${word}}}`, ...pipe }]
    }
    return [{ type: 'print', pipe: parsePipe(word, place) }]
  }
  return block(false).nodes
}

const TERM =
  /\s*(?:("(?:\\.|[^"\\])*")|`([^`]*)`|'((?:\\.|[^'\\])*)'|([+-]?\d[\w.]*)|(\$\w*)((?:\.\w+)*)|((?:\.\w+)+|\.)|([A-Za-z_]\w*)|(\()|(\))|(\|)|(:=|=)|(,))/y

/** Reads a pipe that begins at `base` in the template. */
function parsePipe(source: string, base: number): Pipe {
  let at = 0
  const next = (): RegExpExecArray | undefined => {
    TERM.lastIndex = at
    return TERM.exec(source) ?? undefined
  }
  const pipe = (): Pipe => {
    const { declared, assigned, length } = declaration(source.slice(at))
    at += length
    const commands: Term[][] = [[]]
    for (;;) {
      const found = next()
      if (!found) {
        if (source.slice(at).trim() !== '')
          throw new TemplateMistake(`unexpected ${JSON.stringify(source.slice(at).trim())} in operand`)
        break
      }
      if (found[10] !== undefined) break
      at = TERM.lastIndex
      if (found[11] !== undefined) commands.push([])
      else commands.at(-1)?.push(term(found))
    }
    return { declared, assigned, commands: commands.map(commandOf) }
  }
  const term = (found: RegExpExecArray): Term => {
    const from = found.index + found[0].length - found[0].trimStart().length
    const form = termForm(found)
    // A chain of members is told at its second member.
    const chain = /^(?:\$\w*|\.\w+)(?=\.\w)/.exec(found[0].trimStart())?.[0].length ?? 0
    return { ...form, at: base + from + chain, source: source.slice(from, at) }
  }
  const termForm = (found: RegExpExecArray): TermForm => {
    const [, double, raw, char, number, variable, members, dot, word, open] = found
    if ((variable ?? dot ?? word) !== undefined) endOfWord(source, at)
    if (double !== undefined) return { type: 'constant', value: unescapeText(double) }
    if (raw !== undefined) return { type: 'constant', value: raw }
    if (char !== undefined) return { type: 'constant', value: BigInt(unescapeText(`"${char}"`).codePointAt(0) ?? 0) }
    if (number !== undefined) return { type: 'constant', value: constantNumber(number) }
    if (variable !== undefined) return { type: 'variable', name: variable, fields: fieldsOf(members ?? '') }
    if (dot !== undefined) return { type: 'dot', fields: fieldsOf(dot) }
    if (open !== undefined) {
      const inner = pipe()
      const close = next()
      if (close?.[10] === undefined) throw new TemplateMistake('unclosed left paren')
      at = TERM.lastIndex
      const [after = ''] = /^(?:\.\w+)*/.exec(source.slice(at)) ?? []
      at += after.length
      return { type: 'group', pipe: inner, fields: fieldsOf(after) }
    }
    if (word === 'true' || word === 'false') return { type: 'constant', value: word === 'true' }
    if (word === 'nil') return { type: 'constant', value: null }
    if (!isFunction(word ?? '')) throw new TemplateMistake(`function ${JSON.stringify(word)} not defined`)
    return { type: 'function', name: word ?? '' }
  }
  return pipe()
}

/** Behind a name or a member stands a space or one of a few signs. */
function endOfWord(source: string, at: number): void {
  const char = source[at]
  if (char === undefined || /[\s.,|:)(=]/.test(char)) return
  const code = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  throw new TemplateMistake(`bad character U+${code} '${char}'`)
}

function commandOf(terms: readonly Term[]): Invocation {
  const [head] = terms
  if (!head) throw new TemplateMistake('missing value for command')
  return { terms, at: head.at, source: terms.map(({ source }) => source).join(' ') }
}

/** @throws TemplateMistake for what is no number */
function constantNumber(text: string): Float | bigint {
  if (/^[+-]?(\d+|0[xX][\da-fA-F]+|0[bB][01]+|0[oO][0-7]+)$/.test(text)) {
    const digits = BigInt(text.replace(/^[+-]/, ''))
    return text.startsWith('-') ? -digits : digits
  }
  const value = Number(text)
  if (Number.isNaN(value)) throw new TemplateMistake(`bad number syntax: ${JSON.stringify(text)}`)
  return new Float(value)
}

function declaration(source: string): { declared: string[]; assigned: boolean; length: number } {
  const [whole = '', first, second, sign] = /^\s*(\$\w+)\s*(?:,\s*(\$\w+)\s*)?(:=|=)\s*/.exec(source) ?? []
  if (first === undefined) return { declared: [], assigned: false, length: 0 }
  return { declared: second === undefined ? [first] : [first, second], assigned: sign === '=', length: whole.length }
}

const fieldsOf = (text: string): string[] => text.split('.').filter(Boolean)
const NAMED: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }
const unescapeText = (text: string): string =>
  text
    .slice(1, -1)
    .replace(/\\(?:u([\da-fA-F]{4})|x([\da-fA-F]{2})|(.))/g, (_all, long?: string, short?: string, char = '') =>
      long || short ? String.fromCharCode(parseInt(long ?? short ?? '0', 16)) : (NAMED[String(char)] ?? String(char)),
    )
