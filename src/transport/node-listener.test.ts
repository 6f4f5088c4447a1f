import { request as httpRequest } from 'node:http'
import { request as httpsRequest, type RequestOptions } from 'node:https'
import { createConnection } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { parseCertificate } from '../pki/certificate'
import { issueCertificate } from '../pki/issue-certificate'
import { exportPrivateKeyPem, exportPublicKey, generateKeys } from '../pki/keys'
import { nameOf } from '../pki/names'
import { toPem } from '../pki/pem'
import { headerValues } from '../machinery/header-values'
import { rawTargetOf } from '../machinery/raw-target'
import type { Connection, Fetch } from './connection'
import { type Listener, listen, type TlsOptions } from './node-listener'

const open: Listener[] = []
afterEach(async () => {
  for (const listener of open.splice(0)) await listener.close(0)
})

async function serving(fetch: Fetch, tls?: TlsOptions) {
  const errors: unknown[] = []
  const listener = await listen(fetch, {
    host: '127.0.0.1',
    port: 0,
    ...(tls && { tls }),
    onError: (e) => errors.push(e),
    refuse: (code, message) => Response.json({ code, message }, { status: code }),
  })
  open.push(listener)
  return { url: listener.address, errors, listener }
}

/** One exchange by Node's own client, headers as they are on the wire. */
function exchange(url: string, options: RequestOptions = {}, body?: string) {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }>((resolve, reject) => {
    const send = url.startsWith('https') ? httpsRequest : httpRequest
    const outgoing = send(url, { agent: false, ...options }, (incoming) => {
      let text = ''
      incoming.setEncoding('utf8').on('data', (part: string) => (text += part))
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text }))
      incoming.on('error', reject)
    })
    outgoing.on('error', reject).end(body)
  })
}

/** Writes to the socket what no client would write, and reads to its end. */
function rawExchange(url: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = createConnection({ host: '127.0.0.1', port: Number(new URL(url).port) })
    socket.on('data', (part) => (answer += String(part)))
    socket.on('end', () => resolve(answer)).on('error', reject)
    socket.write(text)
  })
}

describe('a plain listener', () => {
  it('passes on method, URL, repeated headers and body, and who is there', async () => {
    const seen: Connection[] = []
    const { url } = await serving(async (request, connection) => {
      seen.push(connection)
      return Response.json([
        request.method,
        new URL(request.url).pathname,
        request.headers.get('x-a'),
        await request.text(),
      ])
    })
    const answer = await exchange(`${url}/api/v1/x`, { method: 'POST', headers: { 'x-a': ['1', '2'] } }, 'body')
    expect(JSON.parse(answer.text)).toEqual(['POST', '/api/v1/x', '1, 2', 'body'])
    expect(answer.headers['content-length']).toBe(String(answer.text.length))
    expect(seen).toEqual([{ remote: '127.0.0.1', secure: false }])
  })

  it('tells one length of an answer that had one already', async () => {
    const { url } = await serving(async () => new Response('fetched elsewhere', { headers: { 'content-length': '5' } }))
    const answer = await exchange(url)
    expect([answer.text, answer.headers['content-length']]).toEqual(['fetched elsewhere', '17'])
  })

  it('passes on each header line as it was sent, read as UTF-8', async () => {
    const { url } = await serving(async (request) => Response.json(headerValues(request.headers, 'x-group')))
    const lines = ['a, b', Buffer.from('Jörg Łukasz').toString('latin1')]
    const answer = await exchange(url, { headers: { 'X-Group': lines } })
    expect(JSON.parse(answer.text)).toEqual(['a, b', 'Jörg Łukasz'])
  })

  it.each([
    ['//api//v1', '//api//v1'],
    ['http://elsewhere.invalid/a?b', '/a?b'],
    ['/a?b=//c', '/a?b=//c'],
  ])('takes %s for the path %s', async (sent, path) => {
    const { url } = await serving(async (request) => {
      const address = new URL(request.url)
      return new Response(address.pathname + address.search)
    })
    expect((await exchange(url, { path: sent })).text).toBe(path)
  })

  it('passes upgrade requests on like others', async () => {
    const { url } = await serving(async (request) => new Response(request.headers.get('upgrade'), { status: 400 }))
    const answer = await exchange(url, { headers: { connection: 'Upgrade', upgrade: 'SPDY/3.1' } })
    expect([answer.status, answer.text]).toEqual([400, 'SPDY/3.1'])
  })

  it('streams, and aborts the request when the client leaves', async () => {
    const aborted = new Promise<string>((resolve) => {
      void serving(async (request) => {
        request.signal.addEventListener('abort', () => resolve('aborted'))
        return new Response(new ReadableStream({ start: (c) => c.enqueue(new TextEncoder().encode('first\n')) }))
      }).then(async ({ url }) => {
        const controller = new AbortController()
        const response = await fetch(url, { signal: controller.signal })
        const reader = (response.body as ReadableStream<Uint8Array>).getReader()
        expect(new TextDecoder().decode((await reader.read()).value)).toBe('first\n')
        controller.abort()
      })
    })
    expect(await aborted).toBe('aborted')
  })

  it('ends a stream when its source ends', async () => {
    const parts = ['a', 'b', 'c']
    const { url } = await serving(
      async () =>
        new Response(
          new ReadableStream<Uint8Array>({
            pull: (c) =>
              new Promise<void>((resolve) => {
                setTimeout(() => {
                  const part = parts.shift()
                  if (part) c.enqueue(new TextEncoder().encode(part))
                  else c.close()
                  resolve()
                }, 1)
              }),
          }),
        ),
    )
    expect((await exchange(url)).text).toBe('abc')
  })

  it('compresses large answers for those who ask', async () => {
    const text = 'abc'.repeat(100_000)
    const { url } = await serving(async (request) => new Response(request.url.endsWith('/small') ? 'small' : text))
    const encodingOf = async (path: string, accept: string) =>
      (await exchange(url + path, { headers: { 'accept-encoding': accept } })).headers['content-encoding']
    expect(await encodingOf('/', 'gzip, br')).toBe('gzip')
    expect(await encodingOf('/', 'gzip;q=0.5')).toBe('gzip')
    expect(await encodingOf('/', 'gzip;q=0')).toBeUndefined()
    expect(await encodingOf('/', 'identity')).toBeUndefined()
    expect(await encodingOf('/small', 'gzip')).toBeUndefined()
    expect(await (await fetch(url)).text()).toBe(text)
  })

  it('answers early without reading the rest of a large body', async () => {
    const { url, errors } = await serving(async () => new Response('too large', { status: 413 }))
    const headers = { 'content-length': 12_000_000 }
    const answer = await exchange(url, { method: 'POST', headers }, 'x'.repeat(12_000_000))
    expect([answer.status, answer.headers.connection, answer.text]).toEqual([413, 'close', 'too large'])
    expect(errors).toEqual([])
  })

  it('answers a client that still sends when its chunks were refused halfway', async () => {
    const { url } = await serving(async (request) => {
      const reader = request.body?.getReader()
      await reader?.read()
      await reader?.cancel()
      return new Response('too large', { status: 413 })
    })
    const headers = { 'transfer-encoding': 'chunked' }
    const answer = await exchange(url, { method: 'POST', headers }, 'x'.repeat(12_000_000))
    expect([answer.status, answer.text]).toEqual([413, 'too large'])
  })

  it.each(['TRACE', 'PROPFIND', 'OPTIONS'])('passes on %s', async (method) => {
    const { url } = await serving(async (request) => new Response(request.method))
    expect((await exchange(url, { method })).text).toBe(method)
  })

  it('reads headers of hundreds of kilobytes, in any number', async () => {
    const { url } = await serving(
      async ({ headers }) =>
        new Response(`${headers.get('x-long')?.length} ${headers.get('x-many')?.split(', ').length}`),
    )
    const answer = await exchange(url, {
      headers: { 'x-long': 'x'.repeat(500_000), 'x-many': Array<string>(4000).fill('y') },
    })
    expect(answer.text).toBe('500000 4000')
  })

  it.each([
    ['headers over a megabyte', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(1_100_000)}\r\n\r\n`, 431],
    ['a method that HTTP does not know', 'BREW / HTTP/1.1\r\nhost: x\r\n\r\n', 405],
    ['CONNECT', 'CONNECT x:443 HTTP/1.1\r\nhost: x\r\n\r\n', 405],
    ['a header that is none', 'GET / HTTP/1.1\r\nhost x\r\n\r\n', 400],
    ['a host that is none', 'GET / HTTP/1.1\r\nhost: a b\r\nconnection: close\r\n\r\n', 400],
  ])('answers %s with a Status', async (_what, text, code) => {
    const { url } = await serving(async () => new Response('never'))
    const answer = await rawExchange(url, text)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${code} `))
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ code })
  })

  it.each([
    ['/a/../b', '/a/../b'],
    ['/a/%2e%2E/./b?x=/../#y', '/a/%2e%2E/./b?x=/../%23y'],
    ['/a\\..\\b', '/a\\..\\b'],
    ['http://elsewhere.invalid/a/../b?c', '/a/../b?c'],
    ['/%zz', '/%zz'],
  ])('keeps the target %s as it was sent, with and without a body that streams', async (sent, target) => {
    const { url } = await serving(async (request) => new Response(rawTargetOf(request)))
    expect(await rawExchange(url, `GET ${sent} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)).toMatch(
      `\r\n\r\n${target}`,
    )
    const chunked = `POST ${sent} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n`
    expect(await rawExchange(url, chunked)).toMatch(`\r\n\r\n${target}`)
  })

  it('keeps answers without a body bare', async () => {
    const { url } = await serving(async () => new Response(null, { status: 204 }))
    const answer = await exchange(url, { method: 'DELETE' })
    expect([answer.status, answer.text, answer.headers['content-length']]).toEqual([204, '', undefined])
  })
})

describe('a TLS listener', () => {
  it('shows the peer’s certificates, whoever issued them, and serves those without', async () => {
    const validity = { notBefore: Date.now() - 60_000, notAfter: Date.now() + 3_600_000 }
    const make = async (name: string, usages: string[], issuer?: { der: Uint8Array; key: CryptoKey }) => {
      const keys = await generateKeys(crypto, 'P-256', true)
      const der = await issueCertificate(
        crypto,
        {
          subject: nameOf(name),
          publicKey: await exportPublicKey(crypto, keys.publicKey),
          altNames: { dns: ['localhost'], ip: ['127.0.0.1'], email: [], uri: [] },
          usages,
          isCa: !issuer,
          ...validity,
        },
        { ...(issuer && { certificate: parseCertificate(issuer.der) }), privateKey: issuer?.key ?? keys.privateKey },
      )
      return {
        der,
        key: keys.privateKey,
        pem: toPem('CERTIFICATE', der),
        keyPem: await exportPrivateKeyPem(crypto, keys.privateKey),
      }
    }
    const ca = await make('ca', ['cert sign'])
    const server = await make('server', ['server auth', 'digital signature'], ca)
    const alice = await make('alice', ['client auth', 'digital signature'], ca)
    const stranger = await make('stranger', ['client auth', 'cert sign', 'digital signature'])
    const { url } = await serving(
      async (_request, { peerCertificates, secure }) =>
        Response.json({
          secure,
          names: (peerCertificates ?? []).map((der) => parseCertificate(der).subject.commonName),
        }),
      { cert: server.pem, key: server.keyPem, clientCa: [ca.pem] },
    )
    const ask = async (peer?: typeof alice) =>
      JSON.parse(
        (await exchange(url, { ca: ca.pem, ...(peer && { cert: peer.pem, key: peer.keyPem }) })).text,
      ) as unknown
    expect(await ask()).toEqual({ secure: true, names: [] })
    expect(await ask(alice)).toEqual({ secure: true, names: ['alice', 'ca'] })
    expect(await ask(stranger)).toEqual({ secure: true, names: ['stranger'] })
  })
})
