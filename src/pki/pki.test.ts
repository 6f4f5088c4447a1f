import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_ALT_NAMES } from './alt-names'
import { authorityOf, createAuthority } from './authority'
import { parseBundle, verifyChain } from './chain'
import { exportPublicKey, generateKeys, importPrivateKeyPem, importVerificationKeysPem } from './keys'
import { issuedName, nameOf, showName } from './names'
import { parsePem, toPem } from './pem'
import { createRequest, hasValidSignature, parseRequestPem } from './request'
import { CLIENT_AUTH } from './usages'

const crypto = globalThis.crypto
const HOUR = 3_600_000

const openssl = ((): string | undefined => {
  try {
    execFileSync('openssl', ['version'])
    return 'openssl'
  } catch {
    return undefined
  }
})()

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
