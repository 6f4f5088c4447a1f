import { JqMistake } from './jq-mistake'
import { jqText } from './jq-text'
import { type JqToken, tokensOf } from './jq-tokens'
import { IDENTITY, type Jq } from './jq-tree'

/** Binary operators, lowest precedence first. */
const LEVELS: readonly (readonly string[])[] = [
  ['//'],
  ['or'],
  ['and'],
  ['==', '!=', '<', '<=', '>', '>='],
  ['+', '-'],
  ['*', '/', '%'],
]

/** Parses the common part of jq's language. @throws JqMistake for anything else */
export function parseJq(source: string): Jq {
  const parser = new Parser(tokensOf(source))
  const tree = parser.pipe()
  parser.end()
  return tree
}

class Parser {
  private at = 0
  constructor(private readonly tokens: readonly JqToken[]) {}

  private get next(): JqToken | undefined {
    return this.tokens[this.at]
  }
  private is(text: string): boolean {
    return this.next?.text === text && this.next.kind !== 'text'
  }
  private take(text: string): boolean {
    if (!this.is(text)) return false
    this.at++
    return true
  }
  private need(text: string): void {
    if (!this.take(text))
      throw new JqMistake(`syntax error: expected ${text}${this.next ? ` before ${this.next.text}` : ' at the end'}`)
  }
  end(): void {
    if (this.next) throw new JqMistake(`syntax error: unexpected ${this.next.text}`)
  }

  pipe(): Jq {
    const left = this.comma()
    if (this.take('as')) {
      const name = this.next?.text ?? ''
      this.at++
      this.need('|')
      return { type: 'bind', value: left, name, body: this.pipe() }
    }
    return this.take('|') ? { type: 'pipe', left, right: this.pipe() } : left
  }

  private comma(): Jq {
    let left = this.level(0)
    while (this.take(',')) left = { type: 'comma', left, right: this.level(0) }
    return left
  }

  private level(at: number): Jq {
    const operators = LEVELS[at]
    if (!operators) return this.postfix()
    let left = this.level(at + 1)
    for (;;) {
      const operator = operators.find((one) => this.is(one))
      if (operator === undefined) return left
      this.at++
      const right = this.level(at + 1)
      left =
        operator === 'and' || operator === 'or'
          ? { type: operator, left, right }
          : operator === '//'
            ? { type: 'else', left, right }
            : { type: 'binary', operator, left, right }
    }
  }

  private postfix(): Jq {
    let tree = this.term()
    for (;;) {
      const token = this.next
      if (token?.kind === 'field') {
        this.at++
        tree = { type: 'field', of: tree, name: { type: 'literal', value: token.text.slice(1) } }
      } else if (
        this.is('.') &&
        (this.tokens[this.at + 1]?.kind === 'text' || this.tokens[this.at + 1]?.text === '[')
      ) {
        this.at++
        if (this.next?.kind === 'text') tree = { type: 'field', of: tree, name: this.term() }
      } else if (this.is('[')) tree = this.bracket(tree)
      else if (this.take('?')) tree = { type: 'try', of: tree }
      else return tree
    }
  }

  private bracket(of: Jq): Jq {
    this.need('[')
    if (this.take(']')) return { type: 'each', of }
    if (this.take(':')) {
      const to = this.pipe()
      this.need(']')
      return { type: 'slice', of, to }
    }
    const name = this.pipe()
    if (this.take(':')) {
      const to = this.is(']') ? undefined : this.pipe()
      this.need(']')
      return { type: 'slice', of, from: name, ...(to && { to }) }
    }
    this.need(']')
    return { type: 'field', of, name }
  }

  private term(): Jq {
    const token = this.next
    if (!token) throw new JqMistake('syntax error: the program ends too early')
    this.at++
    if (token.kind === 'text') return jqText(token.text, parseJq)
    if (token.kind === 'number') return { type: 'literal', value: Number(token.text) }
    if (token.kind === 'field')
      return { type: 'field', of: IDENTITY, name: { type: 'literal', value: token.text.slice(1) } }
    if (token.kind === 'name') return this.name(token.text)
    switch (token.text) {
      case '.':
        if (this.next?.kind === 'text') return { type: 'field', of: IDENTITY, name: this.term() }
        return IDENTITY
      case '..':
        return { type: 'recurse' }
      case '-':
        return { type: 'binary', operator: '-', left: { type: 'literal', value: 0 }, right: this.postfix() }
      case '(': {
        const inner = this.pipe()
        this.need(')')
        return inner
      }
      case '[': {
        if (this.take(']')) return { type: 'list' }
        const of = this.pipe()
        this.need(']')
        return { type: 'list', of }
      }
      case '{':
        return this.object()
      default:
        throw new JqMistake(`syntax error: unexpected ${token.text}`)
    }
  }

  private name(text: string): Jq {
    if (text === 'true' || text === 'false') return { type: 'literal', value: text === 'true' }
    if (text === 'null') return { type: 'literal', value: null }
    if (text.startsWith('$')) return { type: 'variable', name: text }
    if (text === 'if') return this.condition()
    const args: Jq[] = []
    if (this.take('(')) {
      do args.push(this.pipe())
      while (this.take(';'))
      this.need(')')
    }
    return { type: 'call', name: text, args }
  }

  private condition(): Jq {
    const condition = this.pipe()
    this.need('then')
    const then = this.pipe()
    if (this.take('elif')) return { type: 'if', condition, then, otherwise: this.condition() }
    const otherwise = this.take('else') ? this.pipe() : IDENTITY
    this.need('end')
    return { type: 'if', condition, then, otherwise }
  }

  private object(): Jq {
    const members: [Jq, Jq][] = []
    while (!this.take('}')) {
      const token = this.next
      if (!token) throw new JqMistake('syntax error: expected } at the end')
      const simple = token.kind === 'name' || token.kind === 'text'
      const key: Jq =
        token.kind === 'name' && !token.text.startsWith('$')
          ? { type: 'literal', value: token.text }
          : simple && token.kind === 'name'
            ? { type: 'literal', value: token.text.slice(1) }
            : this.key()
      if (token.kind === 'name') this.at++
      if (this.take(':')) members.push([key, this.level(0)])
      else if (token.kind === 'name' && token.text.startsWith('$'))
        members.push([key, { type: 'variable', name: token.text }])
      else members.push([key, { type: 'field', of: IDENTITY, name: key }])
      if (!this.take(',') && !this.is('}')) throw new JqMistake('syntax error: expected , or } in an object')
    }
    return { type: 'object', members }
  }

  private key(): Jq {
    if (this.next?.kind === 'text') return this.term()
    this.need('(')
    const inner = this.pipe()
    this.need(')')
    return inner
  }
}
