import { EvaluationError } from './expression-error'
import { isPattern } from './patterns'
import { parseDuration, parseTimestamp } from './times'
import { BOOL, BYTES, DOUBLE, DURATION, INT, NULL, STRING, TIMESTAMP, type Type, UINT } from './types'
import { Duration, Timestamp, Unsigned, type Value } from './values'

/** The type of a constant's value. */
export function literalType(value: Value): Type {
  if (value === null) return NULL
  if (typeof value === 'bigint') return INT
  if (typeof value === 'number') return DOUBLE
  if (typeof value === 'string') return STRING
  if (typeof value === 'boolean') return BOOL
  if (value instanceof Unsigned) return UINT
  if (value instanceof Timestamp) return TIMESTAMP
  return value instanceof Duration ? DURATION : BYTES
}

/** Whether a time or duration can be read and is within its limits. */
function isReadBy(read: (text: string) => object | undefined, text: string): boolean {
  try {
    return read(text) !== undefined
  } catch (error) {
    if (error instanceof EvaluationError) return false
    throw error
  }
}
const LITERAL_CHECKS: Readonly<Record<string, (text: string) => boolean>> = {
  matches: isPattern,
  timestamp: (text) => isReadBy(parseTimestamp, text),
  duration: (text) => isReadBy(parseDuration, text),
}

/** Whether a literal argument is a valid pattern, time or duration for the function. */
export const canRead = (name: string, text: string): boolean => LITERAL_CHECKS[name]?.(text) !== false
