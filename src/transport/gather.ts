import { joined } from '../machinery/read-at-most'

type Read = Promise<ReadableStreamReadResult<Uint8Array>>

export interface Gathered {
  /** A buffer of its own: what was read may be views of memory that others keep. */
  readonly bytes: ArrayBuffer | undefined
  readonly size: number
  readonly done: boolean
  /** There is nothing more at hand; `next` is what to wait for. */
  readonly resting: boolean
  readonly next: Read
}

/** What a stream has at hand from the read `first` on, up to about `limit` bytes. */
export async function gather(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  first: Read,
  limit: number,
): Promise<Gathered> {
  const parts: Uint8Array[] = []
  let size = 0
  let next = first
  for (;;) {
    const part = size < limit ? await soon(next) : undefined
    if (part && !part.done) {
      parts.push(part.value)
      size += part.value.byteLength
      next = reader.read()
      continue
    }
    const bytes = size > 0 ? joined(parts, size).buffer : undefined
    return { bytes, size, done: part?.done === true, resting: !part && size < limit, next }
  }
}

// What a stream has at hand arrives within a few turns of the microtask queue; what it waits for does not.
const TURNS = 12
const TURN = Promise.resolve()

/** What the promise resolves with if it does so at once; undefined when it is still open. */
async function soon<T>(promise: Promise<T>): Promise<T | undefined> {
  let result: T | undefined
  let settled = false
  const watched = promise.then((value) => {
    result = value
    settled = true
  })
  for (let turn = 0; turn < TURNS && !settled; turn++) await Promise.race([watched, TURN])
  return result
}
