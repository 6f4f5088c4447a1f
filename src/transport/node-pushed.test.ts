import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { pushedResponse, PushedStream } from '../machinery/pushed-stream'
import { type Listener, listen } from './node-listener'

const open: Listener[] = []
afterEach(async () => {
  for (const listener of open.splice(0)) await listener.close(0)
})

const MOST = 4 * 1024 * 1024
const chunk = (text: string) => new TextEncoder().encode(text)

/** A listener that answers with one pushed stream; `cancelled` resolves when its client has gone. */
async function serving(pull: () => void = () => undefined) {
  let cancel: () => void = () => undefined
  const cancelled = new Promise<string>((resolve) => (cancel = () => resolve('cancelled')))
  const stream = new PushedStream({ pull, cancel }, { most: MOST, sizeOf: ({ byteLength }) => byteLength })
  const listener = await listen(async () => pushedResponse(stream, { headers: { 'content-type': 'text/plain' } }), {
    host: '127.0.0.1',
    port: 0,
    onError: (error) => expect.unreachable(String(error)),
    refuse: (code) => new Response(null, { status: code }),
  })
  open.push(listener)
  return { url: listener.address, stream, cancelled }
}

it('sends what was pushed before and after the client came, in order, and ends with its source', async () => {
  const { url, stream } = await serving()
  stream.push(chunk('a'))
  const response = await fetch(url)
  for (const text of ['b', 'c', 'd']) stream.push(chunk(text))
  stream.end()
  expect(await response.text()).toBe('abcd')
})

it.each([
  { version: '1.0', body: 'abc' },
  { version: '1.1', body: '1\r\na\r\n2\r\nbc\r\n0\r\n\r\n' },
])('writes chunks as HTTP $version has them, and nothing for an empty one', async ({ version, body }) => {
  const { url, stream } = await serving()
  const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('latin1')
  socket.write(`GET / HTTP/${version}\r\nhost: here\r\nconnection: close\r\n\r\n`)
  let answer = ''
  socket.on('data', (text: string) => (answer += text))
  await once(socket, 'data')
  stream.push(chunk(''))
  for (const text of ['a', 'bc']) {
    stream.push(chunk(text))
    await once(socket, 'data')
  }
  stream.end()
  await once(socket, 'end')
  expect(answer.slice(answer.indexOf('\r\n\r\n') + 4)).toBe(body)
})

it('tells the source when the client has gone', async () => {
  const { url, stream, cancelled } = await serving()
  const leave = new AbortController()
  const { body } = await fetch(url, { signal: leave.signal })
  const reader = (body as ReadableStream<Uint8Array>).getReader()
  stream.push(chunk('a'))
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('a')
  leave.abort()
  expect(await cancelled).toBe('cancelled')
})

it('counts what a slow client has not read, and goes on when it reads', async () => {
  let fill: () => void = () => undefined
  const { url, stream } = await serving(() => fill())
  const part = chunk('x'.repeat(MOST / 4))
  let left = 32
  fill = () => {
    for (; left > 0 && stream.room > 0; left--) stream.push(part)
    if (left === 0) stream.end()
  }
  const response = await fetch(url)
  fill()
  expect(left).toBeGreaterThan(0)
  expect(stream.room).toBeLessThanOrEqual(0)
  expect((await response.arrayBuffer()).byteLength).toBe(32 * part.byteLength)
})
