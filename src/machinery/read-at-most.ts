/** All bytes of a stream; undefined, and the stream is cancelled, when there are more than `most`. Rejects as the stream does. */
export async function readAtMost(
  stream: ReadableStream<Uint8Array>,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const reader = stream.getReader()
  const parts: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return joined(parts, size)
    size += value.byteLength
    if (size > most) {
      await reader.cancel().catch(() => undefined) // who asked hears already that it is too much
      return undefined
    }
    parts.push(value)
  }
}

/** Parts of `size` bytes together, in a buffer of its own. */
export function joined(parts: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.byteLength
  }
  return whole
}
