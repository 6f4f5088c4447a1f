import { expect, it } from 'vitest'
import { StorageVersionHashes } from './storage-version-hash'

// What real servers publish.
it.each([
  [{ group: '', version: 'v1', kind: 'Pod' }, 'xPOwRZ+Yhw8='],
  [{ group: '', version: 'v1', kind: 'ConfigMap' }, 'qFsyl6wFWjQ='],
  [{ group: 'apps', version: 'v1', kind: 'Deployment' }, '8aSe+NMegvE='],
])('the hash of %j is %s', async (storedAs, hash) => {
  const hashes = new StorageVersionHashes(crypto)
  expect(hashes.of(storedAs)).toBeUndefined()
  await hashes.learn([{ hub: { storedAs } }, { hub: { storedAs: undefined } }, {}])
  expect(hashes.of(storedAs)).toBe(hash)
})
