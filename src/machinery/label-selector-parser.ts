import {
  checkLabelKey,
  type LabelRequirement,
  type LabelSelector,
  requirement,
  SelectorError,
  selectorOf,
} from './labels'

type Token = { readonly type: 'word' | 'symbol' | 'end'; readonly text: string; readonly at: number }

const TOKEN = /[ \t\r\n]*(?:(!=|==|[=!(),<>])|([^=!(),<> \t\r\n]+))/y

function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    const [, symbol, word = ''] = match
    tokens.push({ type: symbol === undefined ? 'word' : 'symbol', text: symbol ?? word, at: TOKEN.lastIndex })
  }
  return [...tokens, { type: 'end', text: '', at: text.length }]
}

class Parser {
  private position = 0
  private readonly tokens: Token[]
  constructor(text: string) {
    this.tokens = tokenize(text)
  }

  parse(): LabelRequirement[] {
    const result: LabelRequirement[] = []
    if (this.peek().type === 'end') return result
    for (;;) {
      result.push(this.requirement())
      const next = this.take()
      if (next.type === 'end') return result
      if (next.text !== ',') this.fail(next, "',' or 'end of string'")
    }
  }

  private peek(): Token {
    return this.tokens[Math.min(this.position, this.tokens.length - 1)] ?? { type: 'end', text: '', at: 0 }
  }
  private take(): Token {
    const token = this.peek()
    this.position += 1
    return token
  }
  private fail(found: Token, expected: string): never {
    throw new SelectorError(`found '${found.text}', expected: ${expected}`)
  }
  private word(expected: string): string {
    const token = this.take()
    return token.type === 'word' ? token.text : this.fail(token, expected)
  }
  /** A key, which is checked before anything after it is read. */
  private key(expected: string): string {
    const key = this.word(expected)
    checkLabelKey(key)
    return key
  }
  private atEnd(): boolean {
    return this.peek().type === 'end' || this.peek().text === ','
  }

  private requirement(): LabelRequirement {
    if (this.peek().text === '!') {
      this.take()
      return requirement(this.key('identifier'), '!', [])
    }
    const key = this.key(this.position > 0 ? "identifier after ','" : "!, identifier, or 'end of string'")
    if (this.atEnd()) return requirement(key, 'exists', [])
    const operator = this.take()
    switch (operator.text) {
      case 'in':
      case 'notin':
        return requirement(key, operator.text, this.values())
      case '=':
      case '==':
      case '!=':
      case '>':
      case '<':
        return requirement(key, operator.text, [this.atEnd() ? '' : this.word('identifier')])
      default:
        return this.fail(operator, "'=', '!=', '==', 'in', notin'")
    }
  }

  /** A parenthesised list; nothing between two commas, or in the parentheses, is the empty value. */
  private values(): string[] {
    const open = this.take()
    if (open.text !== '(') throw new SelectorError(`found '${open.text}' expected: '('`)
    const values: string[] = []
    for (;;) {
      values.push(this.peek().text === ',' || this.peek().text === ')' ? '' : this.word("',', ')' or identifier"))
      const next = this.take()
      if (next.text === ')') return values
      if (next.text !== ',') this.fail(next, "',' or ')'")
    }
  }
}

/**
 * Parses the text form: `a=b,a==b,a!=b,a in (x,y),a notin (x),a,!a,a>1,a<2`. The empty text selects everything.
 * @throws SelectorError
 */
export const parseLabelSelector = (text: string): LabelSelector => selectorOf(new Parser(text).parse())
