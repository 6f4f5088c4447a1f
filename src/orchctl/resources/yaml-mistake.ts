/** A syntax error of our YAML parser: the reason and the position (from 1). */
export interface YamlMistake {
  readonly why: string
  readonly line: number
  readonly column: number
}

/**
 * The error for a YAML text in the reference client's words and with its line number. Its parser has two phases: scanner errors have their
 * own line, grammar errors the line before. Line 1 is omitted.
 */
export function yamlMistake(text: string, refusal: YamlMistake): string {
  const { scanner, message, line } = mistakeOf(text, refusal)
  const told = scanner ? (line > 1 ? line : 0) : line - 1
  return told > 0 ? `line ${told}: ${message}` : message
}

interface Mistake {
  readonly scanner: boolean
  readonly message: string
  readonly line: number
}

const MAPPING_VALUES = 'mapping values are not allowed in this context'

function mistakeOf(text: string, { why, line, column }: YamlMistake): Mistake {
  const lines = text.split('\n')
  const token = (message: string, at = line): Mistake => ({ scanner: true, message, line: at })
  const grammar = (message: string, at = line): Mistake => ({ scanner: false, message, line: at })
  const anchor = /no anchor "(.*)"/.exec(why)
  if (anchor) return grammar(`unknown anchor '${anchor[1] ?? ''}' referenced`, 1)
  const open = unclosed(text)
  if (open === '"' || open === "'") return token('found unexpected end of stream', lines.length)
  if (open) return grammar(`did not find expected ',' or '${open === '[' ? ']' : '}'}'`, lines.length)
  if (/tab characters/.test(why)) return token('found character that cannot start any token')
  if (/escape sequence/.test(why)) return token('found unknown escape character')
  if (/multiline key/.test(why)) return token("could not find expected ':'")
  const here = lines[line - 1] ?? ''
  if (/bad indentation/.test(why)) {
    const rest = here.slice(column - 1).trimStart()
    if (/^[@`%]/.test(rest) || /[:-] +[@`%]/.test(here)) return token('found character that cannot start any token')
    if (/^- |: +- /.test(here.slice(Math.max(0, column - 3))))
      return token('block sequence entries are not allowed in this context')
    const before = lines.slice(0, line - 1).findLast((one) => one.trim() !== '') ?? ''
    return indentOf(here) < indentOf(before) ? grammar('did not find expected key') : token(MAPPING_VALUES)
  }
  if (/end of the stream or a document separator/.test(why)) {
    if (/^\s*- /.test(text.trimStart())) return grammar("did not find expected '-' indicator")
    return /:(?: |$)/.test(here) && indentOf(here) >= indentOf(lines[0] ?? '')
      ? token(MAPPING_VALUES)
      : grammar('did not find expected <document start>')
  }
  return token(why)
}

const indentOf = (line: string): number => line.length - line.trimStart().length

/** The last unclosed bracket or quote of a text. Words may contain apostrophes: a quote opens only where a value begins. */
function unclosed(text: string): string | undefined {
  const open: string[] = []
  let quote: string | undefined
  let fresh = true
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? ''
    if (quote) {
      if (char === '\\' && quote === '"') at++
      else if (char === quote) quote = undefined
      continue
    }
    if (fresh && (char === '"' || char === "'")) quote = char
    else if ((fresh || open.length > 0) && (char === '[' || char === '{')) open.push(char)
    else if (open.length > 0 && (char === ']' || char === '}')) open.pop()
    else if (char === '#' && /\s/.test(text[at - 1] ?? '\n')) at = Math.max(at, text.indexOf('\n', at) - 1)
    fresh =
      /[\s:[{,-]/.test(char) &&
      (fresh ||
        /[\s[{,]/.test(char) === false ||
        /[:,[{-]\s*$/.test(text.slice(Math.max(0, at - 8), at + 1)) ||
        char === '\n')
  }
  return quote ?? open.at(-1)
}
