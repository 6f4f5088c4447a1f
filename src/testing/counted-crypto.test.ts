import { expect, test } from 'vitest'
import { countedCrypto, cryptoUnderWay } from './counted-crypto'

test('an operation counts until it has ended, also by an error', async () => {
  const digest = countedCrypto.subtle.digest('SHA-256', new Uint8Array(1))
  const refused = expect(countedCrypto.subtle.digest('SHA-0', new Uint8Array(1))).rejects.toThrow()
  expect(cryptoUnderWay()).toBe(2)
  expect((await digest).byteLength).toBe(32)
  await refused
  expect(cryptoUnderWay()).toBe(0)
})

test('what is no operation is passed on', () => {
  expect(countedCrypto.getRandomValues(new Uint8Array(4))).toHaveLength(4)
  expect(countedCrypto.randomUUID()).toMatch(/^[0-9a-f-]{36}$/)
  expect(cryptoUnderWay()).toBe(0)
})
