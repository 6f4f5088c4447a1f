import { goQuoted } from './go-quote'

/** What is wrong with a text that is no whole number, in the words that clients of this API know. */
export function goNumberProblem(reader: 'ParseInt' | 'ParseUint', text: string): string {
  const digits = reader === 'ParseInt' ? /^[+-]?\d+$/ : /^\d+$/
  return `strconv.${reader}: parsing ${goQuoted(text)}: ${digits.test(text) ? 'value out of range' : 'invalid syntax'}`
}
