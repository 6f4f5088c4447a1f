import { expect, test } from 'vitest'
import { nodeCrypto } from './node-crypto'

const curve = { name: 'ECDSA', namedCurve: 'P-256' }

test('the runtime’s own provider is taken where it suffices', async () => {
  expect(await nodeCrypto(globalThis.crypto)).toBe(globalThis.crypto)
})

test.each([
  ['none at all', undefined],
  [
    'one that lacks an algorithm',
    { subtle: { generateKey: () => Promise.reject(new Error('not supported')) } } as unknown as Crypto,
  ],
])('another signs and verifies where the runtime has %s', async (_name, native) => {
  const crypto = await nodeCrypto(native ?? ({} as Crypto))
  const keys = await crypto.subtle.generateKey(curve, true, ['sign', 'verify'])
  const data = new TextEncoder().encode('orchard')
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, keys.privateKey, data)
  expect(await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, keys.publicKey, signature, data)).toBe(true)
})
