import { type CharacterSet, classOf, perlClass, posixClass, range, unicodeClass } from './character-class'
import { PatternMatcher } from './pattern-matcher'
import { type Assertion, compileTree, NOTHING, type PatternNode, PatternTooLarge } from './pattern-program'

/**
 * Patterns of schemas are of RE2's syntax: no look-around, no back-references, but named classes, flags in groups and
 * `\A`, `\z`, `\Q…\E`. An automaton of our own matches them: the engine's regular expressions have another syntax,
 * and backtrack, so that one pattern could hold the thread for ever.
 */
class InvalidPattern extends Error {
  override readonly name = 'InvalidPattern'
}

interface Flags {
  readonly fold: boolean
  readonly lines: boolean
  readonly dotAll: boolean
}
interface Piece {
  readonly node: PatternNode
  /** How often its innermost part may be repeated at most. */
  readonly repeats: number
}

const MAX_REPEAT = 1000
/** As in RE2, groups may not stand deeper in each other. */
const MAX_NESTING = 1000
const NOTHING_TO_REPEAT = 'missing argument to repetition operator'
const NO_RANGE = 'invalid character class range'
const NO_ESCAPE = 'invalid escape sequence'
const EMPTY_PIECE: Piece = { node: NOTHING, repeats: 1 }
const ESCAPES: Readonly<Record<string, number>> = { a: 7, f: 12, t: 9, n: 10, r: 13, v: 11 }
const ASSERTIONS: Readonly<Record<string, Assertion>> = { A: 'start', z: 'end', b: 'word-edge', B: 'no-word-edge' }

class PatternParser {
  private at = 0
  private nesting = 0
  private flags: Flags = { fold: false, lines: false, dotAll: false }
  private readonly names = new Set<string>()
  private readonly text: readonly string[]

  constructor(pattern: string) {
    this.text = [...pattern]
  }

  parse(): PatternNode {
    const { node } = this.alternatives()
    if (this.at < this.text.length) this.fail('unexpected )', 0)
    return node
  }

  /** `from` is where the part of the pattern begins that is wrong, `to` where it ends. */
  private fail(why: string, from: number, to = this.text.length): never {
    throw new InvalidPattern(`error parsing regexp: ${why}: \`${this.text.slice(from, to).join('')}\``)
  }
  private get next(): string | undefined {
    return this.text[this.at]
  }
  private sees(text: string): boolean {
    return [...text].every((character, i) => this.text[this.at + i] === character)
  }
  private take(text: string): boolean {
    if (!this.sees(text)) return false
    this.at += [...text].length
    return true
  }
  private takeMatch(pattern: RegExp): RegExpExecArray | undefined {
    const match = pattern.exec(this.text.slice(this.at, this.at + 40).join(''))
    if (!match) return undefined
    this.at += [...match[0]].length
    return match
  }

  private alternatives(): Piece {
    const before = this.flags
    const choices = [this.sequence()]
    while (this.take('|')) choices.push(this.sequence())
    this.flags = before
    return {
      node: { kind: 'choice', nodes: choices.map(({ node }) => node) },
      repeats: choices.reduce((most, { repeats }) => Math.max(most, repeats), 1),
    }
  }

  private sequence(): Piece {
    const nodes: PatternNode[] = []
    let repeats = 1
    while (this.next !== undefined && this.next !== '|' && this.next !== ')') {
      const piece = this.take('\\Q') ? this.quoted() : this.repeated(this.atom())
      nodes.push(piece.node)
      repeats = Math.max(repeats, piece.repeats)
    }
    return { node: { kind: 'sequence', nodes }, repeats }
  }

  /** Text as it is, up to `\E`; only its last character is what a repetition after it repeats. */
  private quoted(): Piece {
    const codes: number[] = []
    while (this.next !== undefined && !this.take('\\E')) codes.push(this.character())
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
    let [last, here]: [number | undefined, number] = [undefined, this.at]
    for (let quantifier = this.quantifier(); quantifier; quantifier = this.quantifier()) {
      if (!piece) this.fail(NOTHING_TO_REPEAT, here, this.at)
      if (last !== undefined) this.fail('invalid nested repetition operator', last, this.at)
      const repeats = piece.repeats * quantifier.repeats
      if (repeats > MAX_REPEAT) this.fail('invalid repeat count', here, this.at)
      ;[last, here] = [here, this.at]
      const { least, most, lazy } = quantifier
      piece = { node: { kind: 'repeat', node: piece.node, least, most, lazy }, repeats }
    }
    return piece ?? EMPTY_PIECE
  }

  /** Whether a repetition is lazy makes no difference to whether a text matches, but to where the match ends. */
  private quantifier(): { least: number; most: number | undefined; repeats: number; lazy: boolean } | undefined {
    const start = this.at
    const match = this.takeMatch(/^(?:([*+?])|\{(\d+)(,(\d*))?\})/)
    if (!match) return undefined
    const lazy = this.take('?')
    const [, sign, from = '', open, to = ''] = match
    if (sign !== undefined) return { least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : undefined, repeats: 1, lazy }
    const least = Number(from)
    const most = open === undefined ? least : to === '' ? undefined : Number(to)
    if (least > MAX_REPEAT || (most !== undefined && (most > MAX_REPEAT || least > most)))
      this.fail('invalid repeat count', start, this.at)
    return { least, most, repeats: Math.max(least, most ?? 1, 1), lazy }
  }

  /** One thing that may be repeated; undefined for what stands for nothing, such as a change of flags. */
  private atom(): Piece | undefined {
    if (this.sees('*') || this.sees('+') || this.sees('?'))
      this.fail(NOTHING_TO_REPEAT, this.at, this.at + (this.text[this.at + 1] === '?' ? 2 : 1))
    if (this.take('(')) return this.group()
    return { node: this.simpleAtom(), repeats: 1 }
  }

  private simpleAtom(): PatternNode {
    const { lines, dotAll } = this.flags
    if (this.take('[')) return this.brackets()
    if (this.take('.')) return { kind: 'class', source: dotAll ? '[^]' : '[^\\n]' }
    if (this.take('^')) return { kind: 'assertion', assertion: lines ? 'line-start' : 'start' }
    if (this.take('$')) return { kind: 'assertion', assertion: lines ? 'line-end' : 'end' }
    if (!this.sees('\\')) return this.single(this.character())
    const letter = this.text[this.at + 1] ?? ''
    const assertion = Object.hasOwn(ASSERTIONS, letter) ? ASSERTIONS[letter] : undefined
    if (assertion !== undefined) {
      this.at += 2
      return { kind: 'assertion', assertion }
    }
    const set = this.escapedSet()
    return set ? { kind: 'class', source: classOf([set], false) } : this.single(this.escaped())
  }

  private group(): Piece | undefined {
    if (this.take('?')) {
      const start = this.at - 2
      const name = this.takeMatch(/^P<([^>]*)>/)?.[1]
      if (name !== undefined) {
        if (!/^\w+$/.test(name) || this.names.has(name)) this.fail('invalid named capture', start, this.at)
        this.names.add(name)
      } else if (this.changesFlags()) return undefined
    }
    if (++this.nesting > MAX_NESTING) this.fail('expression nests too deeply', 0)
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
    if (!this.take(')')) this.fail('missing closing )', 0)
    return inner
  }

  /** `(?i-s)` changes what follows: answers true. `(?i:` changes the group that follows: answers false. */
  private changesFlags(): boolean {
    const match = this.takeMatch(/^([imsU]*)(-[imsU]+)?([:)])/)
    if (!match) this.fail('invalid or unsupported Perl syntax', this.at - 2, this.at + 1)
    const [, on = '', off = '', end] = match
    const flag = (letter: string, now: boolean): boolean => (now || on.includes(letter)) && !off.includes(letter)
    const { fold, lines, dotAll } = this.flags
    const changed = { fold: flag('i', fold), lines: flag('m', lines), dotAll: flag('s', dotAll) }
    if (end === ':') this.outer = this.flags
    this.flags = changed
    return end === ')'
  }

  private brackets(): PatternNode {
    const start = this.at - 1
    const negated = this.take('^')
    const sets: CharacterSet[] = []
    for (let first = true; first || !this.sees(']'); first = false) {
      if (this.next === undefined) this.fail('missing closing ]', start)
      sets.push(this.namedSet() ?? this.escapedSet() ?? this.range())
    }
    this.at += 1
    return { kind: 'class', source: classOf(sets, negated) }
  }

  private namedSet(): CharacterSet | undefined {
    if (!this.sees('[:')) return undefined
    const start = this.at
    const match = this.takeMatch(/^\[:(\^?)(.*?):\]/s)
    if (!match) return undefined
    return posixClass(match[2] ?? '', match[1] === '^') ?? this.fail(NO_RANGE, start, this.at)
  }

  private escapedSet(): CharacterSet | undefined {
    if (!this.sees('\\')) return undefined
    const letter = this.text[this.at + 1] ?? ''
    const perl = perlClass(letter)
    if (perl) {
      this.at += 2
      return perl
    }
    if (letter !== 'p' && letter !== 'P') return undefined
    const start = this.at
    const match = this.takeMatch(/^\\[pP](?:\{([^}]*)\}|(.))/su)
    const set = unicodeClass(match?.[1] ?? match?.[2] ?? '', letter === 'P')
    return set ?? this.fail(NO_RANGE, start, this.at)
  }

  private range(): CharacterSet {
    const start = this.at
    const from = this.sees('\\') ? this.escaped() : this.character()
    let to = from
    if (this.sees('-') && this.text[this.at + 1] !== ']' && this.text[this.at + 1] !== undefined) {
      this.at += 1
      to = this.sees('\\') ? this.escaped() : this.character()
      if (to < from) this.fail(NO_RANGE, start, this.at)
    }
    return { body: range(from, to, this.flags.fold), negated: false }
  }

  private character(): number {
    const code = this.next?.codePointAt(0)
    if (code === undefined) this.fail('missing closing ]', 0)
    this.at += 1
    return code
  }

  private single(code: number): PatternNode {
    if (!this.flags.fold) return { kind: 'character', code }
    return { kind: 'class', source: `[${range(code, code, true)}]` }
  }

  /** A character written with a backslash. */
  private escaped(): number {
    const start = this.at
    this.at += 1
    if (this.next === undefined) this.fail('trailing backslash at end of expression', this.at)
    const hexadecimal = this.takeMatch(/^x(?:\{([0-9A-Fa-f]+)\}|([0-9A-Fa-f]{2}))/)
    if (hexadecimal) {
      const code = parseInt(hexadecimal[1] ?? hexadecimal[2] ?? '', 16)
      return code <= 0x10ffff ? code : this.fail(NO_ESCAPE, start, this.at)
    }
    const octal = this.takeMatch(/^(?:0[0-7]{0,2}|[1-7][0-7]{1,2})/)?.[0]
    if (octal !== undefined) return parseInt(octal, 8)
    const letter = this.next ?? ''
    const known = ESCAPES[letter]
    if (known === undefined && (letter === '' || /[0-9A-Za-z]|[^\p{ASCII}]/u.test(letter)))
      this.fail(NO_ESCAPE, start, this.at + 1)
    this.at += 1
    return known ?? letter.codePointAt(0) ?? 0
  }
}

const compiled = new Map<string, PatternMatcher | undefined>()
const MAX_KEPT = 500

/** Compiles a pattern of a schema; undefined when it is not a regular expression (of RE2's syntax), or too large for one. */
export function compilePattern(pattern: string): PatternMatcher | undefined {
  if (compiled.has(pattern)) return compiled.get(pattern)
  const result = compile(pattern)
  if (compiled.size >= MAX_KEPT) compiled.clear()
  compiled.set(pattern, result)
  return result
}

/** What is wrong with a pattern that can't be compiled, in the words that clients of this API know. */
export function patternProblem(pattern: string): string {
  try {
    compileTree(new PatternParser(pattern).parse())
  } catch (error) {
    if (error instanceof InvalidPattern) return error.message
    if (!(error instanceof PatternTooLarge)) throw error
  }
  return `error parsing regexp: expression too large: \`${pattern}\``
}

/** Whether compiling the pattern takes no time, since it was compiled before. */
export const isCompiled = (pattern: string): boolean => compiled.has(pattern)

function compile(pattern: string): PatternMatcher | undefined {
  try {
    return new PatternMatcher(compileTree(new PatternParser(pattern).parse()))
  } catch (error) {
    if (error instanceof InvalidPattern || error instanceof PatternTooLarge) return undefined
    throw error
  }
}
