import type { ApiObject } from '../machinery/object'
import { pushedStreamOf } from '../machinery/pushed-stream'
import { sourceValueOf } from '../machinery/source-value'
import { parseJson } from '../machinery/json-text'

/** One line of a watch's answer; the object of `ERROR` is a Status. */
export interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR'
  readonly object: ApiObject
}

type Chunk = Uint8Array

/** Finds the events in the chunks of a watch, which may end in the middle of one. */
class EventReader {
  readonly #decoder = new TextDecoder()
  #rest = ''

  /** The events that are complete with this chunk. */
  read(chunk: Chunk): readonly WatchEvent[] {
    const told = sourceValueOf(chunk)
    if (told) return [told as WatchEvent]
    const lines = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split('\n')
    this.#rest = lines.pop() ?? ''
    return lines.filter((line) => line.trim()).map((line) => parseJson(line) as WatchEvent)
  }
}

/**
 * Calls `take` with each event of a watch, in order, until the watch ends. Events that are pushed are taken as they arrive: a stream in
 * between costs several promises for each event and watch. Rejects with the error that `take` throws, and ends the watch.
 */
export async function takeEvents(response: Response, take: (event: WatchEvent) => void): Promise<void> {
  const pushed = pushedStreamOf(response)
  if (!pushed) {
    if (response.body) for await (const event of readEvents(response.body)) take(event)
    return
  }
  const events = new EventReader()
  await new Promise<void>((resolve, reject) => {
    let failed = false
    pushed.passTo({
      room: Infinity,
      push(chunk) {
        if (failed) return
        try {
          for (const event of events.read(chunk)) take(event)
        } catch (error) {
          failed = true
          reject(error instanceof Error ? error : new Error(String(error)))
          pushed.source.cancel()
        }
      },
      end: (error) => (error ? reject(error) : resolve()),
    })
  })
}

/** Splits a watch stream into its events. */
export async function* readEvents(body: ReadableStream<Chunk>): AsyncGenerator<WatchEvent> {
  const reader = body.getReader()
  const events = new EventReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield* events.read(value)
    }
  } finally {
    await reader.cancel().catch(() => undefined) // the stream may already be broken; there is nothing left to release
  }
}
