import { encodeEnvelope, encodeWatchEvent } from '../../machinery/protobuf'
import { type Representation, MEDIA_TYPES } from '../representation'

/** The JSON text of an object, and what it is: the binary form says so apart. */
export interface Shown {
  readonly apiVersion: string
  readonly kind: string
  readonly text: string
}
export type EventKind = 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR'

const encoder = new TextEncoder()

/** One event of a stream as bytes: a line of JSON, or a frame of the binary representation. */
export function frameOf({ encoding }: Representation, type: EventKind, { apiVersion, kind, text }: Shown): Uint8Array {
  if (encoding === 'protobuf') return encodeWatchEvent(type, encodeEnvelope(apiVersion, kind, text))
  return encoder.encode(`{"type":"${type}","object":${text}}\n`)
}

/** What any object is when it is written as it stands. */
export function shown(object: { readonly apiVersion?: string; readonly kind?: string }): Shown {
  const { apiVersion = '', kind = '' } = object
  return { apiVersion, kind, text: JSON.stringify(object) }
}

/** The media type of a stream of events. */
export const streamTypeOf = ({ encoding }: Representation): string =>
  encoding === 'json' ? MEDIA_TYPES.json : `${MEDIA_TYPES[encoding]};stream=watch`
