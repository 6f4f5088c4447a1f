/** The order of keys in YAML that the reference writes: numbers in texts by their value, signs before letters. */
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

/** Keys that are the same before `at`, where neither has a letter. */
function compareNumbers(a: string, b: string, at: number): number {
  // A zero within a number counts as a digit, one before it does not.
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

/** As many as a 64-bit number may have; longer ones are no numbers that anybody compares. */
const MOST_DIGITS = 18

function digitsFrom(text: string, at: number): string {
  let end = at
  while (isDigit(text[end]) && end - at < MOST_DIGITS) end++
  return text.slice(at, end)
}
