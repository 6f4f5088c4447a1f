import { type CharacterSet, classOf, literal, perlClass, posixClass, range, unicodeClass } from './character-class'

/**
 * Patterns of schemas are of RE2's syntax: no look-around, no back-references, but named classes, flags in groups and
 * `\A`, `\z`, `\Q…\E`. They are translated, not handed on, since the same text may mean another thing here.
 */
class InvalidPattern extends Error {
  override readonly name = 'InvalidPattern'
}

interface Flags {
  readonly fold: boolean
  readonly lines: boolean
  readonly dotAll: boolean
  readonly lazy: boolean
}
interface Piece {
  readonly source: string
  /** How often its innermost part may be repeated at most. */
  readonly repeats: number
}

const MAX_REPEAT = 1000
const NOTHING: Piece = { source: '', repeats: 1 }
const ESCAPES: Readonly<Record<string, number>> = { a: 7, f: 12, t: 9, n: 10, r: 13, v: 11 }
const START = '^'
const END = '$'
const EMPTY: Readonly<Record<string, string>> = { A: START, z: END, b: '\\b', B: '\\B' }

class Translator {
  private at = 0
  private flags: Flags = { fold: false, lines: false, dotAll: false, lazy: false }
  private readonly names = new Set<string>()
  private readonly text: readonly string[]

  constructor(pattern: string) {
    this.text = [...pattern]
  }

  translate(): string {
    const { source } = this.alternatives()
    if (this.at < this.text.length) this.fail('a parenthesis is closed that was not opened')
    return source
  }

  private fail(why: string): never {
    throw new InvalidPattern(why)
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
      source: choices.map(({ source }) => source).join('|'),
      repeats: Math.max(...choices.map(({ repeats }) => repeats)),
    }
  }

  private sequence(): Piece {
    let source = ''
    let repeats = 1
    while (this.next !== undefined && this.next !== '|' && this.next !== ')') {
      const piece = this.take('\\Q') ? this.quoted() : this.repeated(this.atom())
      source += piece.source
      repeats = Math.max(repeats, piece.repeats)
    }
    return { source, repeats }
  }

  /** Text as it is, up to `\E`; only its last character is what a repetition after it repeats. */
  private quoted(): Piece {
    const codes: number[] = []
    while (this.next !== undefined && !this.take('\\E')) codes.push(this.character())
    const last = codes.pop()
    if (last === undefined) return NOTHING
    const before = codes.map((code) => this.single(code)).join('')
    const end = this.repeated({ source: this.single(last), repeats: 1 })
    return { source: before + end.source, repeats: end.repeats }
  }

  private repeated(atom: Piece | undefined): Piece {
    let piece = atom
    let count = 0
    for (let quantifier = this.quantifier(); quantifier; quantifier = this.quantifier()) {
      if (!piece) this.fail('there is nothing to repeat')
      if (count > 0) this.fail('a repetition is repeated')
      count += 1
      const repeats = piece.repeats * quantifier.most
      if (repeats > MAX_REPEAT) this.fail('the repetition is too large')
      piece = { source: `(?:${piece.source})${quantifier.source}`, repeats }
    }
    return piece ?? NOTHING
  }

  private quantifier(): { source: string; most: number } | undefined {
    const found = this.takeMatch(/^(?:[*+?]|\{\d+(?:,\d*)?\})/)?.[0]
    if (found === undefined) return undefined
    const lazy = this.take('?') !== this.flags.lazy
    const [least = 0, most = least] = (found.match(/\d+/g) ?? []).map(Number)
    if (most > MAX_REPEAT || least > MAX_REPEAT || least > most) this.fail('the repetition is too large')
    return { source: found + (lazy ? '?' : ''), most: Math.max(most, least, 1) }
  }

  /** One thing that may be repeated; undefined for what stands for nothing, such as a change of flags. */
  private atom(): Piece | undefined {
    const source = this.atomSource()
    return typeof source === 'string' ? { source, repeats: 1 } : source
  }

  private atomSource(): string | Piece | undefined {
    const { lines, dotAll } = this.flags
    if (this.sees('*') || this.sees('+') || this.sees('?')) this.fail('there is nothing to repeat')
    if (this.take('(')) return this.group()
    if (this.take('[')) return this.brackets()
    if (this.take('.')) return dotAll ? '[^]' : '[^\\n]'
    if (this.take('^')) return lines ? '(?<![^\\n])' : START
    if (this.take('$')) return lines ? '(?![^\\n])' : END
    if (!this.sees('\\')) return this.single(this.character())
    const letter = this.text[this.at + 1] ?? ''
    const assertion = EMPTY[letter]
    if (assertion !== undefined) {
      this.at += 2
      return assertion
    }
    const set = this.escapedSet()
    return set ? classOf([set], false) : this.single(this.escaped())
  }

  private group(): Piece | undefined {
    if (this.take('?')) {
      const name = this.takeMatch(/^P<([^>]*)>/)?.[1]
      if (name !== undefined) {
        if (!/^\w+$/.test(name) || this.names.has(name)) this.fail('the name of the group is not valid')
        this.names.add(name)
      } else if (this.changesFlags()) return undefined
    }
    const inner = this.groupBody()
    return { ...inner, source: `(?:${inner.source})` }
  }

  private outer: Flags | undefined
  private groupBody(): Piece {
    const outer = this.outer ?? this.flags
    this.outer = undefined
    const inner = this.alternatives()
    this.flags = outer
    if (!this.take(')')) this.fail('a parenthesis is not closed')
    return inner
  }

  /** `(?i-s)` changes what follows: answers true. `(?i:` changes the group that follows: answers false. */
  private changesFlags(): boolean {
    const match = this.takeMatch(/^([imsU]*)(-[imsU]+)?([:)])/)
    if (!match) this.fail('the syntax of the group is not known')
    const [, on = '', off = '', end] = match
    const flag = (letter: string, now: boolean): boolean => (now || on.includes(letter)) && !off.includes(letter)
    const { fold, lines, dotAll, lazy } = this.flags
    const changed = {
      fold: flag('i', fold),
      lines: flag('m', lines),
      dotAll: flag('s', dotAll),
      lazy: flag('U', lazy),
    }
    if (end === ':') this.outer = this.flags
    this.flags = changed
    return end === ')'
  }

  private brackets(): string {
    const negated = this.take('^')
    const sets: CharacterSet[] = []
    for (let first = true; first || !this.sees(']'); first = false) {
      if (this.next === undefined) this.fail('a bracket is not closed')
      sets.push(this.namedSet() ?? this.escapedSet() ?? this.range())
    }
    this.at += 1
    return classOf(sets, negated)
  }

  private namedSet(): CharacterSet | undefined {
    if (!this.sees('[:')) return undefined
    const match = this.takeMatch(/^\[:(\^?)(.*?):\]/s)
    if (!match) return undefined
    return posixClass(match[2] ?? '', match[1] === '^') ?? this.fail('the class is not known')
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
    const match = this.takeMatch(/^\\[pP](?:\{([^}]*)\}|(.))/su)
    const set = unicodeClass(match?.[1] ?? match?.[2] ?? '', letter === 'P')
    return set ?? this.fail('the range of characters is not known')
  }

  private range(): CharacterSet {
    const from = this.sees('\\') ? this.escaped() : this.character()
    let to = from
    if (this.sees('-') && this.text[this.at + 1] !== ']' && this.text[this.at + 1] !== undefined) {
      this.at += 1
      to = this.sees('\\') ? this.escaped() : this.character()
      if (to < from) this.fail('a range ends before it begins')
    }
    return { body: range(from, to, this.flags.fold), negated: false }
  }

  private character(): number {
    const code = this.next?.codePointAt(0)
    if (code === undefined) this.fail('the pattern ends too early')
    this.at += 1
    return code
  }

  private single(code: number): string {
    const body = range(code, code, this.flags.fold)
    return body === literal(code) ? body : `[${body}]`
  }

  /** A character written with a backslash. */
  private escaped(): number {
    this.at += 1
    const hexadecimal = this.takeMatch(/^x(?:\{([0-9A-Fa-f]+)\}|([0-9A-Fa-f]{2}))/)
    if (hexadecimal) {
      const code = parseInt(hexadecimal[1] ?? hexadecimal[2] ?? '', 16)
      return code <= 0x10ffff ? code : this.fail('the character does not exist')
    }
    const octal = this.takeMatch(/^(?:0[0-7]{0,2}|[1-7][0-7]{1,2})/)?.[0]
    if (octal !== undefined) return parseInt(octal, 8)
    const letter = this.next ?? ''
    const known = ESCAPES[letter]
    if (known === undefined && (letter === '' || /[0-9A-Za-z]|[^\p{ASCII}]/u.test(letter)))
      this.fail('the escape is not known')
    this.at += 1
    return known ?? letter.codePointAt(0) ?? 0
  }
}

const compiled = new Map<string, RegExp | undefined>()
const MAX_KEPT = 1000

/** Compiles a pattern of a schema; undefined when it is not a regular expression (of RE2's syntax). */
export function compilePattern(pattern: string): RegExp | undefined {
  if (compiled.has(pattern)) return compiled.get(pattern)
  const result = compile(pattern)
  if (compiled.size >= MAX_KEPT) compiled.clear()
  compiled.set(pattern, result)
  return result
}

function compile(pattern: string): RegExp | undefined {
  try {
    return new RegExp(new Translator(pattern).translate(), 'u')
  } catch (error) {
    if (error instanceof InvalidPattern) return undefined
    throw error
  }
}
