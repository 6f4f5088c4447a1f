import { type Entry, type Node } from './ast'
import { dottedName } from './dotted-name'
import { CompileError } from './expression-error'
import { SyntaxFault, tokenize } from './lexer'
import { expandMacro } from './macros'
import { LiteralReader } from './literal-reader'
import { LEVEL_OF, OPERATOR_LEVELS, operatorName } from './operators'
import { isReserved, isWord } from './reserved-words'
import { refuseDeepTree } from './tree-depth'

const MAX_LENGTH = 100_000

/**
 * Parses an expression.
 * @throws CompileError
 */
export function parse(source: string): Node {
  try {
    if (source.length > MAX_LENGTH)
      throw new SyntaxFault(`expression code point size exceeds limit: size: ${source.length}, limit ${MAX_LENGTH}`, 0)
    const node = new Parser(tokenize(source)).parse()
    refuseDeepTree(node)
    return node
  } catch (error) {
    if (!(error instanceof SyntaxFault)) throw error
    throw new CompileError(source, [{ message: error.message, start: error.start, end: error.end }])
  }
}

class Parser extends LiteralReader {
  /** Reads the whole expression. @throws SyntaxFault */
  parse(): Node {
    const node = this.expression()
    if (this.token.kind !== 'end') this.unexpected('<EOF>')
    return node
  }

  private expression(): Node {
    return (
      this.loneLiteral() ??
      this.nested(() => {
        const { start } = this.token
        const test = this.logic('||')
        const mark = this.token.start
        if (!this.take('?')) return test
        const then = this.logic('||')
        this.expect(':')
        const otherwise = this.expression()
        return { ...this.base(start, mark), kind: 'choice', test, then, otherwise }
      })
    )
  }

  private logic(sign: '||' | '&&'): Node {
    const { start } = this.token
    const next = () => (sign === '||' ? this.logic('&&') : this.operand())
    const args = [next()]
    while (this.take(sign)) args.push(next())
    const [only] = args
    if (only && args.length === 1) return only
    return { ...this.base(start), kind: 'logic', all: sign === '&&', args }
  }

  /** Operands of `&&` and `||` are siblings in the tree, so each has its own chain limit. */
  private operand(): Node {
    const outer = this.chain
    this.chain = 0
    const node = this.binary(0)
    this.chain = outer
    return node
  }

  private binary(level: number): Node {
    if (level === OPERATOR_LEVELS) return this.unary()
    const { start } = this.token
    let left = this.binary(level + 1)
    for (;;) {
      const mark = this.token.start
      const { kind, text: sign } = this.token
      if (kind === 'literal' || kind === 'quoted' || LEVEL_OF.get(sign) !== level) return left
      this.at += 1
      this.lengthen()
      const right = this.binary(level + 1)
      const { id, end } = this.base(start)
      left = { id, start, end, mark, kind: 'call', name: operatorName(sign), target: undefined, args: [left, right] }
    }
  }

  private unary(): Node {
    const { start } = this.token
    if (this.take('!')) {
      const operand = this.nested(() => this.unary())
      return { ...this.base(start), kind: 'call', name: '!_', target: undefined, args: [operand] }
    }
    if (!this.take('-')) return this.member()
    const { value, kind } = this.token
    if (kind === 'literal' && (typeof value === 'bigint' || typeof value === 'number')) return this.member(true)
    const operand = this.nested(() => this.unary())
    return { ...this.base(start), kind: 'call', name: '-_', target: undefined, args: [operand] }
  }

  private member(negative = false): Node {
    const { start } = this.token
    let node = this.primary(negative)
    for (;;) {
      const mark = this.token.start
      if (this.take('.')) node = this.selection(node, start)
      else if (this.take('[')) {
        const optional = this.take('?')
        const index = this.expression()
        this.expect(']')
        const name = optional ? '_[?_]' : '_[_]'
        node = { ...this.base(start, mark), kind: 'call', name, target: undefined, args: [node, index] }
      } else if (this.sees('{') && dottedName(node) !== undefined) node = this.object(node, start)
      else return node
      this.lengthen()
    }
  }

  private selection(operand: Node, start: number): Node {
    const optional = this.take('?')
    const { kind, text } = this.token
    if (kind === 'quoted') {
      this.at += 1
      return { ...this.base(start), kind: 'select', operand, field: text, optional, test: false }
    }
    if (kind !== 'name' || isWord(text)) this.unexpected('IDENTIFIER')
    this.at += 1
    const open = this.token.start
    if (optional || !this.take('(')) {
      const { id, end } = this.base(start)
      return { id, start, end, kind: 'select', operand, field: text, optional, test: false }
    }
    const args = this.items(')', () => this.expression())
    return expandMacro(this.callBase(open), start, text, operand, args)
  }

  private primary(negative: boolean): Node {
    const { token } = this
    const { kind, start } = token
    if (kind === 'literal') return this.literal(token, negative)
    if (this.take('(')) {
      const inner = this.expression()
      this.expect(')')
      return inner
    }
    if (this.take('[')) {
      const items = this.items(']', () => ({ optional: this.take('?'), value: this.expression() }))
      return { ...this.base(start), kind: 'list', items }
    }
    if (this.take('{')) {
      const entries = this.items('}', () => this.entry())
      return { ...this.base(start), kind: 'map', entries }
    }
    const constant = this.constant()
    if (constant) return constant
    const dot = this.take('.') ? '.' : ''
    const name = this.token
    if (name.kind !== 'name' || isWord(name.text)) this.unexpected()
    if (isReserved(name.text)) throw new SyntaxFault(`reserved identifier: ${name.text}`, name.start, name.end)
    this.at += 1
    const open = this.token.start
    if (!this.take('(')) {
      const { id, end } = this.base(start)
      return { id, start, end, kind: 'name', name: dot + name.text }
    }
    const args = this.items(')', () => this.expression())
    return expandMacro(this.callBase(open), start, `${dot}${name.text}`, undefined, args)
  }

  private entry(): Entry {
    const optional = this.take('?')
    const key = this.expression()
    this.expect(':')
    return { key, value: this.expression(), optional }
  }

  private object(type: Node, start: number): Node {
    const brace = this.expect('{')
    const entries = this.items('}', () => {
      const optional = this.take('?')
      const { kind, text } = this.token
      if (kind !== 'quoted' && (kind !== 'name' || isWord(text))) this.unexpected('IDENTIFIER')
      this.at += 1
      const colon = this.expect(':')
      return { field: text, value: this.expression(), optional, colon }
    })
    return { ...this.base(start), kind: 'object', name: dottedName(type) ?? '', entries, brace }
  }
}
