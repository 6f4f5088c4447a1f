import { joined } from '../machinery/read-at-most'

type Read = Promise<ReadableStreamReadResult<Uint8Array>>

/** Chunks of a stream joined for one message; `size` is in bytes, `done` says whether the stream has ended. */
export interface Gathered {
  /** A buffer of its own, because the chunks may be views of shared memory. */
  readonly bytes: ArrayBuffer | undefined
  readonly size: number
  readonly done: boolean
  /** Nothing more is available now; await `next` for more. */
  readonly resting: boolean
  readonly next: Read
}

/** Collects what a stream has available, starting with the read `first`, up to about `limit` bytes. */
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
    const bytes = size > 0 ? joined(parts).buffer : undefined
    return { bytes, size, done: part?.done === true, resting: !part && size < limit, next }
  }
}

// Available data arrives within a few turns of the microtask queue; data that is not available yet does not.
const TURNS = 12
const TURN = Promise.resolve()

/** The promise's result if it resolves almost at once; undefined if it is still pending. */
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
