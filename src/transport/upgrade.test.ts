import { createConnection } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { type Listener, listen } from './node-listener'

let listener: Listener | undefined
afterEach(() => listener?.close(0))

/** What the server answers to a text on a bare connection, read to its end. */
async function answerTo(text: string): Promise<string> {
  listener = await listen(
    async (request) => Response.json([request.headers.get('upgrade'), request.method, await request.text()]),
    {
      host: '127.0.0.1',
      port: 0,
      onError: (error) => console.error(error),
      refuse: (code, message) => Response.json({ code, message }, { status: code }),
    },
  )
  const port = Number(new URL(listener.address).port)
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = createConnection({ host: '127.0.0.1', port })
    socket.on('data', (part) => (answer += String(part))).on('end', () => resolve(answer))
    socket.on('error', reject).write(text)
  })
}

const post = (...lines: string[]): string => `POST / HTTP/1.1\r\nHost: x\r\n${lines.join('\r\n')}`

it.each([
  ['a length', post('Upgrade: h2c', 'Connection: Upgrade', 'Content-Length: 4', '', 'body'), [null, 'POST', 'body']],
  [
    'parts',
    post('Connection: Upgrade', 'Upgrade: h2c', 'Transfer-Encoding: chunked', '', '4\r\nbody\r\n0\r\n\r\n'),
    [null, 'POST', 'body'],
  ],
  ['no body', post('Upgrade: SPDY/3.1', 'Connection: Upgrade', 'Content-Length: 0', '', ''), ['SPDY/3.1', 'POST', '']],
])('answers a request for another protocol with %s as an ordinary one', async (_what, text, seen) => {
  // The second request ends the connection where the first one leaves it open.
  const answer = await answerTo(
    `${text}${text.includes('body') ? 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n' : ''}`,
  )
  expect(answer).toContain(JSON.stringify(seen))
})

it('lets go of connections that are open when it closes', async () => {
  const open = await listen(
    async () =>
      new Response(new ReadableStream({ start: (c) => c.enqueue(new Uint8Array([1])) }), {
        headers: { 'x-stream-of': 'bytes' },
      }),
    {
      host: '127.0.0.1',
      port: 0,
      onError: (error) => console.error(error),
      refuse: () => new Response(),
    },
  )
  const { WebSocket } = await import('ws')
  const client = new WebSocket(open.address.replace('http', 'ws'))
  const closed = new Promise((resolve) => client.on('close', resolve))
  await new Promise((resolve) => client.on('message', resolve))
  await open.close(0)
  expect(await closed).toBe(1006)
})
