import { expect, test } from 'vitest'
import { createMemoryKeyStore } from '../pki/key-store'
import { createServiceAccountIssuer } from './service-account-issuer'

const HOUR = 3600

const create = (flags: Record<string, string>, maxSeconds?: number) =>
  createServiceAccountIssuer(
    {
      crypto: globalThis.crypto,
      keys: createMemoryKeyStore(),
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
