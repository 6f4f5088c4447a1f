/** All bytes of a stream; undefined if there are more than `most`, in which case the stream is cancelled. Rejects if the stream fails. */
export async function readAtMost(
  stream: ReadableStream<Uint8Array>,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const reader = stream.getReader()
  const parts: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return joined(parts)
    size += value.byteLength
    if (size > most) {
      await reader.cancel().catch(() => undefined) // the caller already learns that the limit is exceeded
      return undefined
    }
    parts.push(value)
  }
}

/** Concatenates parts into a new buffer. */
export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.byteLength
  }
  return whole
}
