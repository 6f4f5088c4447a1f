import { request as httpsRequest } from 'node:https'
import type { TLSSocket } from 'node:tls'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { WebSocket as NodeSocket } from 'ws'
import type { ServingIdentity } from '../machinery/serving'
import { createSystemClock } from '../machinery/system-clock'
import { InMemoryResponse } from '../machinery/in-memory-response'
import { authorityOf, createAuthority } from '../pki/authority'
import { createIdentities } from '../server/identities'
import { refusal, unavailable } from '../server/unavailable'
import { until } from '../testing/until'
import type { Connection, Fetch } from './connection'
import { type SiteServer, startSiteServer } from './site-server'
import { attachAddress, connectSiteServer, type SiteServerLink } from './site-server-tab'

const clock = createSystemClock()
const pages: NodeSocket[] = []
const links: SiteServerLink[] = []
let server: SiteServer
let origin: string | undefined

async function identityOf(name: string): Promise<ServingIdentity> {
  const { keys, certificate } = await createAuthority(crypto, { name, now: Date.now() })
  return createIdentities(crypto, authorityOf(crypto, certificate, keys.privateKey), clock).serving()
}

beforeEach(async () => {
  vi.stubGlobal(
    'WebSocket',
    class extends NodeSocket {
      constructor(address: string) {
        super(address, origin === undefined ? {} : { origin })
        this.on('error', () => undefined) // its end is reported by `close`
        pages.push(this)
      }
    },
  )
  const { certificate: cert, key } = await identityOf('nobody')
  server = await startSiteServer({
    host: '127.0.0.1',
    port: 0,
    securePort: 0,
    tls: { cert, key },
    sites: ['/', '/other/'],
    hostnames: [],
    file: (incoming, outgoing) => void outgoing.end(`file ${incoming.url}`),
    unavailable,
    refuse: refusal,
    onError: (error) => expect.unreachable(String(error)),
  })
  origin = server.address
})

afterEach(async () => {
  for (const link of links.splice(0)) link.close()
  for (const page of pages.splice(0)) page.terminate()
  await server.close()
  vi.unstubAllGlobals()
})

const open = (fetch: Fetch, site = '/', name = 'cluster'): SiteServerLink => {
  const link = connectSiteServer(attachAddress(server.address + site), {
    clock,
    fetch,
    identity: () => identityOf(name),
    serverState: () => ({}),
  })
  links.push(link)
  return link
}

const ask = async (path: string, init?: RequestInit) => {
  const response = await fetch(server.address + path, init)
  return [response.status, await response.text()] as const
}

it('serves files, and says without a page how to open one', async () => {
  expect(await ask('/x')).toEqual([200, 'file /x'])
  const [status, text] = await ask('/api/v1/pods')
  expect(status).toBe(503)
  expect(text).toContain(`open ${server.address}/ in a browser`)
})

it('asks the page of the site, which sees nothing but the connection', async () => {
  const seen: unknown[] = []
  const link = open(async (request, connection) => {
    seen.push([request.method, request.url, await request.text(), connection, request.headers.get('authorization')])
    return new Response('made', { status: 201 })
  })
  await server.connected('/')
  const headers = { authorization: 'Bearer x', 'user-agent': 'tool/1' }
  expect(await ask('/api/v1/pods?a=%2F', { method: 'POST', body: '{}', headers })).toEqual([201, 'made'])
  const connection: Connection = { remote: '127.0.0.1', secure: false }
  expect(seen).toEqual([['POST', `${server.address}/api/v1/pods?a=%2F`, '{}', connection, 'Bearer x']])
  expect(link.state()).toMatchObject({
    state: 'serving',
    at: { address: server.address, secureAddress: server.secureAddress },
    clients: [{ agent: 'tool/1', address: '127.0.0.1', requests: 1, watches: 0 }],
  })
})

it('asks the page of another site by its path, and at the root as long as nobody else serves there', async () => {
  open(async ({ url }) => new Response(`other ${new URL(url).pathname}`), '/other/')
  await server.connected('/other/')
  expect(await ask('/other/version')).toEqual([200, 'other /version'])
  expect(await ask('/version')).toEqual([200, 'other /version'])
  open(async () => new Response('root'))
  await server.connected('/')
  expect(await ask('/version')).toEqual([200, 'root'])
  expect(await ask('/other/version')).toEqual([200, 'other /version'])
})

it('keeps to the first page, and takes the next when it goes', async () => {
  open(async () => new Response('first'))
  await server.connected('/')
  const second = open(async () => new Response('second'))
  await until(() => second.state().state === 'waiting', Boolean)
  expect(await ask('/version')).toEqual([200, 'first'])
  pages[0]?.terminate()
  await until(() => second.state().state === 'serving', Boolean)
  expect(await ask('/version')).toEqual([200, 'second'])
})

it.each([
  ['a foreign name', { host: 'evil.test' }],
  ['a foreign page', { origin: 'https://evil.test' }],
  ['a foreign page’s plain request', { 'sec-fetch-site': 'cross-site' }],
])('refuses %s', async (_what, headers) => {
  open(async () => expect.unreachable())
  await server.connected('/')
  const { hostname, port } = new URL(server.secureAddress)
  const status = await new Promise((resolve, reject) =>
    httpsRequest({ hostname, port, path: '/version', headers, rejectUnauthorized: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
      .on('error', reject)
      .end(),
  )
  expect(status).toBe(403)
})

it.each([undefined, 'https://evil.test'])('takes in no page of origin %s', async (foreign) => {
  origin = foreign
  open(async () => expect.unreachable())
  await new Promise((resolve) => pages[0]?.on('close', resolve))
  expect((await ask('/version'))[0]).toBe(503)
})

it('shows a certificate of the cluster that the page runs', async () => {
  const link = open(async () => new Response('ok'))
  await server.connected('/')
  const { authority } = link.state()
  const [status, subject] = await new Promise<[number | undefined, string]>((resolve, reject) =>
    httpsRequest(`${server.secureAddress}/version`, { ...(authority !== undefined && { ca: authority }) }, (answer) => {
      answer.resume()
      resolve([answer.statusCode, String((answer.socket as TLSSocket).getPeerCertificate().subject.CN)])
    })
      .on('error', reject)
      .end(),
  )
  expect([status, subject]).toEqual([200, 'orch-apiserver'])
})

it('passes a body of many megabytes in parts, and refuses one that is too long', async () => {
  const text = 'aé😀'.repeat(3_000_000)
  open(async () => new InMemoryResponse(text))
  await server.connected('/')
  const [status, received] = await ask('/api/v1/pods')
  expect([status, received === text]).toEqual([200, true])
  expect((await ask('/api/v1/pods', { method: 'POST', body: 'x'.repeat(5_000_000) }))[0]).toBe(413)
})

it('passes watches as they come, and tells when the client goes', async () => {
  let push: (text: string) => void = () => undefined
  const gone = vi.fn()
  const link = open(async (request) => {
    request.signal.addEventListener('abort', gone)
    const start = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
      push = (event) => controller.enqueue(new TextEncoder().encode(event))
      push('one\n')
    }
    return new Response(new ReadableStream({ start }))
  })
  await server.connected('/')
  const stop = new AbortController()
  const response = await fetch(`${server.address}/api/v1/pods?watch=true`, { signal: stop.signal })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader?.read())?.value).toBe('one\n')
  expect(link.state().clients).toMatchObject([{ watches: 1 }])
  push('two\n')
  expect((await reader?.read())?.value).toBe('two\n')
  stop.abort()
  await until(() => gone.mock.calls.length === 1, Boolean)
  await until(() => link.state().clients[0]?.watches === 0, Boolean)
})

it('answers two hundred connections at once', async () => {
  open(async ({ url }) => new Response(url.slice(-3)))
  await server.connected('/')
  const paths = Array.from({ length: 200 }, (_, i) => `/api/${100 + i}`)
  const answers = await Promise.all(paths.map((path) => ask(path)))
  expect(answers.map(([, text]) => `/api/${text}`)).toEqual(paths)
})
