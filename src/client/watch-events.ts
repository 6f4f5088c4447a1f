import type { ApiObject } from '../machinery/object'
import { sourceValueOf } from '../machinery/source-value'
import { parseJson } from '../machinery/json-text'

/** One event of a watch. */
export interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR'
  readonly object: ApiObject
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
