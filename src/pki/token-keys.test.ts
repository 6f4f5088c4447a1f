import { describe, expect, test } from 'vitest'
import { exportPrivateKeyPem, exportPublicKey, generateKeys } from './keys'
import { createMemoryKeyStore } from './key-store'
import { toPem } from './pem'
import { loadTokenKeys, signClaims, verifyClaims } from './token-keys'

const crypto = globalThis.crypto

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
