import { expect, test } from 'vitest'
import { createMemoryKeyStore, type KeyStore } from '../pki/key-store'
import { verifyClaims } from '../pki/token-keys'
import { createServiceAccountIssuer } from './service-account-issuer'

const HOUR = 3600

const create = (flags: Record<string, string>, maxSeconds?: number, keys: KeyStore = createMemoryKeyStore()) =>
  createServiceAccountIssuer(
    {
      crypto: globalThis.crypto,
      keys,
      files: { read: (name) => (name === 'words' ? 'no key' : Promise.reject(new Error('no such file'))) },
      flag: (name) => flags[name],
      flags: (name) => (flags[name] === undefined ? [] : [flags[name]]),
    },
    maxSeconds,
  )

test.each<[Record<string, string>, number | undefined, string]>([
  [{}, HOUR - 1, '--service-account-max-token-expiration: must be between 1 hour and 2^32 seconds'],
  [{}, 2 ** 32 + 1, '--service-account-max-token-expiration: must be between 1 hour and 2^32 seconds'],
  [{ 'service-account-issuer': 'http://[' }, undefined, '--service-account-issuer: "http://[" is not a URL'],
  [{ 'service-account-key-file': 'words' }, undefined, '--service-account-key-file: words: the data holds no RSA or'],
  [{ 'service-account-key-file': 'gone' }, undefined, '--service-account-key-file: gone: no such file'],
  [{ 'tls-private-key-file': 'words' }, undefined, '--tls-private-key-file: words: the data holds no RSA or'],
  [
    { 'service-account-signing-key-file': 'words' },
    undefined,
    '--service-account-signing-key-file: words: the data holds no unencrypted',
  ],
])('%j and a longest life of %s seconds are refused', async (flags, longest, message) => {
  await expect(create(flags, longest)).rejects.toThrow(message)
})

test.each<[string, number | undefined]>([
  ['words-without-a-colon', HOUR],
  ['https://issuer.example', 2 ** 32],
  ['urn:issuer', undefined],
])('%s may issue tokens, of %s seconds', async (issuer, longest) => {
  expect(await create({ 'service-account-issuer': issuer }, longest)).toMatchObject({
    issuers: [issuer],
    ...(longest && { maxSeconds: longest }),
  })
})

test('new keys are stored after the start, and used once they are', async () => {
  const memory = createMemoryKeyStore()
  let store: () => void = () => undefined
  const stored = new Promise<void>((resolve) => (store = resolve))
  const issuer = await create({}, undefined, {
    get: (name) => memory.get(name),
    put: (name, key) => stored.then(() => memory.put(name, key)),
  })
  const signed = issuer.sign({ sub: 'someone' })
  expect(await memory.get('service-account')).toBeUndefined()
  store()
  const token = await signed
  const { verification } = await issuer.keys()
  expect(await verifyClaims(verification, token)).toEqual({ sub: 'someone' })
  const next = await create({}, undefined, memory)
  expect((await next.keys()).signing.kid).toBe(verification[0]?.kid)
})

test('keys that could not be stored are created again by the next who needs them', async () => {
  const memory = createMemoryKeyStore()
  let full = true
  const issuer = await create({}, undefined, {
    get: (name) => memory.get(name),
    put: async (name, key) => {
      if (full) throw new Error('the disk is full')
      await memory.put(name, key)
    },
  })
  await expect(issuer.sign({ sub: 'someone' })).rejects.toThrow('the disk is full')
  full = false
  await expect(issuer.sign({ sub: 'someone' })).resolves.toContain('.')
})
