const compiled = new Map<string, RegExp | undefined>()
const MAX_KEPT = 1000

/** What the reference's expression language (RE2) does not have, and JavaScript's has. */
const NOT_IN_RE2 = /\(\?(?:=|!|<=|<!)|\\[1-9]|\\k</
const CLASSES: Readonly<Record<string, string>> = {
  alnum: '0-9A-Za-z',
  alpha: 'A-Za-z',
  ascii: '\\x00-\\x7F',
  blank: '\\t ',
  cntrl: '\\x00-\\x1F\\x7F',
  digit: '0-9',
  graph: '!-~',
  lower: 'a-z',
  print: ' -~',
  punct: '!-\\/:-@\\[-`{-~',
  space: '\\t\\n\\v\\f\\r ',
  upper: 'A-Z',
  word: '0-9A-Za-z_',
  xdigit: '0-9A-Fa-f',
}

function translate(pattern: string): { source: string; flags: string } | undefined {
  if (NOT_IN_RE2.test(pattern.replace(/\\\\/g, ''))) return undefined
  let flags = ''
  const source = pattern
    .replace(/^\(\?([ims]+)\)/, (_, letters: string) => {
      flags = letters
      return ''
    })
    .replace(/\\Q(.*?)(?:\\E|$)/gs, (_, literal: string) => literal.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    .replace(/\[:(\^?)([a-z]+):\]/g, (whole, negated: string, name: string) =>
      negated ? whole : (CLASSES[name] ?? whole),
    )
    .replace(/\(\?P</g, '(?<')
    .replace(/\\A/g, '^')
    .replace(/\\z/g, '$')
  return { source, flags }
}

/** Compiles a pattern of a schema; undefined when it is not a regular expression (of RE2's syntax). */
export function compilePattern(pattern: string): RegExp | undefined {
  if (compiled.has(pattern)) return compiled.get(pattern)
  const result = compile(pattern)
  if (compiled.size >= MAX_KEPT) compiled.clear()
  compiled.set(pattern, result)
  return result
}

function compile(pattern: string): RegExp | undefined {
  const translated = translate(pattern)
  if (!translated) return undefined
  // Escapes such as \- or \_ are fine in RE2 but not under the u flag.
  for (const flag of ['u', '']) {
    try {
      return new RegExp(translated.source, flag + translated.flags)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
    }
  }
  return undefined
}
