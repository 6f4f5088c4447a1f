import { describe, expect, test } from 'vitest'
import { NO_ALT_NAMES } from './alt-names'
import { exportPublicKey, generateKeys, type KeyAlgorithmName } from './keys'
import { nameOf, showName } from './names'
import { toPem } from './pem'
import { createRequest, hasValidSignature, parseRequest, parseRequestPem } from './request'

const crypto = globalThis.crypto

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
  ])('%j is not a request', (pem) => {
    expect(() => parseRequestPem(pem)).toThrow()
  })
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
