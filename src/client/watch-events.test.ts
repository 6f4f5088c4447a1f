import { expect, it } from 'vitest'
import { pushedResponse, PushedStream } from '../machinery/pushed-stream'
import { attachSourceValue } from '../machinery/source-value'
import { readEvents, takeEvents } from './watch-events'

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

/** The answer to a watch in the same process; `cancelled` says whether its reader has left. */
function pushed() {
  const state = { cancelled: false }
  const source = { pull: () => undefined, cancel: () => void (state.cancelled = true) }
  const stream = new PushedStream(source, { most: 10, sizeOf: () => 1 })
  return { state, stream, response: pushedResponse(stream, {}) }
}

it('returns pushed events, as values or text, whether they arrive before or after the read', async () => {
  const { stream, response } = pushed()
  const [first, second] = EVENTS as [object, object]
  const taken: unknown[] = []
  stream.push(attachSourceValue(new Uint8Array(0), first))
  const ended = takeEvents(response, (event) => taken.push(event))
  expect(taken).toEqual([first])
  stream.push(new TextEncoder().encode(`${JSON.stringify(second)}\n`))
  stream.end()
  await ended
  expect(taken).toEqual(EVENTS)
})

it('ends the watch if an event cannot be decoded', async () => {
  const { stream, response, state } = pushed()
  const ended = takeEvents(response, () => {
    throw new Error('full')
  })
  stream.push(new TextEncoder().encode('{}\n'))
  await expect(ended).rejects.toThrow('full')
  expect(state.cancelled).toBe(true)
})

it('reads the events of a streamed response', async () => {
  const taken: unknown[] = []
  await takeEvents(new Response(TEXT), (event) => taken.push(event))
  expect(taken).toEqual(EVENTS)
})
