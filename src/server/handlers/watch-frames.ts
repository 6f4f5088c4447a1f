import { binaryOf } from '../wire/binary'
import type { RequestContext } from '../context'
import { type Representation, MEDIA_TYPES } from '../wire/representation'
import { writeJson } from '../../machinery/json-text'

/** Types of watch events. */
export type EventKind = 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR'

const encoder = new TextEncoder()

/** One event of a stream as bytes: a line of JSON, or a frame of the binary form. `textOf` returns the object's JSON. */
export function frameOf<T extends object>(
  context: RequestContext,
  { encoding }: Representation,
  type: EventKind,
  object: T,
  textOf: (object: T) => string = writeJson,
): Uint8Array<ArrayBuffer> {
  if (encoding === 'protobuf') return binaryOf(context).frame(type, object)
  return encoder.encode(`{"type":"${type}","object":${textOf(object)}}\n`)
}

/** The media type of a stream of events. */
export const streamTypeOf = ({ encoding }: Representation): string =>
  encoding === 'json' ? MEDIA_TYPES.json : `${MEDIA_TYPES[encoding]};stream=watch`
