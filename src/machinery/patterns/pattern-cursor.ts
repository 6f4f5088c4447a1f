/** A text is no pattern; the message says why, in the words that clients of this API know. */
export class InvalidPattern extends Error {
  override readonly name = 'InvalidPattern'
}

/** A match looks so many characters ahead. */
const LOOKAHEAD = 40

/** The text of a pattern and how far it is read, character by character. */
export class PatternCursor {
  at = 0
  private readonly text: readonly string[]

  constructor(pattern: string) {
    this.text = [...pattern]
  }

  /** The next character; undefined at the end. */
  get next(): string | undefined {
    return this.text[this.at]
  }
  /** The one after the next. */
  get after(): string | undefined {
    return this.text[this.at + 1]
  }

  /** Whether this text comes next. */
  sees(text: string): boolean {
    return [...text].every((character, i) => this.text[this.at + i] === character)
  }
  /** Reads over this text, if it comes next; answers whether it did. */
  take(text: string): boolean {
    if (!this.sees(text)) return false
    this.at += [...text].length
    return true
  }
  /** Reads over what a regular expression, which begins with `^`, matches next. */
  takeMatch(pattern: RegExp): RegExpExecArray | undefined {
    const match = pattern.exec(this.text.slice(this.at, this.at + LOOKAHEAD).join(''))
    if (!match) return undefined
    this.at += [...match[0]].length
    return match
  }

  /** Throws `InvalidPattern`. `from` is where the part of the pattern begins that is wrong, `to` where it ends. */
  fail(why: string, from: number, to = this.text.length): never {
    throw new InvalidPattern(`error parsing regexp: ${why}: \`${this.text.slice(from, to).join('')}\``)
  }
}
