import {
  CLOSE,
  CLOSE_LIST,
  COLON,
  COMMA,
  digitOf,
  DOT,
  isNumberPart,
  LETTER_N,
  MINUS,
  OPEN,
  OPEN_LIST,
  QUOTE,
} from './json-bytes'
import type { JsonReading } from './json-reading'

/** Skips a value whose type is unknown, with the errors that real servers up to 1.22 report of it. */
export function skipValue(reading: JsonReading): void {
  const first = reading.next()
  const letter = String.fromCharCode(first)
  if (first === QUOTE) reading.restOfString()
  else if (letter === 'n') reading.word('ull')
  else if (letter === 't') reading.word('rue')
  else if (letter === 'f') reading.word('alse')
  else if (first === OPEN) skipMembers(reading)
  else if (first === OPEN_LIST) skipItems(reading)
  else if (first === MINUS || digitOf(first) >= 0) skipNumber(reading)
  else reading.report('Skip', `do not know how to skip: ${first}`)
}

function skipNumber(reading: JsonReading): void {
  while (digitOf(reading.bytes[reading.head]) >= 0 || reading.bytes[reading.head] === DOT) reading.head++
  if (reading.error === undefined) while (isNumberPart(reading.bytes[reading.head])) reading.head++
  if (reading.head >= reading.bytes.length) reading.end()
}

function skipItems(reading: JsonReading): void {
  reading.unread()
  const first = reading.next()
  if (first !== OPEN_LIST) return reading.error === undefined ? undefined : skipPast(reading, first)
  if (reading.next() === CLOSE_LIST) return
  reading.unread()
  let after: number
  do {
    skipValue(reading)
    after = reading.next()
  } while (after === COMMA)
  if (after !== CLOSE_LIST) reading.unexpected('ReadArrayCB', 'expect ] in the end', after)
}

/** After an error the opening bracket is not found again. Real servers then skip a null and nothing else. */
function skipPast(reading: JsonReading, first: number): void {
  if (first === LETTER_N) reading.word('ull')
}

function skipMembers(reading: JsonReading): void {
  reading.unread()
  const first = reading.next()
  if (first !== OPEN) return skipPast(reading, first)
  const begin = reading.next()
  if (begin !== QUOTE) return
  reading.unread()
  let after: number
  do {
    reading.string()
    const colon = reading.next()
    if (colon !== COLON) reading.unexpected('ReadObject', 'expect : after object field', colon)
    skipValue(reading)
    after = reading.next()
  } while (after === COMMA)
  if (after !== CLOSE) reading.report('ReadObjectCB', 'object not ended with }')
}
