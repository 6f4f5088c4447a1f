import { isReserved, isWord } from '../../../expressions/reserved-words'

const isKeyword = (name: string): boolean => isWord(name) || isReserved(name)
const WORDS: Readonly<Record<string, string>> = { __: 'underscores', '.': 'dot', '-': 'dash', '/': 'slash' }
const SIGNS = new Map(Object.entries(WORDS).map(([sign, word]) => [word, sign]))

/** Escaped name of a property in expressions; undefined if it can't be expressed. */
export function fieldName(property: string): string | undefined {
  if (isKeyword(property)) return `__${property}__`
  if (!/^[A-Za-z_.\-/][A-Za-z0-9_.\-/]*$/.test(property)) return undefined
  return property.replace(/__|[.\-/]/g, (sign) => `__${WORDS[sign] ?? sign}__`)
}

/** Property for an escaped name, such as `a.b` for `a__dot__b`; undefined if the name is not escaped. */
export function propertyNamed(field: string): string | undefined {
  let wrong = false
  const property = field.replace(/__([^_]+)__/g, (whole, inner: string) => {
    const sign = SIGNS.get(inner)
    if (sign === undefined && !(isKeyword(inner) && whole === field)) wrong = true
    return sign ?? inner
  })
  return wrong || property === field ? undefined : property
}
