import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_ALT_NAMES } from './alt-names'
import { type Authority, authorityOf, createAuthority, importAuthority, loadAuthority } from './authority'
import { parseCertificate } from './certificate'
import { ChainError, parseBundle, verifyChain } from './chain'
import {
  exportPrivateKeyPem,
  exportPublicKey,
  generateKeys,
  importPrivateKeyPem,
  importVerificationKeysPem,
  type KeyAlgorithmName,
} from './keys'
import { createMemoryKeyStore } from './key-store'
import { issuedName, nameOf, showName } from './names'
import { parsePem, toPem } from './pem'
import { createRequest, hasValidSignature, parseRequest, parseRequestPem } from './request'
import { loadTokenKeys, signClaims, verifyClaims } from './token-keys'
import { CLIENT_AUTH, placesOf, SERVER_AUTH } from './usages'

const crypto = globalThis.crypto
const NOW = Date.UTC(2023, 5, 1, 12)
const HOUR = 3_600_000
const DAY = 24 * HOUR

const openssl = ((): string | undefined => {
  try {
    execFileSync('openssl', ['version'])
    return 'openssl'
  } catch {
    return undefined
  }
})()

async function leaf(
  authority: Authority,
  algorithm: KeyAlgorithmName = 'P-256',
  usages: string[] = ['digital signature', 'client auth'],
  notAfter = NOW + DAY,
) {
  const keys = await generateKeys(crypto, algorithm)
  return authority.issue({
    subject: nameOf('dora', ['builders', 'testers']),
    publicKey: await exportPublicKey(crypto, keys.publicKey),
    usages,
    notBefore: NOW - HOUR,
    notAfter,
  })
}

async function newAuthority(algorithm: KeyAlgorithmName = 'P-256', name = 'test-ca'): Promise<Authority> {
  const made = await createAuthority(crypto, { name, now: NOW, algorithm })
  return authorityOf(crypto, made.certificate, made.keys.privateKey)
}

describe('PEM', () => {
  test.each([
    ['a block', toPem('X', Uint8Array.of(1, 2, 3)), [['X', [1, 2, 3]]]],
    [
      'text around and between',
      `before\n${toPem('A', Uint8Array.of(1))}between\n${toPem('B', Uint8Array.of(2))}after`,
      [
        ['A', [1]],
        ['B', [2]],
      ],
    ],
    ['an end of another label', '-----BEGIN A-----\nAQ==\n-----END B-----\n', []],
    ['what is not base64', `-----BEGIN A-----\n*\n-----END A-----\n${toPem('B', Uint8Array.of(2))}`, [['B', [2]]]],
    ['no line break at the end', toPem('A', Uint8Array.of(1)).trimEnd(), [['A', [1]]]],
    ['Windows line ends', toPem('A', Uint8Array.of(1)).replaceAll('\n', '\r\n'), [['A', [1]]]],
  ])('%s', (_, text, blocks) => {
    expect(parsePem(text).map(({ label, der }) => [label, [...der]])).toEqual(blocks)
  })
  test('headers are read', () => {
    expect(parsePem('-----BEGIN A-----\nName: value\n\nAQ==\n-----END A-----\n')[0]?.headers).toEqual({ Name: 'value' })
  })
})

describe('certificates', () => {
  test.each<KeyAlgorithmName>(['P-256', 'P-384', 'P-521', 'RSA-2048'])(
    'an authority with %s issues one that verifies',
    async (algorithm) => {
      const authority = await newAuthority(algorithm)
      const der = await leaf(authority, algorithm)
      const [certificate] = await verifyChain(crypto, [der], {
        roots: [authority.certificate],
        now: NOW,
        usage: CLIENT_AUTH,
      })
      expect(showName(certificate!.subject)).toBe('O=builders,O=testers,CN=dora')
      expect(certificate).toMatchObject({
        isCa: false,
        notAfter: NOW + DAY,
        keyUsages: [0],
        extendedKeyUsages: [CLIENT_AUTH],
      })
    },
  )

  test('the way may go over an intermediate', async () => {
    const root = await newAuthority()
    const keys = await generateKeys(crypto, 'P-256')
    const middle = await root.issue({
      subject: nameOf('middle'),
      publicKey: await exportPublicKey(crypto, keys.publicKey),
      usages: ['cert sign'],
      isCa: true,
      notBefore: NOW - HOUR,
      notAfter: NOW + DAY,
    })
    const der = await leaf(authorityOf(crypto, middle, keys.privateKey))
    const rules = { roots: [root.certificate], now: NOW, usage: CLIENT_AUTH }
    expect((await verifyChain(crypto, [der, middle], rules)).map(({ subject }) => subject.commonName)).toEqual([
      'dora',
      'middle',
      'test-ca',
    ])
    await expect(verifyChain(crypto, [der], rules)).rejects.toThrow('unknown authority')
  })

  test.each([
    ['too late', NOW + 2 * DAY, CLIENT_AUTH, 'expired'],
    ['too early', NOW - 2 * DAY, CLIENT_AUTH, 'not yet valid'],
    ['for another use', NOW, SERVER_AUTH, 'incompatible key usage'],
  ])('one is refused %s', async (_, now, usage, message) => {
    const authority = await newAuthority()
    const failure = verifyChain(crypto, [await leaf(authority)], { roots: [authority.certificate], now, usage })
    await expect(failure).rejects.toThrow(ChainError)
    await expect(failure).rejects.toThrow(message)
  })

  test('another authority of the same name does not count, nor does a leaf as issuer', async () => {
    const authority = await newAuthority()
    const other = await newAuthority()
    const rules = { roots: [other.certificate], now: NOW, usage: CLIENT_AUTH }
    await expect(verifyChain(crypto, [await leaf(authority)], rules)).rejects.toThrow('unknown authority')
    const keys = await generateKeys(crypto, 'P-256')
    const first = await other.issue({
      subject: nameOf('no-ca'),
      publicKey: await exportPublicKey(crypto, keys.publicKey),
      usages: ['client auth'],
      notBefore: NOW - HOUR,
      notAfter: NOW + DAY,
    })
    await expect(
      verifyChain(crypto, [await leaf(authorityOf(crypto, first, keys.privateKey)), first], rules),
    ).rejects.toThrow('unknown authority')
  })

  test('a certificate ends with its authority at the latest', async () => {
    const authority = await newAuthority()
    expect(parseCertificate(await leaf(authority, 'P-256', ['client auth'], NOW + 5000 * DAY)).notAfter).toBe(
      authority.certificate.notAfter,
    )
  })

  test('an authority is made once and kept', async () => {
    const store = createMemoryKeyStore()
    const first = await loadAuthority(crypto, store, 'ca', 'orch', NOW)
    expect((await loadAuthority(crypto, store, 'ca', 'orch', NOW + DAY)).pem).toBe(first.pem)
    expect((await store.get('ca'))?.keys.privateKey.extractable).toBe(false)
  })

  test('an authority from files must have the key of its certificate', async () => {
    const made = await createAuthority(crypto, { name: 'files', now: NOW, extractable: true })
    const pem = toPem('CERTIFICATE', made.certificate)
    const key = await exportPrivateKeyPem(crypto, made.keys.privateKey)
    const der = await leaf(await importAuthority(crypto, pem, key))
    expect(parseCertificate(der).issuer.commonName).toBe('files')
    const other = await generateKeys(crypto, 'P-256', true)
    await expect(importAuthority(crypto, pem, await exportPrivateKeyPem(crypto, other.privateKey))).rejects.toThrow(
      'does not belong',
    )
  })

  test.each([
    ['bytes after it', (der: Uint8Array) => Uint8Array.of(...der, 0)],
    ['its end missing', (der: Uint8Array) => der.slice(0, 80)],
    ['another thing', () => Uint8Array.of(0x30, 0)],
  ])('with %s it is none', async (_, change) => {
    const { certificate } = await newAuthority()
    expect(() => parseCertificate(change(certificate.der))).toThrow()
  })
})

describe('requests', () => {
  const content = {
    subject: nameOf('system:node:a', ['system:nodes']),
    altNames: { ...NO_ALT_NAMES, dns: ['a.example'], ip: ['10.0.0.7', 'fe80::1'], email: ['a@b.c'], uri: ['urn:x'] },
  }
  test.each<KeyAlgorithmName>(['P-256', 'P-384', 'RSA-2048'])('one with %s can be read back', async (algorithm) => {
    const keys = await generateKeys(crypto, algorithm)
    const request = parseRequestPem(await createRequest(crypto, keys, content))
    expect(showName(request.subject)).toBe('O=system:nodes,CN=system:node:a')
    expect(request.altNames).toEqual(content.altNames)
    expect(request.publicKey).toEqual(await exportPublicKey(crypto, keys.publicKey))
    expect(await hasValidSignature(crypto, request)).toBe(true)
  })
  test('a changed one has no valid signature', async () => {
    const { der } = parseRequestPem(
      await createRequest(crypto, await generateKeys(crypto, 'P-256'), { subject: nameOf('x') }),
    )
    const changed = Uint8Array.from(der)
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
    expect(await hasValidSignature(crypto, parseRequest(changed))).toBe(false)
  })
  test.each([
    ['no PEM'],
    [toPem('NEW CERTIFICATE REQUEST', Uint8Array.of(0x30, 0))],
    [toPem('CERTIFICATE REQUEST', Uint8Array.of(0x30, 0))],
  ])('%j is none', (pem) => {
    expect(() => parseRequestPem(pem)).toThrow()
  })
})

describe('token keys', () => {
  test('the cluster makes its own once; what it signs, it verifies', async () => {
    const store = createMemoryKeyStore()
    const keys = await loadTokenKeys(crypto, store, 'tokens', { verification: [] })
    const again = await loadTokenKeys(crypto, store, 'tokens', { verification: [] })
    expect(again.signing.kid).toBe(keys.signing.kid)
    const token = await signClaims(keys, { sub: 'x' })
    expect(await verifyClaims(again.verification, token)).toEqual({ sub: 'x' })
    expect(await verifyClaims(again.verification, `${token.slice(0, -4)}AAAA`)).toBeUndefined()
  })
  test('further keys verify too, and an EC key signs', async () => {
    const own = await generateKeys(crypto, 'P-256', true)
    const signing = await exportPrivateKeyPem(crypto, own.privateKey)
    const first = await loadTokenKeys(crypto, createMemoryKeyStore(), 'tokens', { signing, verification: [] })
    const second = await loadTokenKeys(crypto, createMemoryKeyStore(), 'tokens', {
      verification: [toPem('PUBLIC KEY', await exportPublicKey(crypto, own.publicKey))],
    })
    expect(first.signing).toMatchObject({ alg: 'ES256', jwk: { kty: 'EC', crv: 'P-256', use: 'sig' } })
    expect(second.verification.map(({ alg }) => alg)).toEqual(['RS256', 'ES256'])
    expect(await verifyClaims(second.verification, await signClaims(first, { a: 1 }))).toEqual({ a: 1 })
  })
  test('a file without a key is refused', async () => {
    await expect(loadTokenKeys(crypto, createMemoryKeyStore(), 'x', { verification: ['nothing'] })).rejects.toThrow(
      'no RSA or ECDSA key',
    )
  })
})

describe.runIf(openssl)('openssl', () => {
  let directory: string
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'pki-'))
  })
  afterAll(() => rmSync(directory, { recursive: true }))
  const run = (...args: string[]): string =>
    execFileSync('openssl', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  const file = (name: string, text?: string): string => {
    const path = join(directory, name)
    if (text !== undefined) writeFileSync(path, text)
    return path
  }

  test('accepts certificates and requests made here', async () => {
    const made = await createAuthority(crypto, { name: 'ours', now: Date.now() })
    const authority = authorityOf(crypto, made.certificate, made.keys.privateKey)
    const keys = await generateKeys(crypto, 'P-384')
    const pem = await createRequest(crypto, keys, {
      subject: nameOf('dora', ['a', 'b']),
      altNames: { ...NO_ALT_NAMES, dns: ['x.example'], ip: ['10.0.0.7'] },
    })
    expect(run('req', '-in', file('ours.csr', pem), '-verify', '-noout', '-subject')).toContain(
      'O = a, O = b, CN = dora',
    )
    const request = parseRequestPem(pem)
    const der = await authority.issue({
      subject: request.rawSubject,
      publicKey: request.publicKey,
      altNames: request.altNames,
      usages: ['digital signature', 'server auth'],
      notBefore: Date.now() - HOUR,
      notAfter: Date.now() + HOUR,
    })
    file('ours-ca.pem', authority.pem)
    expect(
      run(
        'verify',
        '-x509_strict',
        '-purpose',
        'sslserver',
        '-CAfile',
        file('ours-ca.pem'),
        file('ours.pem', toPem('CERTIFICATE', der)),
      ),
    ).toContain('OK')
    const text = run('x509', '-in', file('ours.pem'), '-noout', '-text')
    expect(text).toContain('DNS:x.example, IP Address:10.0.0.7')
    expect(text).toContain('CA:FALSE')
  })

  test.each([
    ['an RSA key', ['genrsa', '-traditional', '-out', 'theirs.key', '2048'], 'RSA PRIVATE KEY'],
    ['an EC key', ['ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', 'theirs.key'], 'EC PRIVATE KEY'],
    [
      'a PKCS#8 key',
      ['genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-384', '-out', 'theirs.key'],
      'PRIVATE KEY',
    ],
  ])('its certificates and requests with %s are accepted here', async (_, make, label) => {
    const key = file('theirs.key')
    run(...make.map((word) => (word === 'theirs.key' ? key : word)))
    run(
      'req',
      '-x509',
      '-new',
      '-key',
      key,
      '-subj',
      '/O=one/O=two/CN=theirs',
      '-days',
      '2',
      '-out',
      file('theirs.pem'),
    )
    run(
      'req',
      '-new',
      '-key',
      key,
      '-subj',
      '/O=one/O=two/CN=theirs',
      '-addext',
      'subjectAltName=DNS:t.example,email:t@t.example',
      '-out',
      file('theirs.csr'),
    )
    const read = (name: string): string => run('enc', '-in', file(name))
    expect(parsePem(read('theirs.key')).at(-1)?.label).toBe(label)
    const pair = await importPrivateKeyPem(crypto, read('theirs.key'))
    expect(await importVerificationKeysPem(crypto, read('theirs.key'))).toHaveLength(1)
    const request = parseRequestPem(read('theirs.csr'))
    expect(request.publicKey).toEqual(await exportPublicKey(crypto, pair.publicKey))
    expect(request.subject.organizations).toEqual(['one', 'two'])
    expect(request.altNames).toMatchObject({ dns: ['t.example'], email: ['t@t.example'] })
    expect(await hasValidSignature(crypto, request)).toBe(true)
    const [root] = parseBundle(read('theirs.pem'))
    expect(
      await verifyChain(crypto, [root!.der], { roots: [root!], now: Date.now(), usage: CLIENT_AUTH }),
    ).toHaveLength(1)
  })
})

test('extended usages have one order, whatever the order requested', () => {
  const [microsoft, mail] = ['1.3.6.1.4.1.311.10.3.3', '1.3.6.1.5.5.7.3.4']
  expect(placesOf(['microsoft sgc', 's/mime', 'client auth', 'server auth', 'email protection', 'any']).ids).toEqual([
    '2.5.29.37.0',
    '1.3.6.1.5.5.7.3.1',
    CLIENT_AUTH,
    mail,
    microsoft,
  ])
})

test('a request may be signed with Ed25519', async () => {
  const request = parseRequestPem(`-----BEGIN CERTIFICATE REQUEST-----
MIGOMEICAQAwDzENMAsGA1UEAwwEZG9yYTAqMAUGAytlcAMhADlf/qGpKhJGxcYl
/+u1OaRYxTVL9gVA7j5f/O8OuopRoAAwBQYDK2VwA0EAEcSLAujrruJyW38xRBbJ
v8AIH3MJdl8pabQJq8/4xHbJZzPHLLiEV7xcqeT+wcEmLNGZdXH/5UMJ0rrvXS0n
Cw==
-----END CERTIFICATE REQUEST-----
`)
  expect(request.subject.commonName).toBe('dora')
  expect(await hasValidSignature(crypto, request)).toBe(true)
  const changed = Uint8Array.from(request.der)
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
  expect(await hasValidSignature(crypto, parseRequest(changed))).toBe(false)
})

test('an authority may sign with Ed25519', async () => {
  const [root, leaf] = parseBundle(`-----BEGIN CERTIFICATE-----
MIIBXzCCARGgAwIBAgIUH39DNMl2NPmoMHzfCt3nm5IUF3wwBQYDK2VwMBwxGjAY
BgNVBAMMEWVkMjU1MTkgYXV0aG9yaXR5MCAXDTI2MTEyMjA2NDQ0MloYDzIxMjYx
MDI5MDY0NDQyWjAcMRowGAYDVQQDDBFlZDI1NTE5IGF1dGhvcml0eTAqMAUGAytl
cAMhADyucCDrJZfbTSB/fsgHONbzGqjB+sQhki93YWmctgjAo2MwYTAdBgNVHQ4E
FgQUYY0bO3VZzdGNwGWjHQh+roxExUowHwYDVR0jBBgwFoAUYY0bO3VZzdGNwGWj
HQh+roxExUowDwYDVR0TAQH/BAUwAwEB/zAOBgNVHQ8BAf8EBAMCAgQwBQYDK2Vw
A0EAiYBYss7IH5ka7zzv2KCZhKbCs4/xoT33WMZbaOquylmGpFIAFJFkDb5/qQw/
kx6U7SOFzB2sL7MjKFgeGx6zCQ==
-----END CERTIFICATE-----
-----BEGIN CERTIFICATE-----
MIIBdjCCASigAwIBAgIUB2lN5nTGoEe1tv8i2v1p/B9Vs2cwBQYDK2VwMBwxGjAY
BgNVBAMMEWVkMjU1MTkgYXV0aG9yaXR5MCAXDTI2MTEyMjA2NDQ0MloYDzIxMjYx
MDI5MDY0NDQyWjAQMQ4wDAYDVQQDDAVhbGljZTBZMBMGByqGSM49AgEGCCqGSM49
AwEHA0IABB+X82t3SLNqr8zVKPXAYdn9Clsq48z8rCUVpbgEt0p25JbYAch4KxiZ
Lfq4QWsPD36HfJfZn4AMtYHgcoHfREKjVzBVMBMGA1UdJQQMMAoGCCsGAQUFBwMC
MB0GA1UdDgQWBBSpAkxd9gDFGx7aPWCtIUXhmPtqLjAfBgNVHSMEGDAWgBRhjRs7
dVnN0Y3AZaMdCH6ujETFSjAFBgMrZXADQQDWHFrjTqqyp6MCyBQt1kj5AxJ65S5S
HyJEszgs+RjPM040ywrKa1zoPd0WspPTXRh1q2bSB0ySME7BlY671L0I
-----END CERTIFICATE-----
`)
  if (!root || !leaf) throw new Error('the bundle holds two certificates')
  const rules = { roots: [root], now: Date.parse('2030-01-01'), usage: CLIENT_AUTH }
  expect(await verifyChain(crypto, [leaf.der], rules)).toHaveLength(2)
  const changed = Uint8Array.from(leaf.der)
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
  await expect(verifyChain(crypto, [changed], rules)).rejects.toThrow('unknown authority')
})

test.each<[[string, string][], string]>([
  [[], ''],
  [
    [
      ['CN', 'dora'],
      ['O', 'b'],
      ['O', 'a'],
      ['C', 'DE'],
    ],
    'C=DE,O=b,O=a,CN=dora',
  ],
  [
    [
      ['CN', 'first'],
      ['emailAddress', 'a@b'],
      ['DC', 'x'],
      ['CN', 'second'],
      ['SERIALNUMBER', '5'],
      ['OU', ''],
      ['1.2.3', 'x'],
    ],
    'CN=second,SERIALNUMBER=5',
  ],
])('of the name %j a certificate says %s', (wanted, said) => {
  const attributes = wanted.map(([type, value]) => ({ type, value }))
  expect(showName({ attributes: issuedName({ attributes, commonName: '', organizations: [] }) })).toBe(said)
})
