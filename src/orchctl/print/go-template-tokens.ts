import { TemplateMistake } from './go-template-errors'

interface Token {
  readonly text: string
  readonly action: boolean
  /** The position of the text in the template. */
  readonly at: number
}

const ACTION = /(?:"(?:\\.|[^"\\\n])*"|`[^`]*`|'(?:\\.|[^'\\\n])*'|\/\*[\s\S]*?\*\/|(?!\}\}|["'`])[\s\S])*/y

/**
 * Splits a template into texts and actions, trimmed according to `{{-` and `-}}`.
 * @throws TemplateMistake for an unclosed action
 */
export function tokens(text: string): Token[] {
  const out: Token[] = []
  for (let at = 0; ;) {
    const start = text.indexOf('{{', at)
    const before = text.slice(at, start < 0 ? text.length : start)
    const trimLeft = start >= 0 && /^\{\{-\s/.test(text.slice(start, start + 4))
    const trimRight = /\s-\}\}$/.test(text.slice(0, at))
    let kept = trimLeft ? before.trimEnd() : before
    if (trimRight) kept = kept.trimStart()
    out.push({ text: kept, action: false, at })
    if (start < 0) return out
    const inner = start + (trimLeft ? 3 : 2)
    ACTION.lastIndex = inner
    const [found = ''] = ACTION.exec(text) ?? []
    at = inner + found.length
    if (!text.startsWith('}}', at)) {
      // A quote directly after a name is not an unclosed string: the name lacks a separator.
      if (at < text.length && NAME_AT_END.test(found)) endOfWord(text, at)
      // A single brace is the last character that was read.
      if (found.endsWith('}') && NAME_AT_END.test(found.slice(0, -1))) endOfWord(text, at - 1)
      throw new TemplateMistake(unclosed(text[at]))
    }
    at += 2
    const action = found.replace(/\s-$/, '')
    out.push({ text: action.trim(), action: true, at: inner + action.length - action.trimStart().length })
  }
}

/** A name, or a member access, at the end of a text. */
const NAME_AT_END = /(?:(?<!\w)[A-Za-z_]\w*|[.$](?!\d)\w*)$/

const unclosed = (char: string | undefined): string =>
  char === '"'
    ? 'unterminated quoted string'
    : char === '`'
      ? 'unterminated raw quoted string'
      : char === "'"
        ? 'unterminated character constant'
        : 'unclosed action'

/** @throws TemplateMistake unless a space or one of a few signs follows a name or member */
export function endOfWord(source: string, at: number): void {
  const char = source[at]
  if (char === undefined || /[\s.,|:)(=]/.test(char)) return
  const code = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  throw new TemplateMistake(`bad character U+${code} '${char}'`)
}
