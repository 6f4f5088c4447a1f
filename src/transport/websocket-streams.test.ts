import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { startCluster } from '../testing/cluster'
import type { Fetch } from './connection'
import { type Listener, listen } from './node-listener'
import { takeBearerProtocol } from './websocket-streams'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

async function serving(fetch: Fetch): Promise<string> {
  const listener: Listener = await listen(fetch, {
    host: '127.0.0.1',
    port: 0,
    onError: (error) => console.error(error),
    refuse: (code, message) => Response.json({ code, message }, { status: code }),
  })
  stops.push(() => listener.close(0))
  return listener.address
}

async function cluster() {
  const tokens = 'admin-token,admin,1,system:masters\nbob-token,bob,2'
  const started = await startCluster(['--token-auth-file=tokens', '--authorization-mode=RBAC'], { files: { tokens } })
  stops.push(() => started.stop())
  return { ...started, address: await serving(started.controlPlane.fetch) }
}

const admin = { authorization: 'Bearer admin-token' }
const MAPS = '/api/v1/namespaces/default/configmaps'
const bearer = (token: string): string =>
  `base64url.bearer.authorization.orch.io.${Buffer.from(token).toString('base64url')}`

interface Client {
  readonly socket: WebSocket
  readonly next: () => Promise<{ text: string; binary: boolean }>
}

/** Resolves with the open connection, or with the status of the answer that refused it. */
function open(url: string, protocols: string[] = [], headers: Record<string, string> = {}): Promise<Client | number> {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), protocols, { headers })
  const messages: { text: string; binary: boolean }[] = []
  const waiting: ((message: { text: string; binary: boolean }) => void)[] = []
  socket.on('message', (data: Buffer, binary: boolean) => {
    const message = { text: data.toString('latin1'), binary }
    const next = waiting.shift()
    if (next) next(message)
    else messages.push(message)
  })
  const next = (): Promise<{ text: string; binary: boolean }> => {
    const message = messages.shift()
    return message ? Promise.resolve(message) : new Promise((resolve) => waiting.push(resolve))
  }
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve({ socket, next }))
    socket.on('unexpected-response', (_request, response) => {
      resolve(response.statusCode ?? 0)
      response.destroy()
    })
    socket.on('error', reject)
  })
}

async function opened(...asked: Parameters<typeof open>): Promise<Client> {
  const client = await open(...asked)
  if (typeof client === 'number') throw new Error(`answered with ${client}`)
  return client
}

const nameOf = ({ text }: { text: string }) => {
  const { type, object } = JSON.parse(text) as { type: string; object: { metadata: { name: string } } }
  return [type, object.metadata.name]
}

describe('a watch over a WebSocket', () => {
  it('sends each event as a text, and ends with its client', async () => {
    const { address, ...running } = await cluster()
    const post = (name: string) =>
      globalThis.fetch(address + MAPS, {
        method: 'POST',
        headers: { ...admin, 'content-type': 'application/json' },
        body: JSON.stringify({ metadata: { name, labels: { of: 'test' } } }),
      })
    await post('first')
    const { socket, next } = await opened(
      `${address}${MAPS}?watch=1&labelSelector=of=test`,
      ['base64.binary.orch.io', bearer('admin-token')],
      { origin: 'https://dashboard.test' },
    )
    expect(socket.protocol).toBe('base64.binary.orch.io')
    const first = await next()
    expect([first.binary, nameOf(first)]).toEqual([false, ['ADDED', 'first']])
    await post('second')
    expect(nameOf(await next())).toEqual(['ADDED', 'second'])
    const watches = async (): Promise<string | undefined> => {
      const metrics = await running.send('GET', '/metrics', undefined, admin)
      return /^apiserver_registered_watchers\{[^}]*kind="ConfigMap"[^}]*\} (\d+)/m.exec(await metrics.text())?.[1]
    }
    const before = Number(await watches())
    socket.close()
    await once(socket, 'close')
    await expect.poll(async () => Number(await watches())).toBe(before - 1)
  })

  it('sends binary events without the length that a stream has', async () => {
    const { address } = await cluster()
    const { next } = await opened(`${address}/api/v1/namespaces?watch=true`, [], {
      ...admin,
      accept: 'application/vnd.orch.protobuf;stream=watch',
    })
    const event = await next()
    expect(event.binary).toBe(true)
    expect(event.text.slice(0, 7)).toBe('\n\x05ADDED')
  })

  it.each([
    ['nobody', {}, [], 403],
    ['a wrong token', {}, [bearer('wrong')], 401],
    ['one who may not', {}, [bearer('bob-token')], 403],
    ['a page of another origin without a token', { origin: 'https://evil.test' }, [], 403],
  ])('is refused to %s before it opens', async (_who, headers, protocols, status) => {
    const { address } = await cluster()
    expect(await open(`${address}/api/v1/secrets?watch=true`, protocols, headers)).toBe(status)
  })

  it('is ended by the server with a normal close', async () => {
    const { address, clock } = await cluster()
    const { socket } = await opened(`${address}${MAPS}?watch=true&timeoutSeconds=1`, [], admin)
    const closed = once(socket, 'close')
    await clock.step(1_000)
    expect((await closed)[0]).toBe(1000)
  })
})

it('answers what is no stream as if nobody had asked for a WebSocket', async () => {
  const { address } = await cluster()
  expect(await open(`${address}/version`, [], admin)).toBe(200)
  expect(await open(`${address}${MAPS}`, [], admin)).toBe(200)
})

it.each([
  [[], true, 'a line\n'],
  [['binary.orch.io'], true, 'a line\n'],
  [['base64.binary.orch.io'], false, Buffer.from('a line\n').toString('base64')],
])('sends bytes by the protocol %j', async (protocols, binary, text) => {
  const address = await serving(async () => new Response('a line\n', { headers: { 'x-stream-of': 'bytes' } }))
  const { next } = await opened(address, protocols)
  expect(await next()).toEqual({ text, binary })
})

it.each([
  ['no protocols', undefined, undefined, undefined, undefined],
  ['others alone', 'a, b', undefined, 'a, b', undefined],
  ['a token', `a, ${bearer('taken')}`, undefined, 'a', 'Bearer taken'],
  ['a token beside a header', bearer('other'), 'Bearer mine', '', 'Bearer mine'],
  ['no base64', 'base64url.bearer.authorization.orch.io.%%%', undefined, '', undefined],
  ['a token with a line break', bearer('a\r\nb: c'), undefined, '', undefined],
])('takes %s from the protocols', (_what, protocols, authorization, left, token) => {
  const headers = {
    ...(protocols !== undefined && { 'sec-websocket-protocol': protocols }),
    ...(authorization && { authorization }),
  }
  const rawHeaders = Object.entries(headers).flat()
  takeBearerProtocol({ headers, rawHeaders })
  expect([headers['sec-websocket-protocol'], (headers as { authorization?: string }).authorization]).toEqual([
    left,
    token,
  ])
  expect(rawHeaders.includes(bearer('other'))).toBe(false)
})
