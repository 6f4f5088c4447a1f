/** An invalid pattern; the message is worded as by RE2. */
export class InvalidPattern extends Error {
  override readonly name = 'InvalidPattern'
}

/** Characters of lookahead for a match. */
const LOOKAHEAD = 40

/** The text of a pattern with a read position. */
export class PatternCursor {
  at = 0
  private readonly text: readonly string[]

  constructor(pattern: string) {
    this.text = [...pattern]
  }

  /** The next character, or undefined at the end. */
  get next(): string | undefined {
    return this.text[this.at]
  }
  /** The character after the next. */
  get after(): string | undefined {
    return this.text[this.at + 1]
  }

  /** Whether `text` comes next. */
  sees(text: string): boolean {
    return [...text].every((character, i) => this.text[this.at + i] === character)
  }
  /** Consumes `text` if it comes next; returns whether it did. */
  take(text: string): boolean {
    if (!this.sees(text)) return false
    this.at += [...text].length
    return true
  }
  /** Consumes what a regular expression anchored with `^` matches next. */
  takeMatch(pattern: RegExp): RegExpExecArray | undefined {
    const match = pattern.exec(this.text.slice(this.at, this.at + LOOKAHEAD).join(''))
    if (!match) return undefined
    this.at += [...match[0]].length
    return match
  }

  /** Throws `InvalidPattern` for the part of the pattern between `from` and `to`. */
  fail(why: string, from: number, to = this.text.length): never {
    throw new InvalidPattern(`error parsing regexp: ${why}: \`${this.text.slice(from, to).join('')}\``)
  }
}
