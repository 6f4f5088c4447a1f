import { createSign, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { run } from '../orchctl/run'
import { parseCertificate } from '../pki/certificate'
import { issueCertificate } from '../pki/issue-certificate'
import { exportPrivateKeyPem, exportPublicKey, generateKeys } from '../pki/keys'
import { nameOf } from '../pki/names'
import { toPem } from '../pki/pem'
import { main as serve } from '../serve'
import { ioOf } from './main'

interface Made {
  readonly der: Uint8Array
  readonly key: CryptoKey
  readonly pem: string
  readonly keyPem: string
}

async function make(name: string, usages: string[], issuer?: Made): Promise<Made> {
  const keys = await generateKeys(crypto, 'P-256', true)
  const der = await issueCertificate(
    crypto,
    {
      subject: nameOf(name),
      publicKey: await exportPublicKey(crypto, keys.publicKey),
      altNames: { dns: issuer ? ['localhost'] : [], ip: [], email: [], uri: [] },
      usages,
      isCa: !issuer,
      notBefore: Date.now() - 60_000,
      notAfter: Date.now() + 3_600_000,
    },
    { ...(issuer && { certificate: parseCertificate(issuer.der) }), privateKey: issuer?.key ?? keys.privateKey },
  )
  const keyPem = await exportPrivateKeyPem(crypto, keys.privateKey)
  return { der, key: keys.privateKey, pem: toPem('CERTIFICATE', der), keyPem }
}

const folder = mkdtempSync(join(tmpdir(), 'client-'))
const path = (name: string): string => join(folder, name)
const put = (name: string, text: string): string => {
  writeFileSync(path(name), text)
  return path(name)
}

const signing = generateKeyPairSync('rsa', { modulusLength: 2048 })
const base64Url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
/** A token of the identity provider that ends after some seconds. */
function idToken(issuer: string, seconds: number): string {
  const claims = { iss: issuer, aud: 'orchard', sub: 'olga', exp: Math.floor(Date.now() / 1000) + seconds }
  const text = `${base64Url({ alg: 'RS256', kid: 'k' })}.${base64Url(claims)}`
  return `${text}.${createSign('RSA-SHA256').update(text).sign(signing.privateKey, 'base64url')}`
}

/** An identity provider that gives a new token, and another refresh token, for each refresh token. */
function startProvider({ pem, keyPem }: Made): Promise<{ server: Server; issuer: string }> {
  let issuer = ''
  let renewals = 0
  const answers: Readonly<Record<string, () => object>> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      jwks_uri: `${issuer}/keys`,
      token_endpoint: `${issuer}/token`,
    }),
    '/keys': () => ({
      keys: [{ ...signing.publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'RS256', use: 'sig' }],
    }),
    '/token': () => ({ id_token: idToken(issuer, 3600), refresh_token: `refresh-${++renewals}` }),
  }
  const server = createServer({ cert: pem, key: keyPem }, (request, response) => {
    const answer = answers[request.url ?? '']
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer?.() ?? {}))
  })
  return new Promise((resolve) =>
    server.listen(0, 'localhost', () => {
      issuer = `https://localhost:${(server.address() as AddressInfo).port}`
      resolve({ server, issuer })
    }),
  )
}

let address: string
let issuer: string
let provider: Server
const stop = new AbortController()
let ended: Promise<unknown>

/** A configuration of one user, in a file of its own. */
function configOf(user: object, cluster: object = { 'certificate-authority': 'ca.crt' }): string {
  const config = {
    'current-context': 'c',
    clusters: [{ name: 'k', cluster: { server: address, ...cluster } }],
    users: [{ name: 'u', user }],
    contexts: [{ name: 'c', context: { cluster: 'k', user: 'u' } }],
  }
  return put('config', JSON.stringify(config))
}

async function orchctl(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const printed = { out: '', err: '' }
  const code = await run({
    ...ioOf(argv, stop.signal),
    stdin: () => Promise.resolve(new Uint8Array()),
    stdout: (text) => void (printed.out += text),
    stderr: (text) => void (printed.err += text),
    env: { ...process.env, HOME: folder },
    cache: () => ({ get: () => Promise.resolve(undefined), set: () => Promise.resolve() }),
  })
  return { code, ...printed }
}
const who = (...flags: string[]): ReturnType<typeof orchctl> =>
  orchctl(
    'auth',
    'whoami',
    '-o',
    'jsonpath={.status.userInfo.username} {.status.userInfo.groups}',
    `--kubeconfig=${path('config')}`,
    ...flags,
  )

beforeAll(async () => {
  const ca = await make('ca', ['cert sign'])
  const other = await make('other', ['cert sign'])
  const leaf = await make('server', ['server auth', 'digital signature'], ca)
  const ann = await make('ann', ['client auth', 'digital signature'], ca)
  put('ca.crt', ca.pem)
  put('other.crt', other.pem)
  put('ann.crt', ann.pem)
  put('ann.key', ann.keyPem)
  put('tokens.csv', 'secret,tom,1,"school"\nboss-token,boss,2,"system:masters"\n')
  ;({ server: provider, issuer } = await startProvider(leaf))
  const served = new Promise<string>((resolve) => {
    vi.spyOn(console, 'log').mockImplementation((line: string) => {
      const found = /serves at (\S+)/.exec(line)?.[1]
      if (found) resolve(found)
    })
  })
  ended = serve(
    [
      '--in-memory',
      '--port=0',
      `--tls-cert-file=${put('server.crt', leaf.pem)}`,
      `--tls-private-key-file=${put('server.key', leaf.keyPem)}`,
      `--client-ca-file=${path('ca.crt')}`,
      `--token-auth-file=${path('tokens.csv')}`,
      `--oidc-issuer-url=${issuer}`,
      '--oidc-client-id=orchard',
      `--oidc-ca-file=${path('ca.crt')}`,
      '--oidc-username-prefix=oidc:',
    ],
    stop.signal,
  )
  address = (await Promise.race([served, ended.then(() => 'ended')])).replace('127.0.0.1', 'localhost')
})
afterAll(async () => {
  stop.abort()
  provider.close()
  await ended
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

const GROUPS = '"system:authenticated"]'

test('a token, from the configuration, from a file and from a flag', async () => {
  configOf({ token: 'secret' })
  expect(await who()).toEqual({ code: 0, out: `tom ["school",${GROUPS}`, err: '' })
  configOf({ tokenFile: put('token', 'secret\n') })
  expect((await who()).out).toBe(`tom ["school",${GROUPS}`)
  expect((await who('--token=boss-token')).out).toBe(`boss ["system:masters",${GROUPS}`)
  expect(await who('--token=wrong')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/logged in to the server/) as string,
  })
})

test('a client certificate, from files and from flags', async () => {
  configOf({ 'client-certificate': 'ann.crt', 'client-key': 'ann.key' })
  expect((await who()).out).toBe(`ann [${GROUPS}`)
  configOf({ token: '' })
  expect((await who(`--client-certificate=${path('ann.crt')}`, `--client-key=${path('ann.key')}`)).out).toBe(
    `ann [${GROUPS}`,
  )
})

test('a plugin prints the token', async () => {
  const apiVersion = 'client.authentication.orch.io/v1'
  const printed = { apiVersion, kind: 'ExecCredential', status: { token: 'secret' } }
  const exec = (script: string): object => ({
    exec: { apiVersion, command: process.execPath, args: ['-e', script], interactiveMode: 'Never' },
  })
  configOf(exec(`console.log(${JSON.stringify(JSON.stringify(printed))})`))
  expect((await who()).out).toBe(`tom ["school",${GROUPS}`)
  configOf(exec('process.exit(3)'))
  expect((await who()).err).toMatch(/^Unable to connect to the server: getting credentials: exec: executable .* failed/)
})

test('a token of an identity provider is renewed, and written back into the configuration', async () => {
  const config = {
    'client-id': 'orchard',
    'idp-issuer-url': issuer,
    'idp-certificate-authority': path('ca.crt'),
    'id-token': idToken(issuer, -60),
    'refresh-token': 'refresh-0',
  }
  configOf({ 'auth-provider': { name: 'oidc', config } })
  expect((await who()).out).toBe(`oidc:olga [${GROUPS}`)
  const written = readFileSync(path('config'), 'utf8')
  expect(written).toContain('refresh-token: refresh-1')
  expect(written).not.toContain(config['id-token'])
  // The new token lasts: the provider is not asked again.
  expect((await who()).out).toBe(`oidc:olga [${GROUPS}`)
  expect(readFileSync(path('config'), 'utf8')).toBe(written)
})

test('another identity, with groups', async () => {
  configOf({ token: 'boss-token' })
  expect((await who('--as=eve', '--as-group=a', '--as-group=b')).out).toBe(`eve ["a","b",${GROUPS}`)
  expect(await who('--as-group=a')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/without impersonating a user/) as string,
  })
})

test('whom the client trusts', async () => {
  configOf({ token: 'secret' }, { 'certificate-authority': 'other.crt' })
  expect((await who()).err).toContain('x509: certificate signed by unknown authority')
  expect((await who('--insecure-skip-tls-verify')).code).toBe(0)
  expect((await who(`--certificate-authority=${path('ca.crt')}`)).code).toBe(0)
  expect((await who(`--certificate-authority=${path('ca.crt')}`, '--tls-server-name=elsewhere')).code).toBe(1)
})
