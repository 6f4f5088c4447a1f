import type { Field } from './message-field'

/** Bits of one set of fields. */
export const WORD_BITS = 32

/** Indexes of a message's fields, and two bit sets of fields that are always written. */
export interface FieldPlaces {
  readonly byName: ReadonlyMap<string, number>
  /** Property names of the last object in its order, and their indexes: the next object usually has the same. */
  readonly lastNames: string[]
  readonly lastPlaces: (number | undefined)[]
  readonly first: number
  readonly second: number
}

/** Null if there are more fields than bits. */
export function fieldPlaces(fields: readonly Field[]): FieldPlaces | null {
  if (fields.length > 2 * WORD_BITS) return null
  const always = (from: number): number =>
    fields
      .slice(from, from + WORD_BITS)
      .reduce((bits, field, i) => (field.always || field.shape === 'inline' ? bits | (1 << i) : bits), 0)
  const named = fields.flatMap(({ name, shape }, i) => (shape === 'inline' ? [] : [[name, i] as const]))
  return { byName: new Map(named), lastNames: [], lastPlaces: [], first: always(0), second: always(WORD_BITS) }
}

/** Index of the field that is the `i`-th property of an object; undefined if the message has no such field. */
export function fieldPlace(
  { byName, lastNames, lastPlaces }: FieldPlaces,
  i: number,
  name: string,
): number | undefined {
  if (lastNames[i] === name) return lastPlaces[i]
  lastNames[i] = name
  return (lastPlaces[i] = byName.get(name))
}
