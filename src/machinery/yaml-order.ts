/** Key order of the reference's YAML writer: numbers within text by value, punctuation before letters. */
const LETTER = /\p{L}/u
const isDigit = (char: string | undefined): boolean => char !== undefined && char >= '0' && char <= '9'

/** Compares two keys; negative when `a` comes first. */
export function compareYamlKeys(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  let at = 0
  while (at < length && a[at] === b[at]) at++
  if (at === length) return a.length - b.length
  const [left, right] = [a[at] as string, b[at] as string]
  const [leftIsLetter, rightIsLetter] = [LETTER.test(left), LETTER.test(right)]
  if (leftIsLetter && rightIsLetter) return left < right ? -1 : 1
  if (leftIsLetter || rightIsLetter) return leftIsLetter ? 1 : -1
  return compareNumbers(a, b, at)
}

/** Compares keys that are equal before `at`, where neither has a letter. */
function compareNumbers(a: string, b: string, at: number): number {
  // A zero inside a number counts as a digit, a leading one does not.
  const within = (a[at] === '0' || b[at] === '0') && insideNumber(a, at) ? '1' : ''
  const [left, right] = [digitsFrom(a, at), digitsFrom(b, at)]
  const [first, second] = [BigInt(within + left || '0'), BigInt(within + right || '0')]
  if (first !== second) return first < second ? -1 : 1
  if (left.length !== right.length) return left.length - right.length
  return (a[at] as string) < (b[at] as string) ? -1 : 1
}

function insideNumber(text: string, at: number): boolean {
  for (let i = at - 1; i >= 0 && isDigit(text[i]); i--) if (text[i] !== '0') return true
  return false
}

/** Digits that always fit in 64 bits; longer numbers are not compared by value. */
const MOST_DIGITS = 18

function digitsFrom(text: string, at: number): string {
  let end = at
  while (isDigit(text[end]) && end - at < MOST_DIGITS) end++
  return text.slice(at, end)
}
