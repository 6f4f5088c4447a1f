/** A value in a template: a constant, a variable, members of the dot, a call or a group in parentheses. */
export type Term =
  | { readonly type: 'constant'; readonly value: unknown }
  | { readonly type: 'dot'; readonly fields: readonly string[] }
  | { readonly type: 'variable'; readonly name: string; readonly fields: readonly string[] }
  | { readonly type: 'function'; readonly name: string }
  | { readonly type: 'group'; readonly pipe: Pipe; readonly fields: readonly string[] }
/** Commands joined by `|`; each is a term with its arguments. */
export interface Pipe {
  readonly declared: readonly string[]
  readonly assigned: boolean
  readonly commands: readonly (readonly Term[])[]
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
  | { readonly type: 'template'; readonly name: string; readonly pipe?: Pipe }
  | { readonly type: 'break' | 'continue' }

/** A mistake in the text of a template. */
export class TemplateMistake extends Error {
  override readonly name = 'TemplateMistake'
}

type Token = { readonly text: string; readonly action: boolean }

function tokens(text: string): Token[] {
  const out: Token[] = []
  let rest = text
  for (;;) {
    const start = rest.indexOf('{{')
    if (start < 0) {
      out.push({ text: rest, action: false })
      return out
    }
    let before = rest.slice(0, start)
    const trimLeft = /^\{\{-\s/.test(rest.slice(start))
    if (trimLeft) before = before.trimEnd()
    const inner = rest.slice(start + 2)
    const found = /^(?:"(?:\\.|[^"\\])*"|`[^`]*`|'(?:\\.|[^'\\])*'|(?!\}\})[\s\S])*?\}\}/.exec(inner)
    if (!found) throw new TemplateMistake('unclosed action')
    let action = found[0].slice(0, -2)
    rest = inner.slice(found[0].length)
    if (trimLeft) action = action.slice(1)
    if (/\s-$/.test(action)) {
      action = action.slice(0, -1)
      rest = rest.trimStart()
    }
    out.push({ text: before, action: false }, { text: action.trim(), action: true })
  }
}

/** @throws TemplateMistake for what is no template */
export function parseGoTemplate(text: string): TemplateNode[] {
  const list = tokens(text)
  let at = 0
  const block = (inside: boolean): { nodes: TemplateNode[]; end: string } => {
    const nodes: TemplateNode[] = []
    for (; at < list.length; at++) {
      const { text: word = '', action } = list[at] ?? {}
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
      nodes.push(...statement(keyword, rest, word))
    }
    if (inside) throw new TemplateMistake('unexpected EOF')
    return { nodes, end: '' }
  }
  const branch = (type: 'if' | 'with' | 'range', source: string): TemplateNode => {
    const pipe = parsePipe(source)
    at += 1
    const { nodes: body, end } = block(true)
    let other: TemplateNode[] = []
    if (end !== 'end') {
      const [, next, condition = ''] = /^else\s+(if|with)\s+([\s\S]*)$/.exec(end) ?? []
      if (next === 'if' || next === 'with') other = [branch(next, condition)]
      else {
        at += 1
        other = block(true).nodes
      }
    }
    return { type, pipe, body, other }
  }
  const statement = (keyword: string, rest: string, word: string): TemplateNode[] => {
    if (keyword === 'if' || keyword === 'with' || keyword === 'range') return [branch(keyword, rest)]
    if (keyword === 'break' || keyword === 'continue') return [{ type: keyword }]
    if (keyword === 'define' || keyword === 'block') {
      const [, name = '', source = ''] = /^"([^"]*)"\s*([\s\S]*)$/.exec(rest) ?? []
      at += 1
      const { nodes: body } = block(true)
      const define: TemplateNode = { type: 'define', name, body }
      return keyword === 'define' ? [define] : [define, { type: 'template', name, pipe: parsePipe(source) }]
    }
    if (keyword === 'template') {
      const [, name = '', source = ''] = /^"([^"]*)"\s*([\s\S]*)$/.exec(rest) ?? []
      return [{ type: 'template', name, ...(source && { pipe: parsePipe(source) }) }]
    }
    return [{ type: 'print', pipe: parsePipe(word) }]
  }
  return block(false).nodes
}

const TERM =
  /\s*(?:("(?:\\.|[^"\\])*")|`([^`]*)`|'((?:\\.|[^'\\])*)'|([+-]?\d[\w.]*)|(\$\w*)((?:\.\w+)*)|((?:\.\w+)+|\.)|([A-Za-z_]\w*)|(\()|(\))|(\|)|(:=|=)|(,))/y

function parsePipe(source: string): Pipe {
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
    return { declared, assigned, commands }
  }
  const term = (found: RegExpExecArray): Term => {
    const [, double, raw, char, number, variable, members, dot, word, open] = found
    if (double !== undefined) return { type: 'constant', value: unescapeText(double) }
    if (raw !== undefined) return { type: 'constant', value: raw }
    if (char !== undefined) return { type: 'constant', value: unescapeText(`"${char}"`).codePointAt(0) }
    if (number !== undefined) return { type: 'constant', value: Number(number) }
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
    return { type: 'function', name: word ?? '' }
  }
  return pipe()
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
