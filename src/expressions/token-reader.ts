import { SyntaxFault, type Token } from './lexer'
import { isWord } from './reserved-words'

/** With what an expression begins, as clients know it. */
const EXPRESSION =
  "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}"

/** A cursor over an expression's tokens. */
export class TokenReader {
  protected at = 0
  constructor(protected readonly tokens: readonly Token[]) {}

  /** The next token; at the end, the last one. */
  protected get token(): Token {
    const token = this.tokens[this.at] ?? this.tokens.at(-1)
    if (!token) throw new SyntaxFault('Syntax error: nothing to read', 0)
    return token
  }
  /** Whether the given sign or word comes next. */
  protected sees(text: string): boolean {
    const { kind, text: actual } = this.token
    return actual === text && (kind === 'sign' || (kind === 'name' && isWord(text)))
  }
  /** Consumes it if it comes next; returns whether it did. */
  protected take(text: string): boolean {
    if (!this.sees(text)) return false
    this.at += 1
    return true
  }
  /** Consumes and returns it. Throws `SyntaxFault` if something else comes next. */
  protected expect(text: string): Token {
    const { token } = this
    if (!this.take(text)) this.unexpected(`'${text}'`)
    return token
  }
  /** Throws `SyntaxFault` for the next token. */
  protected unexpected(wanted?: string): never {
    const { text, start, end } = this.token
    const why = wanted === '<EOF>' ? 'extraneous' : 'mismatched'
    throw new SyntaxFault(
      `Syntax error: ${why} input '${text}' expecting ${wanted ?? EXPRESSION}`,
      start,
      Math.max(end, start + 1),
    )
  }
  /** End offset of the last token read. */
  protected get lastEnd(): number {
    return this.tokens[this.at - 1]?.end ?? 0
  }
}
