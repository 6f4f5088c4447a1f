import { afterEach, describe, expect, it, vi } from 'vitest'
import { pushedResponse, PushedStream, pushedStreamOf } from '../machinery/pushed-stream'
import { createFakeClock } from '../testing/fake-clock'
import { PortClient } from './port-client'
import { clientWire, type ServerMessage, serverWire, WINDOW } from './port-protocol'
import { servePort } from './port-server'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** A client, the messages to it, and the stream of each of its requests; a stream may hold ten windows. */
function connect() {
  const { port1, port2 } = new MessageChannel()
  const sent: ServerMessage[] = []
  const streams: PushedStream[] = []
  const asked = { pulled: 0, cancelled: 0 }
  const source = { pull: () => void asked.pulled++, cancel: () => void asked.cancelled++ }
  const wire = serverWire(port1)
  const server = servePort(
    { ...wire, post: (message, moved) => (sent.push(message), wire.post(message, moved)) },
    {
      clock: createFakeClock(),
      fetch: async () => {
        const stream = new PushedStream(source, { most: 10 * WINDOW, sizeOf: ({ byteLength }) => byteLength })
        streams.push(stream)
        return pushedResponse(stream, {})
      },
      control: async () => null,
      state: () => ({}),
      nonce: () => new ArrayBuffer(0),
      verifyProof: async () => false,
    },
  )
  const client = new PortClient(clientWire(port2), { clock: createFakeClock() })
  ends.push(() => (server.close(), client.close()))
  const open = (signal?: AbortSignal) =>
    client.fetch(new Request('http://orchard.test/', signal ? { signal } : {}), null)
  return { sent, streams, asked, server, open, chunks: () => sent.filter((message) => message.type === 'chunk') }
}

const bytes = (text: string) => new TextEncoder().encode(text)
const readerOf = (response: Response) => (response.body as ReadableStream<Uint8Array>).getReader()
async function read(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  return new TextDecoder().decode((await reader.read()).value)
}

describe('what is pushed in one turn', () => {
  it('crosses the port once for all that get the same', async () => {
    const { open, streams, chunks } = connect()
    const readers = (await Promise.all([open(), open(), open()])).map(readerOf)
    const [one, two, other] = [bytes('one'), bytes('two'), bytes('other')]
    for (const chunk of [one, two]) for (const stream of streams.slice(0, 2)) stream.push(chunk)
    streams[2]?.push(one)
    streams[2]?.push(other)
    expect(await Promise.all(readers.map(read))).toEqual(['onetwo', 'onetwo', 'oneother'])
    expect(chunks().map((message) => message.type === 'chunk' && message.ids)).toEqual([[1, 2], [3]])
    expect(new TextDecoder().decode(one)).toBe('one')
    for (const stream of streams) stream.end()
    expect((await Promise.all(readers.map((reader) => reader.read()))).map(({ done }) => done)).toEqual([
      true,
      true,
      true,
    ])
  })

  it('reaches a taker without a stream', async () => {
    const { open, streams } = connect()
    const seen: string[] = []
    const taken = pushedStreamOf(await open())
    taken?.passTo({
      room: Infinity,
      push: (chunk) => seen.push(new TextDecoder().decode(chunk)),
      end: (error) => seen.push(String(error)),
    })
    streams[0]?.push(bytes('event'))
    streams[0]?.end()
    await vi.waitFor(() => expect(seen).toEqual(['event', 'undefined']))
  })
})

describe('a reader that does not read', () => {
  it('costs one window, and holds up nobody else', async () => {
    const { open, streams, chunks, asked } = connect()
    const [slow, fast] = (await Promise.all([open(), open()])).map(readerOf)
    const chunk = new Uint8Array(WINDOW)
    for (let i = 0; i < 3; i++) for (const stream of streams) stream.push(chunk)
    for (let i = 0; i < 3; i++) expect((await fast?.read())?.value?.byteLength).toBe(WINDOW)
    expect(streams[0]?.room).toBe(8 * WINDOW)
    expect(streams[1]?.room).toBe(10 * WINDOW)
    const pulled = asked.pulled
    expect(chunks().map((message) => message.type === 'chunk' && [message.ids, message.resting])).toEqual([
      [[1, 2], false],
      [[2], false],
      [[2], true],
    ])
    for (let i = 0; i < 3; i++) expect((await slow?.read())?.value?.byteLength).toBe(WINDOW)
    expect(streams[0]?.room).toBe(10 * WINDOW)
    await vi.waitFor(() => expect(asked.pulled).toBeGreaterThan(pulled))
  })

  it('ends the source when it leaves', async () => {
    const { open, asked, streams } = connect()
    const leaving = new AbortController()
    const reading = readerOf(await open(leaving.signal)).read()
    leaving.abort(new Error('enough'))
    await expect(reading).rejects.toThrow('enough')
    await vi.waitFor(() => expect(asked.cancelled).toBe(1))
    streams[0]?.push(bytes('late'))
    const { body } = await open()
    await body?.cancel()
    await vi.waitFor(() => expect(asked.cancelled).toBe(2))
  })
})

describe('a server that leaves', () => {
  it('ends bodies that have everything and breaks others', async () => {
    const { open, streams, server } = connect()
    const [calm, behind] = (await Promise.all([open(), open()])).map(readerOf)
    streams[0]?.push(bytes('all'))
    for (let i = 0; i < 2; i++) streams[1]?.push(new Uint8Array(WINDOW))
    expect(calm && (await read(calm))).toBe('all')
    server.close()
    expect((await calm?.read())?.done).toBe(true)
    await expect(
      (async () => {
        while (!(await behind?.read())?.done);
      })(),
    ).rejects.toThrow('moved or stopped')
  })
})
