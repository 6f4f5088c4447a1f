import { describe, expect, test } from 'vitest'
import { type Authority, authorityOf, createAuthority, importAuthority, loadAuthority } from './authority'
import { parseCertificate } from './certificate'
import { ChainError, verifyChain } from './chain'
import { exportPrivateKeyPem, exportPublicKey, generateKeys, type KeyAlgorithmName } from './keys'
import { createMemoryKeyStore } from './key-store'
import { nameOf, showName } from './names'
import { toPem } from './pem'
import { CLIENT_AUTH, SERVER_AUTH } from './usages'

const crypto = globalThis.crypto
const NOW = Date.UTC(2023, 5, 1, 12)
const HOUR = 3_600_000
const DAY = 24 * HOUR

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

  test('the chain may contain an intermediate', async () => {
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
  ])('an authority with %s is refused', async (_, change) => {
    const { certificate } = await newAuthority()
    expect(() => parseCertificate(change(certificate.der))).toThrow()
  })
})
