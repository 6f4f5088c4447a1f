/** The messages of the binary form as facts: field numbers and types, one line a message (see tools/generate/messages.mjs). */
import { messagesText } from '../generated/messages'

/** How one field is written. `message` names another message; `list` and `map` hold values of the type that follows. */
export interface FieldFact {
  readonly number: number
  /** The field's name in JSON. */
  readonly name: string
  /** One letter for a scalar, `@name` for a message, with `[` before it for a list or `{` for a map from strings. */
  readonly type: string
  /** Written even when nobody set it: the reference's type can't tell absence from zero. */
  readonly always: boolean
  /** A message whose fields stand in the JSON object around it. */
  readonly inline: boolean
}

let lines: Map<string, string> | undefined

function lineOf(name: string): string | undefined {
  lines ??= new Map(messagesText.split('\n').map((line) => [line.slice(0, line.indexOf('|')), line]))
  return lines.get(name)
}

export const hasMessage = (name: string): boolean => lineOf(name) !== undefined

const FIELD = /^(\d+)([^:]+):([^!>]+)(!?)(>?)$/

/** Fields of a message by number; undefined when there is no such message. */
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
