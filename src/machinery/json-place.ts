/** Where a value stands in JSON text: its first character, and the one after its last. */
export interface JsonPlace {
  readonly start: number
  readonly end: number
}

const SPACE = /[ \t\n\r]*/y
const SCALAR = /[^,\]}\s]+/y
const BETWEEN = ',: \t\n\r'

/** The place of the value at a path such as `spec.ports[0].port` in valid JSON text; undefined if there is none. Keys may contain dots. */
export function placeOf(text: string, path: string): JsonPlace | undefined {
  return new Finder(text).find(0, path)
}

class Finder {
  constructor(private readonly text: string) {}

  find(at: number, path: string): JsonPlace | undefined {
    const start = this.skipSpace(at)
    if (path === '') return { start, end: this.skip(start) }
    for (const { name, value } of this.members(start))
      for (const step of [name, `.${name}`]) {
        const rest = path.startsWith(step) ? path.slice(step.length) : undefined
        const found = rest === undefined || /^[^.[]/.test(rest) ? undefined : this.find(value, rest)
        if (found) return found
      }
    return undefined
  }

  /** The members of an object, or the items of a list as `[0]`, with the beginnings of their values. */
  private *members(start: number): Generator<{ name: string; value: number }> {
    const isObject = this.text[start] === '{'
    if (!isObject && this.text[start] !== '[') return
    let at = this.skipSpace(start + 1)
    for (let i = 0; at < this.text.length && !'}]'.includes(this.text[at] ?? ''); i++) {
      let name = `[${i}]`
      if (isObject) {
        const end = this.skip(at)
        name = JSON.parse(this.text.slice(at, end)) as string
        at = this.skipSpace(this.skipSpace(end) + 1)
      }
      yield { name, value: at }
      at = this.skipSpace(this.skip(at))
      if (this.text[at] === ',') at = this.skipSpace(at + 1)
    }
  }

  /** The end of the value that begins at a position. One pass, because a value may be nested deeper than the call stack allows. */
  private skip(start: number): number {
    let at = start
    let open = 0
    do {
      const first = this.text[at] ?? ''
      if (first === '"') at = this.endOfString(at)
      else if (first === '{' || first === '[') [open, at] = [open + 1, at + 1]
      else if (first === '}' || first === ']') [open, at] = [open - 1, at + 1]
      else at = BETWEEN.includes(first) ? at + 1 : this.match(SCALAR, at)
    } while (open > 0 && at < this.text.length)
    return at
  }

  private endOfString(start: number): number {
    let at = start + 1
    while (at < this.text.length && this.text[at] !== '"') at += this.text[at] === '\\' ? 2 : 1
    return at + 1
  }

  private skipSpace(at: number): number {
    return this.match(SPACE, at)
  }

  private match(pattern: RegExp, at: number): number {
    pattern.lastIndex = at
    return at + (pattern.exec(this.text)?.[0].length ?? 0)
  }
}
