/** A pipe between two programs: buffers written text until it is read. */
export class Channel implements AsyncIterable<string> {
  private readonly waiting: string[] = []
  private wake: (() => void) | undefined
  private ended = false

  write(text: string): void {
    if (text === '') return
    this.waiting.push(text)
    this.wake?.()
  }

  end(): void {
    this.ended = true
    this.wake?.()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    for (;;) {
      const text = this.waiting.shift()
      if (text !== undefined) yield text
      else if (this.ended) return
      else await new Promise<void>((resolve) => (this.wake = resolve))
    }
  }
}

/** Reads a stream to its end. */
export async function allOf(input: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const part of input) text += part
  return text
}

/** The lines of a stream, each as soon as it is complete, without line breaks. */
export async function* linesOf(input: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const part of input) {
    const lines = (rest + part).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
