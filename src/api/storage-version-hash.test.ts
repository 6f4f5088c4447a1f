import { expect, it } from 'vitest'
import { StorageVersionHashes } from './storage-version-hash'

// What real servers publish.
it.each([
  [{ group: '', version: 'v1', kind: 'Pod' }, 'xPOwRZ+Yhw8='],
  [{ group: '', version: 'v1', kind: 'ConfigMap' }, 'qFsyl6wFWjQ='],
  [{ group: 'apps', version: 'v1', kind: 'Deployment' }, '8aSe+NMegvE='],
])('the word for %j is %s', async (hub, word) => {
  const hashes = new StorageVersionHashes(crypto)
  expect(hashes.of(hub)).toBeUndefined()
  await hashes.learn([{ hub }, {}])
  expect(hashes.of(hub)).toBe(word)
})
