import type { Type } from '../types'

interface Verb {
  /** Kinds of types that the verb takes. */
  readonly takes: ReadonlySet<Type['kind']>
  /** What to say of others. */
  readonly only: string
}

const DOUBLES = new Set<Type['kind']>(['double', 'string'])
const HEX: Verb = {
  takes: new Set(['int', 'uint', 'string', 'bytes']),
  only: 'only integers, byte buffers, and strings can be formatted as hex',
}

/** What the verbs of formats take on a server, where they are stricter than the language. */
export const SERVER_VERBS: Readonly<Record<string, Verb>> = {
  s: {
    takes: new Set(
      'list map int uint double bool string timestamp bytes duration type null'.split(' ') as readonly Type['kind'][],
    ),
    only: 'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps',
  },
  d: { takes: new Set(['int', 'uint']), only: 'decimal clause can only be used on integers' },
  f: { takes: DOUBLES, only: 'fixed-point clause can only be used on doubles' },
  e: { takes: DOUBLES, only: 'scientific clause can only be used on doubles' },
  b: { takes: new Set(['int', 'uint', 'bool']), only: 'only integers and bools can be formatted as binary' },
  o: { takes: new Set(['int', 'uint']), only: 'octal clause can only be used on integers' },
  x: HEX,
  X: HEX,
}

/** Why a verb doesn't take a value of a type. */
export const unfitFor = (verb: string, typeName: string): string =>
  `error during formatting: ${SERVER_VERBS[verb]?.only ?? ''}, was given ${typeName}`
