import { afterEach, describe, expect, it } from 'vitest'
import { createFakeClock } from '../testing/fake-clock'
import { rawHeaderLines } from '../machinery/header-lines'
import { requestWith } from '../machinery/request'
import type { Content } from '../machinery/in-memory-body'
import { inMemoryContent, InMemoryRequest } from '../machinery/in-memory-request'
import { InMemoryResponse } from '../machinery/in-memory-response'
import { headerValues } from '../machinery/header-values'
import { PortClient } from './port-client'
import { ConnectionLost } from './connection-lost'
import {
  type ClientMessage,
  clientWire,
  HEARTBEAT_MS,
  MISSED_HEARTBEATS,
  SILENT_CLIENT_MS,
  type ServerMessage,
  serverWire,
  WINDOW,
} from './port-protocol'
import { RecentWrites } from './recent-writes'
import { type PortServer, type PortServerOptions, servePort } from './port-server'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** A client and a server of `fetch`, with every message that passes. */
function connect(fetch: PortServerOptions['fetch'], more: Partial<PortServerOptions> = {}) {
  const clock = createFakeClock()
  const { port1, port2 } = new MessageChannel()
  const sent: ServerMessage[] = []
  const asked: ClientMessage[] = []
  const serverEnd = serverWire(port1)
  const clientEnd = clientWire(port2)
  const options: PortServerOptions = {
    clock,
    fetch,
    control: async (name, args) => ({ name, args }),
    state: () => ({}),
    nonce: () => new ArrayBuffer(16),
    verifyProof: async () => false,
    ...more,
  }
  const lost: string[] = []
  const events: unknown[] = []
  const server: PortServer = servePort({ ...serverEnd, post: (m, t) => (sent.push(m), serverEnd.post(m, t)) }, options)
  const client = new PortClient(
    { ...clientEnd, post: (m, t) => (asked.push(m), clientEnd.post(m, t)) },
    { clock, onLost: ({ message }) => lost.push(message), onEvent: (name, payload) => events.push([name, payload]) },
  )
  ends.push(() => (server.close(), client.close()))
  return { clock, server, client, sent, asked, lost, events, kill: () => serverEnd.close() }
}

const text = (s: string) => new TextEncoder().encode(s)
const request = (init?: RequestInit) => new Request('http://orchard.test/api/v1?x=1', init)
const typesOf = (messages: readonly { type: string }[]) => messages.map(({ type }) => type)
/** Rounds of the loop, not time: messages take one round each, and a timer may end before any of them. */
async function turn(): Promise<void> {
  for (let round = 0; round < 50; round++) await new Promise((resolve) => setImmediate(resolve))
}

/** A body that gives what the test puts in, and notes what happens to it. */
function source() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const state = { cancelled: false, pulled: 0 }
  const body = new ReadableStream<Uint8Array>(
    {
      start: (c) => void (controller = c),
      pull: () => void state.pulled++,
      cancel: () => void (state.cancelled = true),
    },
    { highWaterMark: 0 },
  )
  return {
    body,
    state,
    push: (s: string) => controller?.enqueue(text(s)),
    end: () => controller?.close(),
    tear: (why: Error) => controller?.error(why),
  }
}

describe('requests and answers', () => {
  it('carry method, URL, headers, body, status and identity', async () => {
    const { client } = connect(async (r, as) =>
      Response.json([r.method, r.url, r.headers.get('x-a'), await r.text(), as], {
        status: 201,
        headers: { 'x-b': 'é'.length.toString() },
      }),
    )
    const response = await client.fetch(request({ method: 'POST', body: 'ünï', headers: { 'x-a': '1' } }), {
      type: 'admin',
    })
    expect([response.status, response.headers.get('x-b'), await response.json()]).toEqual([
      201,
      '1',
      ['POST', 'http://orchard.test/api/v1?x=1', '1', 'ünï', { type: 'admin' }],
    ])
  })

  it('keep header lines apart where the client has them', async () => {
    const { client } = connect(async (r) => Response.json([rawHeaderLines(r.headers), headerValues(r.headers, 'x-a')]))
    const headers = [
      ['X-A', 'a, Łukasz'],
      ['X-A', 'b'],
    ] as const
    const lines = await client.fetch(requestWith('http://orchard.test/', { headers }), null)
    expect(await lines.json()).toEqual([expect.any(Array), ['a, Łukasz', 'b']])
    const joined = await client.fetch(request({ headers: { 'x-a': 'a' } }), null)
    expect(await joined.json()).toEqual([null, ['a']])
  })

  it('that are there as a whole take one message', async () => {
    const { client, sent } = connect(async () => new Response('x'.repeat(10_000)))
    expect((await (await client.fetch(request(), null)).text()).length).toBe(10_000)
    expect(typesOf(sent)).toEqual(['welcome', 'head'])
  })

  it('that are made of a text, and bodies that came in one piece, need no stream', async () => {
    const seen: (Content | undefined)[] = []
    const { client, sent } = connect(async (r) => {
      seen.push(inMemoryContent(r))
      return new InMemoryResponse('täxt', { status: 201, headers: { 'content-type': 'text/plain' } })
    })
    const response = await client.fetch(request({ method: 'POST', body: 'b' }), null)
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      201,
      'text/plain',
      'täxt',
    ])
    expect(sent.at(-1)).toMatchObject({ body: 'täxt', complete: true })
    await client.fetch(requestWith('http://orchard.test/', { method: 'POST', body: 'ü' }), null)
    await client.fetch(requestWith('http://orchard.test/', { method: 'DELETE', body: '' }), null)
    const bytes = new Uint8Array([0xff, 0])
    const whole = { method: 'PUT', headers: new Headers(), content: bytes }
    await client.fetch(new InMemoryRequest('http://orchard.test/', whole), null)
    expect(seen).toEqual([text('b'), 'ü', undefined, new Uint8Array([0xff, 0])])
    expect(bytes.byteLength).toBe(2)
  })

  it.each([204, 304])('without a body (%i)', async (status) => {
    const { client } = connect(async () => new Response(null, { status }))
    const response = await client.fetch(request(), null)
    expect([response.status, response.body]).toEqual([status, null])
  })

  it('tell of a server that threw', async () => {
    const { client } = connect(() => Promise.reject(new Error('broken')))
    await expect(client.fetch(request(), null)).rejects.toThrow('broken')
  })
})

describe('streams', () => {
  it('pass parts on as they come', async () => {
    const { body, push, end } = source()
    const { client } = connect(async () => new Response(body))
    const reader = ((await client.fetch(request(), null)).body as ReadableStream<Uint8Array>).getReader()
    for (const part of ['one', 'two']) {
      push(part)
      expect(new TextDecoder().decode((await reader.read()).value)).toBe(part)
    }
    end()
    expect((await reader.read()).done).toBe(true)
  })

  it('send no more than the window ahead of their reader, and all of it in the end', async () => {
    const part = 'x'.repeat(100_000)
    let made = 0
    const body = new ReadableStream<Uint8Array>(
      { pull: (c) => (made++ < 100 ? c.enqueue(text(part)) : c.close()) },
      { highWaterMark: 0 },
    )
    const { client, sent } = connect(async () => new Response(body))
    const response = await client.fetch(request(), null)
    await turn()
    expect(typesOf(sent)).toEqual(['welcome', 'head'])
    expect(made * part.length).toBeLessThan(WINDOW + 3 * part.length)
    expect((await response.arrayBuffer()).byteLength).toBe(100 * part.length)
  })

  it('leave the memory alone that the server keeps', async () => {
    const kept = text('kept')
    const { client } = connect(
      async () => new Response(new ReadableStream<Uint8Array>({ start: (c) => (c.enqueue(kept), c.close()) })),
    )
    await (await client.fetch(request(), null)).text()
    expect(new TextDecoder().decode(kept)).toBe('kept')
  })

  it.each(['abort', 'cancel'] as const)('end at the server when the reader leaves (%s)', async (how) => {
    const { body, state } = source()
    const signals: AbortSignal[] = []
    const { client } = connect(async (r) => (signals.push(r.signal), new Response(body)))
    const controller = new AbortController()
    const response = await client.fetch(request({ signal: controller.signal }), null)
    if (how === 'abort') {
      const reading = response.text().catch((error: Error) => error.name)
      controller.abort()
      expect(await reading).toBe('AbortError')
    } else await response.body?.cancel()
    await turn()
    expect([state.cancelled, signals[0]?.aborted]).toEqual([true, true])
  })

  it('break when the server’s body breaks', async () => {
    const { body, push, tear } = source()
    const { client } = connect(async () => new Response(body))
    const response = await client.fetch(request(), null)
    push('a')
    tear(new Error('torn'))
    await expect(response.text()).rejects.toThrow('torn')
  })
})

describe('aborting', () => {
  it('before the answer rejects with the reason and tells the server', async () => {
    let aborted = false
    const { client } = connect(
      (r) =>
        new Promise((_resolve, reject) => {
          r.signal.addEventListener('abort', () => {
            aborted = true
            reject(r.signal.reason as Error)
          })
        }),
    )
    const controller = new AbortController()
    const answer = client.fetch(request({ signal: controller.signal }), null)
    await turn()
    controller.abort(new Error('enough'))
    await expect(answer).rejects.toThrow('enough')
    await turn()
    expect(aborted).toBe(true)
  })

  it('before sending sends nothing', async () => {
    const { client, asked } = connect(async () => new Response())
    await expect(client.fetch(request({ signal: AbortSignal.abort(new Error('no')) }), null)).rejects.toThrow('no')
    expect(asked).toEqual([])
  })
})

describe('a server that goes', () => {
  it('ends streams that waited for news and breaks those that were in the middle', async () => {
    const waiting = source()
    const endless = new ReadableStream<Uint8Array>({ pull: (c) => c.enqueue(text('x'.repeat(100_000))) })
    const { client, server, lost } = connect(async (r) => new Response(r.method === 'GET' ? waiting.body : endless))
    const calm = (await client.fetch(request(), null)).text()
    waiting.push('news')
    const torn = (await client.fetch(request({ method: 'POST' }), null)).body?.getReader()
    await turn()
    server.close()
    expect(await calm).toBe('news')
    await expect(
      (async () => {
        while (!(await torn?.read())?.done);
      })(),
    ).rejects.toBeInstanceOf(ConnectionLost)
    expect(lost).toHaveLength(1)
    await expect(client.fetch(request(), null)).rejects.toBeInstanceOf(ConnectionLost)
  })

  it('without a word is noticed by its silence', async () => {
    const { client, kill, clock, lost } = connect(() => new Promise(() => undefined))
    await client.welcome
    const answer = client.fetch(request(), null).catch((error: Error) => error.name)
    await turn()
    kill()
    for (let beat = 0; beat <= MISSED_HEARTBEATS; beat++) await clock.advance(HEARTBEAT_MS)
    expect(await answer).toBe('ConnectionLost')
    expect(lost).toHaveLength(1)
  })

  it('is not missed as long as it answers pings', async () => {
    const { client, clock, lost, asked } = connect(() => new Promise(() => undefined))
    client.fetch(request(), null).catch(() => undefined)
    await turn()
    for (let beat = 0; beat < 10; beat++) {
      await clock.advance(HEARTBEAT_MS)
      await turn()
    }
    expect([lost, asked.filter(({ type }) => type === 'ping').length]).toEqual([[], 10])
  })
})

describe('beside requests', () => {
  it('control calls are answered or refused, and events arrive', async () => {
    const { client, server, events } = connect(async () => new Response(), {
      control: async (name, args) => {
        if (name === 'bad') throw new Error('no such call')
        return { name, args }
      },
    })
    expect(await client.control('flags', [1])).toEqual({ name: 'flags', args: [1] })
    await expect(client.control('bad', null)).rejects.toThrow('no such call')
    server.emit('trace', { id: 1 })
    await client.control('flags', null)
    expect(events).toEqual([['trace', { id: 1 }]])
  })

  it('the first word tells why there is nothing behind the server', async () => {
    const { client } = connect(async () => new Response(), { state: () => ({ error: 'the database can’t be read' }) })
    expect(await client.welcome).toEqual({ error: 'the database can’t be read' })
  })

  it('a certificate counts once its key has signed the challenge', async () => {
    const good = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
    const other = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
    const chain = [text('leaf'), text('intermediate')]
    const { client } = connect(
      async (_r, as, proven) =>
        Response.json(proven.get(as as string)?.map((der) => new TextDecoder().decode(der)) ?? null),
      {
        nonce: () => crypto.getRandomValues(new Uint8Array(32)).buffer,
        verifyProof: async (_leaf, nonce, signature) => {
          const { proofText } = await import('./port-protocol')
          return crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, good.publicKey, signature, proofText(nonce))
        },
      },
    )
    const id = await client.identify(chain, good.privateKey)
    expect(await (await client.fetch(request(), id)).json()).toEqual(['leaf', 'intermediate'])
    await expect(client.identify(chain, other.privateKey)).rejects.toThrow('does not belong')
    expect(await (await client.fetch(request(), 'certificate-99')).json()).toBeNull()
  })
})

describe('clients that are gone', () => {
  it('are let go of when they do not answer, also with nothing open', async () => {
    let closed = 0
    const clock = createFakeClock()
    const wire = { post: () => undefined, listen: () => undefined, close: () => void closed++ }
    const options = {
      clock,
      fetch: () => Promise.reject(new Error('none')),
      control: async () => null,
      state: () => ({}),
    }
    servePort(wire, { ...options, nonce: () => new ArrayBuffer(1), verifyProof: async () => false }, () => closed++)
    await clock.advance(SILENT_CLIENT_MS * 3 + 1)
    expect(closed).toBe(2)
  })

  it('are let go of at once when they say so', async () => {
    const { clock, client, sent } = connect(async () => new Response())
    await turn()
    client.close()
    await turn()
    const before = sent.length
    // The server does not send pings to a client that has left.
    await clock.advance(SILENT_CLIENT_MS * 3 + 1)
    expect(sent.length).toBe(before)
  })

  it('are kept as long as they answer', async () => {
    const { clock, asked, lost } = connect(async () => new Response())
    await turn()
    for (let i = 0; i < 5; i++) {
      await clock.advance(SILENT_CLIENT_MS)
      await turn()
    }
    expect([typesOf(asked).includes('pong'), lost]).toEqual([true, []])
  })
})

describe('a write of a service worker', () => {
  it('is finished when its way is gone, and answered on the next one', async () => {
    const writes = new RecentWrites(createFakeClock())
    let finish: (response: Response) => void = () => undefined
    let aborted = 0
    let done = 0
    const serve: PortServerOptions['fetch'] = (r) => {
      done++
      r.signal.addEventListener('abort', () => aborted++)
      return new Promise((resolve) => (finish = resolve))
    }
    const [first, second] = [connect(serve, { writes }), connect(serve, { writes })]
    const post = () => request({ method: 'POST', body: 'same' })
    const lost = first.client.fetch(post(), 'admin', { client: 'page', generation: 'one', id: '1' })
    await turn()
    first.client.close()
    await expect(lost).rejects.toBeInstanceOf(ConnectionLost)
    const again = second.client.fetch(post(), 'admin', { client: 'page', generation: 'two', id: '2' })
    await turn()
    finish(new Response('made', { status: 201 }))
    expect([await (await again).text(), done, aborted]).toEqual(['made', 1, 0])
    second.client.confirm({ client: 'page', generation: 'two', id: '2' })
    await turn()
    expect(writes.size).toBe(0)
  })
})

describe('a server that computes', () => {
  it('is said to be silent, and to speak again', async () => {
    const silent: boolean[] = []
    let listen: (message: ServerMessage) => void = () => undefined
    const clock = createFakeClock()
    const client = new PortClient(
      { post: () => undefined, listen: (take) => (listen = take), close: () => undefined },
      { clock, onSilent: (now) => silent.push(now) },
    )
    client.fetch(request(), 'admin').catch(() => undefined)
    await turn()
    await clock.advance(HEARTBEAT_MS)
    expect(silent).toEqual([])
    await clock.advance(HEARTBEAT_MS)
    expect(silent).toEqual([true])
    listen({ type: 'pong' })
    expect(silent).toEqual([true, false])
    client.close()
  })
})
