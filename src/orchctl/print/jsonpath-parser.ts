import { CommandError } from '../core/errors'

/** One step of an action; each works on the result of the previous one. */
export type PathStep =
  | { readonly type: 'field'; readonly name: string }
  | { readonly type: 'wildcard' | 'recursive' }
  /** A word other than true and false: `range`, `end`, or a mistake that is reported when it is evaluated. */
  | { readonly type: 'word'; readonly name: string }
  | { readonly type: 'literal'; readonly value: string | number | boolean }
  | ({ readonly type: 'slice' } & Slice)
  | { readonly type: 'union'; readonly paths: readonly (readonly PathStep[])[] }
  | {
      readonly type: 'filter'
      readonly left: readonly PathStep[]
      /** `exists` if the filter has no comparison. */
      readonly operator: string
      readonly right: readonly PathStep[]
    }

interface Slice {
  readonly from?: number
  readonly to?: number
  readonly by?: number
  /** `[3]`: a single item, not a range. */
  readonly single: boolean
}

/** The parts of a template: text, and actions in braces. */
export type PathNode = { readonly text: string } | { readonly steps: readonly PathStep[] }

const FIELD = /(?:\\[\s\S]?|[^\s.,[\]$@{}\\])*/y
const WORD = /[^\s.,[\]$@{}]*/y
const NUMBER = /[+-]?[\d.]*/y
const ALPHANUMERIC = /[\p{L}\p{N}_]/u
const SLICE = /^(-?\d*)(:-?\d*)?(:-?\d*)?$/
const COMPARISON = /^([^!<>=]+)([!<>=]+)([\s\S]+?)$/
const NAMED: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\u0007', b: '\b', f: '\f', v: '\v' }

/**
 * Parses a template of texts and paths in braces.
 * @throws CommandError for an invalid path
 */
export function parseTemplate(text: string): PathNode[] {
  const nodes: PathNode[] = []
  for (let at = 0; at < text.length;) {
    const open = text.indexOf('{', at)
    if (open !== at) nodes.push({ text: text.slice(at, open < 0 ? text.length : open) })
    if (open < 0) break
    const action = new Action(text, open + 1)
    nodes.push({ steps: action.read() })
    at = action.at
  }
  return nodes
}

/** The steps of a text that is a complete action. */
function stepsOf(text: string): readonly PathStep[] {
  const [node] = parseTemplate(`{${text}}`)
  return node && 'steps' in node ? node.steps : []
}

/** Parses the content of a pair of braces from left to right. */
class Action {
  private readonly steps: PathStep[] = []

  constructor(
    private readonly text: string,
    /** The position after the parsed text. */
    public at: number,
  ) {}

  /** Parses up to and including the closing brace. */
  read(): readonly PathStep[] {
    for (;;) {
      const char = this.text[this.at] ?? ''
      if (char === '}') {
        this.at += 1
        return this.steps
      }
      if (this.text.startsWith('[?(', this.at)) this.steps.push(this.filter())
      else if (this.text.startsWith('..', this.at)) this.recursive()
      else this.one(char)
    }
  }

  private one(char: string): void {
    if (char === '' || char === '\n' || char === '\r') throw new CommandError('unclosed action')
    // `@` and `$` are the current value, with which every path begins anyway.
    if (char === ' ' || char === '@' || char === '$') this.at += 1
    else if (char === '[') this.steps.push(...this.bracket())
    else if (char === '"' || char === "'") this.steps.push({ type: 'literal', value: this.quoted(char) })
    else if (char === '.') {
      this.at += 1
      this.steps.push(this.field())
    } else if (/[+\-\d]/.test(char)) this.steps.push({ type: 'literal', value: this.number() })
    else if (ALPHANUMERIC.test(char)) this.steps.push(this.word())
    else throw new CommandError(`unrecognized character in action: U+${hex(char)} '${char}'`)
  }

  private take(form: RegExp): string {
    form.lastIndex = this.at
    const [found = ''] = form.exec(this.text) ?? []
    this.at += found.length
    return found
  }

  private field(): PathStep {
    const name = this.take(FIELD)
    return name === '*' ? { type: 'wildcard' } : { type: 'field', name: name.replaceAll('\\', '') }
  }

  private recursive(): void {
    if (this.steps.at(-1)?.type === 'recursive') throw new CommandError('invalid multiple recursive descent')
    this.at += 2
    this.steps.push({ type: 'recursive' })
    if (ALPHANUMERIC.test(this.text[this.at] ?? '')) this.steps.push(this.field())
  }

  private word(): PathStep {
    const name = this.take(WORD)
    return name === 'true' || name === 'false' ? { type: 'literal', value: name === 'true' } : { type: 'word', name }
  }

  private number(): number {
    const text = this.take(NUMBER)
    if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text)) throw new CommandError(`cannot parse number ${text}`)
    return Number(text)
  }

  /** The text between quotes, with escapes resolved. */
  private quoted(end: string): string {
    const start = this.at + 1
    for (let at = start; at < this.text.length && !/[\r\n]/.test(this.text[at] ?? ''); at++)
      if (this.text[at] === end && this.text[at - 1] !== '\\') {
        this.at = at + 1
        return unescaped(this.text.slice(start, at))
      }
    throw new CommandError('unterminated quoted string')
  }

  private bracket(): readonly PathStep[] {
    const end = this.text.slice(this.at).search(/[\]\r\n]/)
    if (end < 0 || this.text[this.at + end] !== ']') throw new CommandError('unterminated array')
    const inside = this.text.slice(this.at + 1, this.at + end)
    this.at += end + 1
    const parts = inside.split(',')
    if (parts.length > 1)
      return [{ type: 'union', paths: parts.map((part) => stepsOf(`[${part.replace(/^ +| +$/g, '')}]`)) }]
    const [, key] = /^'([^']*)'$/.exec(inside) ?? []
    return key === undefined ? [slice(inside === '*' ? ':' : inside)] : stepsOf(`.${key}`)
  }

  private filter(): PathStep {
    const start = this.at + 3
    let quote: string | undefined
    let closed = false
    let at = start
    for (; ; at++) {
      const char = this.text[at] ?? ''
      if (char === '' || char === '\n' || char === '\r') throw new CommandError('unterminated filter')
      if (char === '"' || char === "'") {
        if (quote === undefined) quote = char
        else if (char === quote && this.text[at - 1] !== '\\') closed = true
      } else if (char === ')' && (quote !== undefined) === closed) break
    }
    if (this.text[at + 1] !== ']') throw new CommandError('unclosed array expect ]')
    this.at = at + 2
    const inside = this.text.slice(start, at)
    const [, left, operator, right] = COMPARISON.exec(inside) ?? []
    if (left === undefined || operator === undefined || right === undefined)
      return { type: 'filter', left: stepsOf(inside), operator: 'exists', right: [] }
    return { type: 'filter', left: stepsOf(left), operator, right: stepsOf(right) }
  }
}

function slice(inside: string): PathStep {
  const [whole, from, to, by] = SLICE.exec(inside) ?? []
  if (whole === undefined) throw new CommandError(`invalid array index ${inside}`)
  const numbers = [from, to?.slice(1), by?.slice(1)].map((text) => {
    if (!text) return undefined
    if (text === '-') throw new CommandError(`array index ${text} is not a number`)
    return Number(text)
  })
  return {
    type: 'slice',
    single: to === undefined,
    ...(numbers[0] !== undefined && { from: numbers[0] }),
    ...(numbers[1] !== undefined && { to: numbers[1] }),
    ...(numbers[2] !== undefined && { by: numbers[2] }),
  }
}

const unescaped = (text: string): string => text.replace(/\\([\s\S])/g, (_all, char: string) => NAMED[char] ?? char)
const hex = (char: string): string => char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')

/** A step such as `[1:3]`. */
export type SliceStep = PathStep & { type: 'slice' }

/** A step such as `[?(@.name=="web")]`. */
export type FilterStep = PathStep & { type: 'filter' }
