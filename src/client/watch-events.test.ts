import { expect, it } from 'vitest'
import { readEvents } from './watch-events'

const EVENTS = [
  { type: 'ADDED', object: { metadata: { name: 'ü' } } },
  { type: 'BOOKMARK', object: { metadata: { resourceVersion: '7' } } },
]
const TEXT = EVENTS.map((event) => `${JSON.stringify(event)}\n`).join('\n')

/** The events of a body that arrives in chunks of this size. */
async function eventsOf(size: number): Promise<unknown[]> {
  const bytes = new TextEncoder().encode(TEXT)
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let i = 0; i < bytes.length; i += size) controller.enqueue(bytes.slice(i, i + size))
      controller.close()
    },
  })
  const events: unknown[] = []
  for await (const event of readEvents(body)) events.push(event)
  return events
}

it.each([1, 7, 1000])('events arrive whole from chunks of %i bytes', async (size) => {
  expect(await eventsOf(size)).toEqual(EVENTS)
})

it('releases the stream when the reader stops early', async () => {
  let canceled = false
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(TEXT)),
    cancel() {
      canceled = true
    },
  })
  for await (const event of readEvents(body)) {
    expect(event).toEqual(EVENTS[0])
    break
  }
  expect(canceled).toBe(true)
})
