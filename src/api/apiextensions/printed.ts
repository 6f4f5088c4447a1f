import { sortMembers } from '../../machinery/json'
import { htmlEscapedJson, writeJson } from '../../machinery/json-text'

const MAX_INTEGER = 2 ** 63
/** Fractions from this power of ten on are printed with an exponent. */
const LARGE = 6

/** A number in a string column: integers in full, others in their shortest form, large ones with an exponent. */
function printedNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < MAX_INTEGER) return String(value)
  const [digits = '', exponent = '0'] = value.toExponential().split('e')
  const power = Number(exponent)
  if (power >= -4 && power < LARGE) return String(value)
  return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`
}

/** JSON with members sorted and HTML characters escaped. */
const json = (value: unknown): string => htmlEscapedJson(writeJson(sortMembers(value)))

/** Text that a string column shows for a value of any type. */
export function printed(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value
    case 'number':
      return printedNumber(value)
    case 'object':
      return value === null ? '<no value>' : json(value)
    default:
      return String(value)
  }
}
