import { isFunction } from './go-template-functions'
import { Float } from './go-value'
import { type Invocation, type Pipe, type Term, type TermForm } from './go-template-nodes'
import { endOfWord } from './go-template-tokens'
import { TemplateMistake } from './go-template-errors'

const TERM =
  /\s*(?:("(?:\\.|[^"\\])*")|`([^`]*)`|'((?:\\.|[^'\\])*)'|([+-]?\d[\w.]*)|(\$\w*)((?:\.\w+)*)|((?:\.\w+)+|\.)|([A-Za-z_]\w*)|(\()|(\))|(\|)|(:=|=)|(,))/y

/** Parses a pipe that begins at `base` in the template. */
export function parsePipe(source: string, base: number): Pipe {
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
    // Errors in a chain of members refer to its second member.
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

function commandOf(terms: readonly Term[]): Invocation {
  const [head] = terms
  if (!head) throw new TemplateMistake('missing value for command')
  return { terms, at: head.at, source: terms.map(({ source }) => source).join(' ') }
}

/** @throws TemplateMistake for an invalid number */
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
