import { WireType } from '@bufbuild/protobuf/wire'
import type { Form } from './form'

/** An object by member name. */
export type Members = Record<string, unknown>

/** A field of a message: its number and wire type, and how its value is encoded. */
export interface Field {
  readonly name: string
  readonly tag: number
  readonly form: Form
  readonly shape: 'one' | 'list' | 'map' | 'inline'
  readonly always: boolean
  /** Fast path for strings, the most common fields. */
  readonly isText: boolean
  /** Encoding of the unset field, cached. */
  unset?: Uint8Array
}

/** The key that precedes a value: field number and wire type. */
export const tagOf = (number: number, wire: WireType): number => ((number << 3) | wire) >>> 0

/** The tag of a map entry’s key, and the field numbers of its key and value. */
export const [KEY_TAG, KEY, VALUE] = [tagOf(1, WireType.LengthDelimited), 1, 2]
