import { goQuoted } from './go-quote'

/** Error text for an invalid integer, worded as by Go's `strconv`. */
export function goNumberProblem(reader: 'ParseInt' | 'ParseUint', text: string): string {
  const digits = reader === 'ParseInt' ? /^[+-]?\d+$/ : /^\d+$/
  return `strconv.${reader}: parsing ${goQuoted(text)}: ${digits.test(text) ? 'value out of range' : 'invalid syntax'}`
}
