import { expect, it } from 'vitest'
import { type ChunkTaker, pushedResponse, PushedStream, pushedStreamOf } from './pushed-stream'

const chunk = (text: string) => new TextEncoder().encode(text)

function streamOf(most = 10) {
  const asked: string[] = []
  const stream = new PushedStream(
    { pull: () => asked.push('pull'), cancel: () => asked.push('cancel') },
    { most, sizeOf: ({ byteLength }) => byteLength },
  )
  return { stream, asked }
}

it('delivers chunks pushed before and after it has a reader', () => {
  const { stream } = streamOf()
  const seen: string[] = []
  const taker: ChunkTaker = {
    room: 7,
    push: (bytes) => seen.push(new TextDecoder().decode(bytes)),
    end: () => seen.push('.'),
  }
  stream.push(chunk('one'))
  expect(stream.room).toBe(7)
  stream.passTo(taker)
  stream.push(chunk('two'))
  stream.end()
  expect(seen).toEqual(['one', 'two', '.'])
})

it('counts what waits, with a taker or without, and says when there is room again', async () => {
  const { stream, asked } = streamOf()
  stream.push(chunk('12345678'))
  expect(stream.room).toBe(2)
  const reader = stream.readable().getReader()
  expect(asked).toEqual([])
  await reader.read()
  expect(stream.room).toBe(10)
  expect(asked).toContain('pull')
  stream.push(chunk('1234'))
  expect(stream.room).toBe(6)
  await reader.cancel()
  expect(asked).toContain('cancel')
  stream.end()
})

it('ends a stream that ended before it was read', async () => {
  const { stream } = streamOf()
  stream.push(chunk('a'))
  stream.end()
  expect(await new Response(stream.readable()).text()).toBe('a')
})

it('is found behind a response until somebody reads the body', async () => {
  const { stream } = streamOf()
  const response = pushedResponse(stream, { status: 200 })
  expect(pushedStreamOf(response)).toBe(stream)
  expect(pushedStreamOf(new Response('text'))).toBeUndefined()
  stream.push(chunk('a'))
  stream.end()
  const text = response.text()
  expect(pushedStreamOf(response)).toBeUndefined()
  expect(await text).toBe('a')
})
