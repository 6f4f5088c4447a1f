import { SyntaxFault, type Token } from './lexer'

const WORDS = new Set(['in', 'true', 'false', 'null'])
/** Whether a name is a word of the language and so never that of a variable or a field. */
export const isWord = (name: string): boolean => WORDS.has(name)

/** The tokens of an expression and how far they are read. */
export class TokenReader {
  protected at = 0
  constructor(protected readonly tokens: readonly Token[]) {}

  /** The next token; the last one stays. */
  protected get token(): Token {
    const token = this.tokens[this.at] ?? this.tokens.at(-1)
    if (!token) throw new SyntaxFault('Syntax error: nothing to read', 0)
    return token
  }
  /** Whether this sign or word comes next. */
  protected sees(text: string): boolean {
    const { kind, text: actual } = this.token
    return actual === text && (kind === 'sign' || (kind === 'name' && isWord(text)))
  }
  /** Reads over it, if it comes next; answers whether it did. */
  protected take(text: string): boolean {
    if (!this.sees(text)) return false
    this.at += 1
    return true
  }
  /** Reads over it and returns it. Throws `SyntaxFault` where something else comes. */
  protected expect(text: string): Token {
    const { token } = this
    if (!this.take(text)) this.unexpected(`'${text}'`)
    return token
  }
  /** Throws `SyntaxFault`: the next token is not what can stand here. */
  protected unexpected(wanted?: string): never {
    const { text, start, end } = this.token
    const shown = text === '<EOF>' ? text : `'${text}'`
    throw new SyntaxFault(
      wanted === undefined
        ? `Syntax error: mismatched input ${shown} expecting an expression`
        : `Syntax error: mismatched input ${shown} expecting ${wanted}`,
      start,
      Math.max(end, start + 1),
    )
  }
  /** Where the token that was read last ends. */
  protected get lastEnd(): number {
    return this.tokens[this.at - 1]?.end ?? 0
  }
}
