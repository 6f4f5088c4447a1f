/** Character sets, written as the inside of a JavaScript character class with the `u` flag. */

/** POSIX classes that schemas may use, such as `[[:alpha:]]`. */
const POSIX: Readonly<Record<string, string>> = {
  alnum: '0-9A-Za-z',
  alpha: 'A-Za-z',
  ascii: '\\x00-\\x7F',
  blank: '\\t ',
  cntrl: '\\x00-\\x1F\\x7F',
  digit: '0-9',
  graph: '!-~',
  lower: 'a-z',
  print: ' -~',
  punct: '!-\\/:-@\\[-`\\{-~',
  space: '\\t\\n\\v\\f\\r ',
  upper: 'A-Z',
  word: '0-9A-Za-z_',
  xdigit: '0-9A-Fa-f',
}
const PERL: Readonly<Record<string, string>> = { d: '0-9', s: '\\t\\n\\f\\r ', w: '0-9A-Za-z_' }

const CATEGORIES = new Set(
  'C Cc Cf Co Cs L Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk Sm So Z Zl Zp Zs'.split(' '),
)

/** Part of a character class: the characters included or, if negated, excluded. */
export interface CharacterSet {
  readonly body: string
  readonly negated: boolean
}

/** The class of `\d`, `\S` and so on; undefined for other letters. */
export const perlClass = (letter: string): CharacterSet | undefined => {
  const body = PERL[letter.toLowerCase()]
  return body === undefined ? undefined : { body, negated: letter !== letter.toLowerCase() }
}

/** The class `[:name:]`; undefined for an unknown name. */
export const posixClass = (name: string, negated: boolean): CharacterSet | undefined => {
  const body = Object.hasOwn(POSIX, name) ? POSIX[name] : undefined
  return body === undefined ? undefined : { body, negated }
}

/** `\p{Greek}`, `\pL`: a general category or a script by name. */
export function unicodeClass(name: string, negated: boolean): CharacterSet | undefined {
  if (name.startsWith('^')) return unicodeClass(name.slice(1), !negated)
  if (name === 'Any') return { body: '\\u{0}-\\u{10FFFF}', negated }
  if (CATEGORIES.has(name)) return { body: `\\p{${name}}`, negated }
  if (!/^[A-Z][A-Za-z_]+$/.test(name)) return undefined
  const body = `\\p{Script=${name}}`
  try {
    new RegExp(body, 'u')
    return { body, negated }
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** A character escaped so that it is literal in every context. */
export const literal = (code: number): string =>
  (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
    ? String.fromCharCode(code)
    : `\\u{${code.toString(16)}}`

/** Longest range whose case variants are listed one by one. */
const MAX_FOLDED = 2000

/** A range of characters; `fold` adds their case variants. */
export function range(from: number, to: number, fold: boolean): string {
  const body = from === to ? literal(from) : `${literal(from)}-${literal(to)}`
  if (!fold) return body
  let others = ''
  for (let code = from; code <= to && code - from < MAX_FOLDED; code++)
    for (const other of otherCases(code)) others += literal(other)
  return body + others
}

/** K and S each have a third case variant. */
const THIRD_FORMS: readonly (readonly number[])[] = [
  [0x4b, 0x6b, 0x212a],
  [0x53, 0x73, 0x17f],
]

function otherCases(code: number): number[] {
  const third = THIRD_FORMS.find((forms) => forms.includes(code))
  if (third) return third.filter((form) => form !== code)
  const text = String.fromCodePoint(code)
  return [text.toLowerCase(), text.toUpperCase()]
    .filter((other) => other !== text && [...other].length === 1)
    .map((other) => other.codePointAt(0) ?? code)
}

/** A class of several sets. A negated set can't be nested in a JavaScript class, so such a class becomes alternatives. */
export function classOf(sets: readonly CharacterSet[], negated: boolean): string {
  const plain = sets.filter((set) => !set.negated).map(({ body }) => body)
  const inverse = sets.filter((set) => set.negated).map(({ body }) => `[^${body}]`)
  const choices = plain.length > 0 || inverse.length === 0 ? [`[${plain.join('')}]`, ...inverse] : inverse
  if (choices.length === 1 && choices[0] !== undefined) {
    if (!negated) return choices[0]
    return inverse.length === 0 ? `[^${plain.join('')}]` : `(?!${choices[0]})[^]`
  }
  const any = `(?:${choices.join('|')})`
  return negated ? `(?!${any})[^]` : any
}
