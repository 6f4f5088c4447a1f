/** A key's effect beyond editing the line. */
export type Asked = 'none' | 'run' | 'complete' | 'stop' | 'end' | 'clear'

interface Search {
  readonly text: string
  /** Index of the match in the history; -1 if there is none. */
  readonly at: number
}

/** Terminal key sequences and their effect on the line. */
const KEYS: Readonly<Record<string, (editor: LineEditor) => void>> = {
  '\u007f': (editor) => editor.remove(-1),
  '\b': (editor) => editor.remove(-1),
  '\u001b[3~': (editor) => editor.remove(1),
  '\u001b[D': (editor) => editor.move(-1),
  '\u0002': (editor) => editor.move(-1),
  '\u001b[C': (editor) => editor.move(1),
  '\u0006': (editor) => editor.move(1),
  '\u001b[H': (editor) => editor.move(-Infinity),
  '\u001bOH': (editor) => editor.move(-Infinity),
  '\u0001': (editor) => editor.move(-Infinity),
  '\u001b[F': (editor) => editor.move(Infinity),
  '\u001bOF': (editor) => editor.move(Infinity),
  '\u0005': (editor) => editor.move(Infinity),
  '\u001bb': (editor) => editor.moveWord(-1),
  '\u001b[1;5D': (editor) => editor.moveWord(-1),
  '\u001bf': (editor) => editor.moveWord(1),
  '\u001b[1;5C': (editor) => editor.moveWord(1),
  '\u0017': (editor) => editor.removeWord(),
  '\u001b\u007f': (editor) => editor.removeWord(),
  '\u0015': (editor) => editor.remove(-Infinity),
  '\u000b': (editor) => editor.remove(Infinity),
  '\u001b[A': (editor) => editor.older(),
  '\u0010': (editor) => editor.older(),
  '\u001b[B': (editor) => editor.newer(),
  '\u000e': (editor) => editor.newer(),
}

/** The prompt's line: text, cursor, and navigation through the history. Independent of the screen. */
export class LineEditor {
  text = ''
  cursor = 0
  search: Search | undefined
  /** Index of the line in the history; the history's length for the new line. */
  private at: number
  private draft = ''

  constructor(private readonly history: () => readonly string[]) {
    this.at = history().length
  }

  set(text: string, cursor = text.length): void {
    this.text = text
    this.cursor = cursor
  }

  /** Starts a new line. */
  reset(): void {
    this.set('')
    this.search = undefined
    this.draft = ''
    this.at = this.history().length
  }

  /** Handles a key or pasted text. */
  press(key: string): Asked {
    if (this.search) {
      const done = this.searchKey(key, this.search)
      if (done) return done
    }
    switch (key) {
      case '\r':
        return 'run'
      case '\t':
        return 'complete'
      case '\u0003':
        return 'stop'
      case '\u0004':
        if (this.text === '') return 'end'
        this.remove(1)
        return 'none'
      case '\u000c':
        return 'clear'
      case '\u0012':
        this.search = { text: '', at: -1 }
        return 'none'
    }
    const known = KEYS[key]
    if (known) known(this)
    else if (!key.startsWith('\u001b') && key >= ' ') this.insert(key)
    return 'none'
  }

  insert(text: string): void {
    this.set(this.text.slice(0, this.cursor) + text + this.text.slice(this.cursor), this.cursor + text.length)
  }

  move(by: number): void {
    this.cursor = Math.min(this.text.length, Math.max(0, this.cursor + by))
  }

  moveWord(direction: 1 | -1): void {
    this.cursor = this.wordEnd(direction)
  }

  remove(by: number): void {
    const [from, to] = [Math.max(0, Math.min(this.cursor, this.cursor + by)), Math.max(this.cursor, this.cursor + by)]
    this.set(this.text.slice(0, from) + this.text.slice(to), from)
  }

  removeWord(): void {
    this.remove(this.wordEnd(-1) - this.cursor)
  }

  private wordEnd(direction: 1 | -1): number {
    if (direction > 0) return this.cursor + (/^\s*\S*/.exec(this.text.slice(this.cursor))?.[0].length ?? 0)
    return this.cursor - (/\S*\s*$/.exec(this.text.slice(0, this.cursor))?.[0].length ?? 0)
  }

  older(): void {
    if (this.at === 0) return
    if (this.at >= this.history().length) this.draft = this.text
    this.set(this.history()[--this.at] ?? '')
  }

  newer(): void {
    if (this.at >= this.history().length) return
    this.at++
    this.set(this.at >= this.history().length ? this.draft : (this.history()[this.at] ?? ''))
  }

  /** Handles a key during a search; undefined if the key ends the search and is then handled as usual. */
  private searchKey(key: string, { text, at }: Search): Asked | undefined {
    if (key === '\u0007' || key === '\u001b') {
      this.search = undefined
      return 'none'
    }
    if (key === '\u0012') this.find(text, (at < 0 ? this.history().length : at) - 1)
    else if (key === '\u007f' || key === '\b') this.find(text.slice(0, -1), this.history().length - 1)
    else if (!key.startsWith('\u001b') && key >= ' ') this.find(text + key, this.history().length - 1)
    else {
      this.search = undefined
      return undefined
    }
    return 'none'
  }

  private find(text: string, from: number): void {
    const lines = this.history()
    for (let at = from; at >= 0; at--)
      if (text !== '' && lines[at]?.includes(text)) {
        this.search = { text, at }
        this.at = at
        this.set(lines[at] ?? '')
        return
      }
    this.search = { text, at: -1 }
  }
}

/** Splits terminal input into single keys, key sequences and texts. */
export function keysOf(data: string): string[] {
  return (
    data.match(/\u001b(?:\[[\d;]*[A-Za-z~]|O[A-Z]|[\s\S])?|[\u0000-\u001f\u007f]|[^\u0000-\u001f\u007f\u001b]+/g) ?? []
  )
}
