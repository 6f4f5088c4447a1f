import type { ApiObject } from '../machinery/object'
import { pushedStreamOf } from '../machinery/pushed-stream'
import { sourceValueOf } from '../machinery/source-value'
import { parseJson } from '../machinery/json-text'

/** One line of a watch's answer; the object of `ERROR` is a Status. */
export interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR'
  readonly object: ApiObject
}

/**
 * Calls `take` with each event of a watch, in order, until the watch ends. In the server's process, events arrive while they are written:
 * a stream between the two costs several promises for each event and watch. Rejects with the error that `take` throws, and ends the watch.
 */
export async function takeEvents(response: Response, take: (event: WatchEvent) => void): Promise<void> {
  const pushed = pushedStreamOf(response)
  if (!pushed) {
    if (response.body) for await (const event of readEvents(response.body)) take(event)
    return
  }
  const decoder = new TextDecoder()
  await new Promise<void>((resolve, reject) => {
    pushed.passTo({
      room: Infinity,
      push(chunk) {
        try {
          // Each chunk is one event.
          take((sourceValueOf(chunk) ?? parseJson(decoder.decode(chunk))) as WatchEvent)
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)))
          pushed.source.cancel()
        }
      },
      end: resolve,
    })
  })
}

/** Splits a watch stream into its events. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<WatchEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const told = sourceValueOf(value)
      if (told) {
        yield told as WatchEvent
        continue
      }
      rest += decoder.decode(value, { stream: true })
      const lines = rest.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line.trim()) yield parseJson(line) as WatchEvent
    }
  } finally {
    await reader.cancel().catch(() => undefined) // the stream may already be broken; there is nothing left to release
  }
}
