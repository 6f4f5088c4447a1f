import { request as httpRequest } from 'node:http'
import { request as httpsRequest, type RequestOptions } from 'node:https'
import { afterEach, describe, expect, it } from 'vitest'
import { issueCertificate, parseCertificate } from '../pki/certificate'
import { exportPrivateKeyPem, exportPublicKey, generateKeys } from '../pki/keys'
import { nameOf } from '../pki/names'
import { toPem } from '../pki/pem'
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

describe('a plain listener', () => {
  it('hands over method, URL, repeated headers and body, and who is there', async () => {
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
    const answer = await exchange(
      url,
      { method: 'POST', headers: { 'content-length': 6_000_000 } },
      'x'.repeat(6_000_000),
    ).catch((error: NodeJS.ErrnoException) => error.code)
    // The client may see the answer or, while still writing, the closed connection.
    if (typeof answer === 'object') expect([answer.status, answer.headers.connection]).toEqual([413, 'close'])
    else expect(answer).toMatch(/EPIPE|ECONNRESET/)
    expect(errors).toEqual([])
  })

  it('refuses what no request can be made of', async () => {
    const { url } = await serving(async () => new Response('never'))
    expect((await exchange(url, { method: 'TRACE' })).status).toBe(400)
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
