/** Protobuf messages as data: field numbers and types, one line per message (see tools/generate/messages.mjs). */
import { messagesText } from '../generated/messages'

/** Encoding of one field. `message` names another message; `list` and `map` contain values of the following type. */
export interface FieldFact {
  readonly number: number
  /** JSON field name. */
  readonly name: string
  /** One letter for a scalar, `@name` for a message; prefixed with `[` for a list or `{` for a map with string keys. */
  readonly type: string
  /** Written even if unset: the Go type can't distinguish absent from zero. */
  readonly always: boolean
  /** The message's fields are inlined into the surrounding JSON object. */
  readonly inline: boolean
}

let lines: Map<string, string> | undefined

function lineOf(name: string): string | undefined {
  lines ??= new Map(messagesText.split('\n').map((line) => [line.slice(0, line.indexOf('|')), line]))
  return lines.get(name)
}

/** Whether a type has a protobuf message. */
export const hasMessage = (name: string): boolean => lineOf(name) !== undefined

const FIELD = /^(\d+)([^:]+):([^!>]+)(!?)(>?)$/

/** Message of a built-in type. The binary form files the types of the two servers behind the first one under their group. */
export const messageOfType = (type: string): string => type.replace(/^(aggregator|extensions)\.apis\./, '')

/** Fields of a message by number; undefined if it does not exist. */
export function fieldFacts(name: string): readonly FieldFact[] | undefined {
  return lineOf(name)
    ?.split('|')
    .slice(1)
    .map((text) => {
      const [, number, field = '', type = '', always, inline] = FIELD.exec(text) ?? []
      return { number: Number(number), name: field, type, always: always !== '', inline: inline !== '' }
    })
    .sort((a, b) => a.number - b.number)
}
