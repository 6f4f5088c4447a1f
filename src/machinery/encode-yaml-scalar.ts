/** Indentation of `count` columns. */
export const spaces = (count: number): string => ' '.repeat(count)

const WIDTH = 80

/** Fast path: most strings are short words that are safe as plain scalars. */
const WORD = /^[A-Za-z][\w./-]*$/

/** Writes a scalar, or an empty list or map, as YAML that starts at `column`; continuation lines are indented by `indent`. */
export function scalarText(value: unknown, column: number, indent: number, isKey = false): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return '[]'
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'string') return '{}'
  if (WORD.test(value) && !WORDS.has(value)) return value
  const can = analyse(value)
  if (value.includes('\n') && !isKey && can.block) return blockText(value, indent)
  if (!value.includes('\n') && !meansElse(value) && can.plain) return fold(value, column, indent, isKey)
  const quotable = !value.includes('\n') && !meansElse(value) && can.single
  if (quotable) return `'${fold(value.replaceAll("'", "''"), column + 1, indent, isKey)}'`
  return doubleQuoted(value, column, indent, isKey)
}

function numberText(value: number): string {
  if (Number.isInteger(value)) return Math.abs(value) < 1e21 ? BigInt(value).toString() : String(value)
  return String(value).replace(/e([+-])(\d)$/, 'e$10$2')
}

const PRINTABLE = /^[\n\x20-\x7e\x85\u00a0-\ud7ff\ue000-\ufefe\uff00-\ufffd]*$/u

/** Which scalar styles can represent a string exactly. */
function analyse(text: string): { plain: boolean; single: boolean; block: boolean } {
  if (text === '') return { plain: false, single: true, block: false }
  const special = !PRINTABLE.test(text.replace(/[\u{10000}-\u{10ffff}]/gu, ''))
  const spaceBreak = / \n/.test(text)
  const breakSpace = /\n /.test(text)
  const edges = /^[ \n]|[ \n]$/.test(text)
  const indicator =
    /^(---|\.\.\.)/.test(text) ||
    /^[#,[\]{}&*!|>'"%@`]/.test(text) ||
    /^[?:-](\s|$)/.test(text) ||
    /:(\s|$)/.test(text) ||
    /\s#/.test(text)
  return {
    plain: !special && !spaceBreak && !breakSpace && !edges && !indicator && !text.includes('\n'),
    single: !special && !spaceBreak && !breakSpace,
    block: !special && !spaceBreak && !text.endsWith(' '),
  }
}

/** Folds a long line at single spaces; continuation lines are indented by `indent`. */
function fold(text: string, column: number, indent: number, isKey: boolean): string {
  if (isKey || column + text.length <= WIDTH) return text
  let out = ''
  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? ''
    const single = char === ' ' && text[i - 1] !== ' ' && text[i + 1] !== ' '
    if (single && i > 0 && i < text.length - 1 && column > WIDTH) {
      out += `\n${spaces(indent)}`
      column = indent
    } else {
      out += char
      column += 1
    }
  }
  return out
}

function blockText(text: string, indent: number): string {
  const hint = /^[ \n]/.test(text) ? '2' : ''
  const chomp = !text.endsWith('\n') ? '-' : text === '\n' || text.endsWith('\n\n') ? '+' : ''
  const lines = text.replace(/\n$/, '').split('\n')
  return `|${hint}${chomp}\n${lines.map((line) => (line === '' ? '' : spaces(indent) + line)).join('\n')}`
}

function doubleQuoted(text: string, column: number, indent: number, isKey: boolean): string {
  let out = '"'
  column += 1
  let spaced = false
  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? ''
    if (char === ' ' && !isKey && !spaced && column > WIDTH && i > 0 && i < text.length - 1) {
      out += `\n${spaces(indent)}${text[i + 1] === ' ' ? '\\' : ''}`
      column = indent
      spaced = true
      continue
    }
    const written = escapeChar(char)
    out += written
    column += written.length
    spaced = char === ' '
  }
  return `${out}"`
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\0': '\\0',
  '\x07': '\\a',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
  '\x1b': '\\e',
  '"': '\\"',
  '\\': '\\\\',
  '\x85': '\\N',
  '\u2028': '\\L',
  '\u2029': '\\P',
  '\ufeff': '\\uFEFF',
}
function escapeChar(char: string): string {
  const known = ESCAPES[char]
  if (known !== undefined) return known
  return char < ' ' || char === '\x7f' ? `\\x${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}` : char
}

const WORDS = new Set(
  ['y', 'Y', 'yes', 'Yes', 'YES', 'on', 'On', 'ON', 'n', 'N', 'no', 'No', 'NO', 'off', 'Off', 'OFF', 'true', 'True']
    .concat(['TRUE', 'false', 'False', 'FALSE', '', '~', 'null', 'Null', 'NULL', '<<', '.nan', '.NaN', '.NAN'])
    .concat(['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF', '-.inf', '-.Inf', '-.INF']),
)
const NUMBERS = [
  /^[-+]?(0b[01_]+|0o?[0-7_]+|0x[\da-fA-F_]+|(0|[1-9][\d_]*))$/,
  /^[-+]?\d[\d_]*(:[0-5]?\d)+(\.[\d_]*)?$/,
]
/** Readers skip underscores in it, wherever they stand but in front. */
const FRACTION = /^[-+]?(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?$/
const DATES = [
  /^\d{4}-\d{1,2}-\d{1,2}$/,
  /^\d{4}-\d{1,2}-\d{1,2}[Tt]\d{1,2}:\d{1,2}:\d{1,2}(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  /^\d{4}-\d{1,2}-\d{1,2} \d{1,2}:\d{1,2}:\d{1,2}(\.\d+)?$/,
]

/** Whether a plain scalar would be read as something other than a string. */
const meansElse = (text: string): boolean =>
  WORDS.has(text) ||
  NUMBERS.some((form) => form.test(text)) ||
  FRACTION.test(text.startsWith('_') ? text : text.replaceAll('_', '')) ||
  DATES.some((form) => form.test(text))
