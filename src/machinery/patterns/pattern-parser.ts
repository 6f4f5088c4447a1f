import { classOf, range } from './character-class'
import { readBrackets, readCharacter, readEscaped, readEscapedSet } from './pattern-characters'
import { PatternCursor } from './pattern-cursor'
import { type Assertion, NOTHING, type PatternNode } from './pattern-program'

interface Flags {
  readonly fold: boolean
  readonly lines: boolean
  readonly dotAll: boolean
}
interface Piece {
  readonly node: PatternNode
  /** Maximum number of repetitions of the innermost part. */
  readonly repeats: number
}

const MAX_REPEAT = 1000
/** RE2's limit for nested groups. */
const MAX_NESTING = 1000
const NOTHING_TO_REPEAT = 'missing argument to repetition operator'
const EMPTY_PIECE: Piece = { node: NOTHING, repeats: 1 }
const ASSERTIONS: Readonly<Record<string, Assertion>> = { A: 'start', z: 'end', b: 'word-edge', B: 'no-word-edge' }

/** Parses a pattern in RE2 syntax. Throws `InvalidPattern`. */
export const parsePattern = (pattern: string): PatternNode => new PatternParser(pattern).parse()

class PatternParser {
  private nesting = 0
  private flags: Flags = { fold: false, lines: false, dotAll: false }
  private readonly names = new Set<string>()
  private readonly text: PatternCursor

  constructor(pattern: string) {
    this.text = new PatternCursor(pattern)
  }

  parse(): PatternNode {
    const { node } = this.alternatives()
    if (this.text.next !== undefined) this.text.fail('unexpected )', 0)
    return node
  }

  private alternatives(): Piece {
    const before = this.flags
    const choices = [this.sequence()]
    while (this.text.take('|')) choices.push(this.sequence())
    this.flags = before
    return {
      node: { kind: 'choice', nodes: choices.map(({ node }) => node) },
      repeats: choices.reduce((most, { repeats }) => Math.max(most, repeats), 1),
    }
  }

  private sequence(): Piece {
    const nodes: PatternNode[] = []
    let repeats = 1
    while (this.text.next !== undefined && this.text.next !== '|' && this.text.next !== ')') {
      const piece = this.text.take('\\Q') ? this.quoted() : this.repeated(this.atom())
      nodes.push(piece.node)
      repeats = Math.max(repeats, piece.repeats)
    }
    return { node: { kind: 'sequence', nodes }, repeats }
  }

  /** Literal text up to `\E`; a following repetition applies to its last character only. */
  private quoted(): Piece {
    const codes: number[] = []
    while (this.text.next !== undefined && !this.text.take('\\E')) codes.push(readCharacter(this.text))
    const last = codes.pop()
    if (last === undefined) return EMPTY_PIECE
    const end = this.repeated({ node: this.single(last), repeats: 1 })
    return {
      node: { kind: 'sequence', nodes: [...codes.map((code) => this.single(code)), end.node] },
      repeats: end.repeats,
    }
  }

  private repeated(atom: Piece | undefined): Piece {
    let piece = atom
    let [last, here]: [number | undefined, number] = [undefined, this.text.at]
    for (let quantifier = this.quantifier(); quantifier; quantifier = this.quantifier()) {
      if (!piece) this.text.fail(NOTHING_TO_REPEAT, here, this.text.at)
      if (last !== undefined) this.text.fail('invalid nested repetition operator', last, this.text.at)
      const repeats = piece.repeats * quantifier.repeats
      if (repeats > MAX_REPEAT) this.text.fail('invalid repeat count', here, this.text.at)
      ;[last, here] = [here, this.text.at]
      const { least, most, lazy } = quantifier
      piece = { node: { kind: 'repeat', node: piece.node, least, most, lazy }, repeats }
    }
    return piece ?? EMPTY_PIECE
  }

  /** Laziness does not change whether a text matches, only where the match ends. */
  private quantifier(): { least: number; most: number | undefined; repeats: number; lazy: boolean } | undefined {
    const start = this.text.at
    const match = this.text.takeMatch(/^(?:([*+?])|\{(\d+)(,(\d*))?\})/)
    if (!match) return undefined
    const lazy = this.text.take('?')
    const [, sign, from = '', open, to = ''] = match
    if (sign !== undefined) return { least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : undefined, repeats: 1, lazy }
    const least = Number(from)
    const most = open === undefined ? least : to === '' ? undefined : Number(to)
    if (least > MAX_REPEAT || (most !== undefined && (most > MAX_REPEAT || least > most)))
      this.text.fail('invalid repeat count', start, this.text.at)
    return { least, most, repeats: Math.max(least, most ?? 1, 1), lazy }
  }

  /** One repeatable element; undefined for syntax that matches nothing, such as a change of flags. */
  private atom(): Piece | undefined {
    if (this.text.sees('*') || this.text.sees('+') || this.text.sees('?'))
      this.text.fail(NOTHING_TO_REPEAT, this.text.at, this.text.at + (this.text.after === '?' ? 2 : 1))
    if (this.text.take('(')) return this.group()
    return { node: this.simpleAtom(), repeats: 1 }
  }

  private simpleAtom(): PatternNode {
    const { lines, dotAll } = this.flags
    if (this.text.take('[')) return { kind: 'class', source: readBrackets(this.text, this.flags.fold) }
    if (this.text.take('.')) return { kind: 'class', source: dotAll ? '[^]' : '[^\\n]' }
    if (this.text.take('^')) return { kind: 'assertion', assertion: lines ? 'line-start' : 'start' }
    if (this.text.take('$')) return { kind: 'assertion', assertion: lines ? 'line-end' : 'end' }
    if (!this.text.sees('\\')) return this.single(readCharacter(this.text))
    const letter = this.text.after ?? ''
    const assertion = Object.hasOwn(ASSERTIONS, letter) ? ASSERTIONS[letter] : undefined
    if (assertion !== undefined) {
      this.text.at += 2
      return { kind: 'assertion', assertion }
    }
    const set = readEscapedSet(this.text)
    return set ? { kind: 'class', source: classOf([set], false) } : this.single(readEscaped(this.text))
  }

  private group(): Piece | undefined {
    if (this.text.take('?')) {
      const start = this.text.at - 2
      const name = this.text.takeMatch(/^P<([^>]*)>/)?.[1]
      if (name !== undefined) {
        if (!/^\w+$/.test(name) || this.names.has(name)) this.text.fail('invalid named capture', start, this.text.at)
        this.names.add(name)
      } else if (this.changesFlags()) return undefined
    }
    if (++this.nesting > MAX_NESTING) this.text.fail('expression nests too deeply', 0)
    const inner = this.groupBody()
    this.nesting -= 1
    return inner
  }

  private outer: Flags | undefined
  private groupBody(): Piece {
    const outer = this.outer ?? this.flags
    this.outer = undefined
    const inner = this.alternatives()
    this.flags = outer
    if (!this.text.take(')')) this.text.fail('missing closing )', 0)
    return inner
  }

  /** Reads flags. `(?i-s)` applies to what follows: returns true. `(?i:` opens a group with flags: returns false. */
  private changesFlags(): boolean {
    const match = this.text.takeMatch(/^([imsU]*)(-[imsU]+)?([:)])/)
    if (!match) this.text.fail('invalid or unsupported Perl syntax', this.text.at - 2, this.text.at + 1)
    const [, on = '', off = '', end] = match
    const flag = (letter: string, now: boolean): boolean => (now || on.includes(letter)) && !off.includes(letter)
    const { fold, lines, dotAll } = this.flags
    const changed = { fold: flag('i', fold), lines: flag('m', lines), dotAll: flag('s', dotAll) }
    if (end === ':') this.outer = this.flags
    this.flags = changed
    return end === ')'
  }

  private single(code: number): PatternNode {
    if (!this.flags.fold) return { kind: 'character', code }
    return { kind: 'class', source: `[${range(code, code, true)}]` }
  }
}
