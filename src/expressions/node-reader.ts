import { SyntaxFault } from './lexer'
import { TokenReader } from './token-reader'
import { MAX_DEPTH } from './tree-depth'

/** Maximum length of a chain such as `1 + 1 + …` or `a.b.c…`, which nests to the left. */
const MAX_CHAIN = 1_000

/** A reader of tokens that builds nodes: it numbers them, keeps their places and limits how far they nest. */
export class NodeReader extends TokenReader {
  private depth = 0
  protected chain = 0
  private ids = 0

  /** Fields common to all nodes. */
  protected readonly base = (
    start: number,
    mark?: number,
  ): { id: number; start: number; end: number; mark?: number } => {
    this.ids += 1
    const [id, end] = [this.ids, this.lastEnd]
    return mark === undefined ? { id, start, end } : { id, start, end, mark }
  }
  /** Like `base`, for calls: the last token read is the closing parenthesis. */
  protected readonly callBase = (mark: number) => (start: number) => {
    const { id, end } = this.base(start)
    return { id, start, end, mark }
  }

  /** Reads something nested. @throws SyntaxFault if it is too deep */
  protected nested<T>(read: () => T): T {
    this.depth += 1
    if (this.depth > MAX_DEPTH)
      throw new SyntaxFault(`expression recursion limit exceeded: ${MAX_DEPTH}`, this.token.start)
    const result = read()
    this.depth -= 1
    return result
  }
  /** Counts one more link of a chain. @throws SyntaxFault if it is too long */
  protected lengthen(): void {
    this.chain += 1
    if (this.chain > MAX_CHAIN) throw new SyntaxFault(`expression chain limit exceeded: ${MAX_CHAIN}`, this.token.start)
  }

  /** Reads items with commas between them, up to `close`; a list or map may end with a comma. */
  protected items<T>(close: string, read: () => T): T[] {
    const items: T[] = []
    while (!this.take(close)) {
      if (items.length > 0) {
        this.expect(',')
        if (close !== ')' && this.take(close)) return items
      }
      items.push(read())
    }
    return items
  }
}
