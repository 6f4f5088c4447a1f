/** Errors of types that read their JSON text themselves, in a real server's words. */
import type { Schema } from '../../api/schema'
import { canonicalBase64 } from '../../api/scalars'
import { decodeJson } from '../../machinery/decode-json'
import { jsonTypeOf } from '../../machinery/json-type'
import { isQuantity } from '../../machinery/quantity'
import { goTimeProblem } from './go-time-problem'

const RFC3339_MICROSECONDS = '2006-01-02T15:04:05.000000Z07:00'
const INT32 = 2 ** 31
const WHOLE = /^-?\d+$/

/** What a value of another type is called; numbers are quoted where an integer is expected. */
export const goUnmarshalError = (given: string, type: string, where = 'value'): string =>
  `json: cannot unmarshal ${given} into Go ${where} of type ${type}`

/** Why the JSON text of a value can't be read into a type; undefined if it can. */
export function rawProblem(schema: Schema, text: string): string | undefined {
  if (text === 'null') return undefined
  const { value } = decodeJson(text)
  const { format } = schema
  switch (format) {
    case 'byte':
      return typeof value === 'string' && canonicalBase64(value) === undefined ? base64Problem(value) : undefined
    case 'date-time':
    case 'micro-time':
      if (typeof value !== 'string') return goUnmarshalError(jsonTypeOf(value), 'string')
      return goTimeProblem(value, format === 'micro-time' ? RFC3339_MICROSECONDS : undefined)
    case 'quantity':
      return quantityProblem(value, text)
    case 'int-or-string':
      if (typeof value === 'string') return undefined
      if (typeof value !== 'number' && typeof value !== 'bigint') return goUnmarshalError(jsonTypeOf(value), 'int32')
      return WHOLE.test(text) && Number(text) >= -INT32 && Number(text) < INT32
        ? undefined
        : goUnmarshalError(`number ${text}`, 'int32')
    default:
      return undefined
  }
}

/** Whether an error says that a JSON value is of the wrong type, rather than that its text can't be read. */
export const isTypeProblem = (problem: string): boolean => problem.startsWith('json: cannot unmarshal ')

const NO_QUANTITY = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
const QUANTITY = /^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$/
const AMOUNT = /^[+-]?(?:\d+\.?\d*|\.\d+)$/

function quantityProblem(value: unknown, text: string): string | undefined {
  const given = (typeof value === 'string' ? value : text).trim()
  if (isQuantity(given)) return undefined
  if (given === '') return NO_QUANTITY
  const [, amount = ''] = QUANTITY.exec(given) ?? []
  if (!AMOUNT.test(amount)) return NO_QUANTITY
  return "unable to parse quantity's suffix"
}

const GROUP = 4

/** Where Go's decoder stops. */
function base64Problem(text: string): string {
  const corrupt = (at: number) => `illegal base64 data at input byte ${at}`
  const isBreak = (at: number) => text[at] === '\n' || text[at] === '\r'
  let at = 0
  const pass = () => {
    while (isBreak(at)) at++
  }
  for (;;) {
    for (let read = 0; read < GROUP; read++) {
      pass()
      const character = text[at]
      if (character === undefined) return corrupt(at - read)
      at++
      if (/[A-Za-z0-9+/]/.test(character)) continue
      if (character !== '=' || read < 2) return corrupt(at - 1)
      if (read === 2) {
        pass()
        if (text[at] === undefined) return corrupt(text.length)
        if (text[at] !== '=') return corrupt(at - 1)
        at++
      }
      pass()
      return corrupt(at)
    }
  }
}
