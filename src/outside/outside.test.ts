import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isConnectionReset } from '../machinery/egress'
import { parseCertificate } from '../pki/certificate'
import { issueCertificate } from '../pki/issue-certificate'
import { exportPrivateKeyPem, exportPublicKey, generateKeys } from '../pki/keys'
import { nameOf } from '../pki/names'
import { toPem } from '../pki/pem'
import { createNodeOutside } from './node'
import { createBrowserNetwork, createTabOutside } from './tab'

interface Made {
  der: Uint8Array
  key: CryptoKey
  pem: string
  keyPem: string
}

async function make(name: string, usages: string[], issuer?: Made, dns: string[] = []): Promise<Made> {
  const keys = await generateKeys(crypto, 'P-256', true)
  const der = await issueCertificate(
    crypto,
    {
      subject: nameOf(name),
      publicKey: await exportPublicKey(crypto, keys.publicKey),
      altNames: { dns, ip: [], email: [], uri: [] },
      usages,
      isCa: !issuer,
      notBefore: Date.now() - 60_000,
      notAfter: Date.now() + 3_600_000,
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

describe('the network as Node reaches it', () => {
  const outside = createNodeOutside()
  let ca: Made
  let other: Made
  let client: Made
  let server: Server
  let url: string

  beforeAll(async () => {
    ca = await make('ca', ['cert sign'])
    other = await make('other', ['cert sign'])
    client = await make('client', ['client auth', 'digital signature'], ca)
    const leaf = await make('server', ['server auth', 'digital signature'], ca, ['hook.default.svc'])
    server = createServer(
      { cert: leaf.pem, key: leaf.keyPem, requestCert: true, rejectUnauthorized: false },
      (request, response) => {
        let body = ''
        request.on('data', (part: Buffer) => (body += part.toString()))
        request.on('end', () => {
          if (request.url === '/drop') return request.socket.destroy()
          if (request.url === '/never') return
          if (request.url === '/away') return response.writeHead(302, { location: '/' }).end()
          const peer = (request.socket as TLSSocket).getPeerCertificate()
          response.setHeader('x-peer', peer.subject?.CN ?? 'nobody')
          response.end(`${request.method} ${body}`)
        })
      },
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const call = (path = '', init?: RequestInit) => new Request(url + path, { method: 'POST', body: 'review', ...init })
  const trust = () => ({ ca: ca.pem, serverName: 'hook.default.svc' })

  it('calls a peer whose certificate is from the CA and for the name', async () => {
    const response = await outside.fetch(call(), trust())
    expect([response.status, await response.text(), response.headers.get('x-peer')]).toEqual([
      200,
      'POST review',
      'nobody',
    ])
  })
  it('presents a client certificate', async () => {
    const response = await outside.fetch(call(), {
      ...trust(),
      clientCertificate: client.pem,
      clientKey: client.keyPem,
    })
    expect(response.headers.get('x-peer')).toBe('client')
    await response.text()
  })
  it('does not follow redirects', async () => {
    expect((await outside.fetch(call('away'), trust())).status).toBe(302)
  })
  it('distinguishes a refused connection from an unknown host', async () => {
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const host = `127.0.0.1:${(closed.address() as AddressInfo).port}`
    await new Promise((resolve) => closed.close(resolve))
    const failed = (address: string) =>
      outside.fetch(new Request(address)).then(
        () => 'answered',
        (error: Error) => error.message,
      )
    expect(await failed(`https://${host}/x`)).toBe(`dial tcp ${host}: connect: connection refused`)
    expect(await failed('https://nobody.invalid/x')).toBe('dial tcp: lookup nobody.invalid: no such host')
  })
  it.each([
    ['another CA', () => ({ ...trust(), ca: other.pem })],
    ['another name', () => ({ ...trust(), serverName: 'other.default.svc' })],
    ['no name but the address', () => ({ ca: ca.pem })],
    ['the system’s roots', () => undefined],
    ['a bundle that is none', () => ({ ...trust(), ca: 'no PEM' })],
  ])('rejects a peer that %s would not trust', async (_name, wrong) => {
    await expect(outside.fetch(call(), wrong())).rejects.toThrow()
  })
  it('rejects a peer that has its name as a common name only', async () => {
    const leaf = await make('hook.default.svc', ['server auth', 'digital signature'], ca)
    const old = createServer({ cert: leaf.pem, key: leaf.keyPem }, (_request, response) => response.end())
    await new Promise<void>((resolve) => old.listen(0, '127.0.0.1', resolve))
    const address = `https://127.0.0.1:${(old.address() as AddressInfo).port}/`
    await expect(outside.fetch(new Request(address), trust())).rejects.toThrow('not valid for hook.default.svc')
    old.closeAllConnections()
    old.close()
  })
  it('rejects when the peer hangs up, and when the time is over', async () => {
    await expect(outside.fetch(call('drop'), trust())).rejects.toSatisfy(isConnectionReset)
    const controller = new AbortController()
    const answer = outside.fetch(call('never', { signal: controller.signal }), trust())
    controller.abort()
    await expect(answer).rejects.toThrow()
  })
})

describe('the world outside of a tab', () => {
  it('is simulated by handlers first, then the network', async () => {
    const outside = createTabOutside({
      handlers: [
        async () => undefined,
        async (request) =>
          request.url.includes('/hook') ? new Response(`handled ${await request.text()}`) : undefined,
      ],
      network: { fetch: async (request) => new Response(`network ${await request.text()}`) },
    })
    const ask = async (path: string) =>
      (await outside.fetch(new Request(`https://x${path}`, { method: 'POST', body: 'b' }))).text()
    expect([await ask('/hook'), await ask('/other')]).toEqual(['handled b', 'network b'])
  })

  it.each([
    [{ ca: 'pem' }, /CA bundle/],
    [{ serverName: 'a' }, /another name/],
    [{ clientCertificate: 'pem', clientKey: 'pem' }, /client certificate/],
  ])('refuses what a browser can’t do: %j', async (trust, message) => {
    const network = createBrowserNetwork(async () => new Response('never'))
    await expect(network.fetch(new Request('https://x/'), trust)).rejects.toThrow(message)
  })

  it('sends nothing of the page’s to strangers', async () => {
    const seen: Request[] = []
    const network = createBrowserNetwork(async (request) => (seen.push(request), new Response('ok')))
    await network.fetch(new Request('https://x/'))
    expect([seen[0]?.credentials, seen[0]?.redirect, seen[0]?.cache]).toEqual(['omit', 'manual', 'no-store'])
  })
})
