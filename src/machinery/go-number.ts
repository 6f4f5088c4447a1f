import { goQuoted } from './go-quote'

/** Error text for an invalid integer, worded as by Go's `strconv`. */
export function goNumberProblem(reader: 'ParseInt' | 'ParseUint', text: string): string {
  const digits = reader === 'ParseInt' ? /^[+-]?\d+$/ : /^\d+$/
  return `strconv.${reader}: parsing ${goQuoted(text)}: ${digits.test(text) ? 'value out of range' : 'invalid syntax'}`
}

/** Whether a text is a decimal integer of 64 bits, as Go reads it. */
export const isInt64 = (text: string): boolean => {
  const [, sign = '', digits] = /^([+-]?)0*(\d{1,19})$/.exec(text) ?? []
  return (
    digits !== undefined &&
    BigInt.asIntN(64, BigInt(`${sign === '-' ? '-' : ''}${digits}`)) === BigInt(`${sign === '-' ? '-' : ''}${digits}`)
  )
}
