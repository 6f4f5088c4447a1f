import type { Node } from './ast'
import { SyntaxFault, type Token } from './lexer'
import { NodeReader } from './node-reader'

const CONSTANTS: Readonly<Record<string, boolean | null | undefined>> = Object.assign(
  Object.create(null) as Record<string, boolean | null>,
  { true: true, false: false, null: null },
)
const ENDS = new Set([',', ')', ']', '}'])

/** Reads literals: numbers with their sign, texts, and the words `true`, `false` and `null`. */
export class LiteralReader extends NodeReader {
  /** Fast path for a literal followed by a delimiter: most items of long lists. */
  protected loneLiteral(): Node | undefined {
    const { token } = this
    const next = this.tokens[this.at + 1]
    return token.kind === 'literal' && next?.kind === 'sign' && ENDS.has(next.text)
      ? this.literal(token, false)
      : undefined
  }

  /** Consumes a literal. @throws SyntaxFault for a number that does not fit its type */
  protected literal({ value = null, start, end }: Token, negative: boolean): Node {
    this.at += 1
    const signed = negative && (typeof value === 'bigint' || typeof value === 'number') ? -value : value
    if (typeof signed === 'bigint' && BigInt.asIntN(64, signed) !== signed)
      throw new SyntaxFault('invalid int literal', start, end)
    if (typeof signed === 'number' && !Number.isFinite(signed))
      throw new SyntaxFault('invalid double literal', start, end)
    const { id } = this.base(start)
    return { id, start, end: this.lastEnd, kind: 'literal', value: signed }
  }

  /** Consumes `true`, `false` or `null` if it comes next. */
  protected constant(): Node | undefined {
    const { kind, text, start } = this.token
    const value = kind === 'name' ? CONSTANTS[text] : undefined
    if (value === undefined) return undefined
    this.at += 1
    const { id, end } = this.base(start)
    return { id, start, end, kind: 'literal', value }
  }
}
