import type { BinaryReader, WireType } from '@bufbuild/protobuf/wire'
import { BinaryError } from './binary-error'

/** Error text for a message that ends inside a field. */
export const BEYOND_MESSAGE = 'a field goes beyond the end of its message'

/**
 * Calls `take` for each field up to `end` and skips fields it does not handle.
 * @throws BinaryError, with `beyond`, if the last field extends past the end
 */
export function eachField(
  reader: BinaryReader,
  end: number,
  beyond: string,
  take: (number: number, wire: WireType, at: number) => boolean,
): void {
  while (reader.pos < end) {
    const at = reader.pos
    const [number, wire] = reader.tag()
    if (!take(number, wire, at)) reader.skip(wire, number)
  }
  if (reader.pos !== end) throw new BinaryError(beyond, reader.pos)
}
