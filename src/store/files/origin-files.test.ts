import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../testing/fake-clock'
import { fakeFiles } from './fake-files.testing'
import { originFiles } from './origin-files'

/** A browser's private files, with handles that are held elsewhere for so many tries. */
function browserFiles(heldFor: number, handles = true) {
  const files = fakeFiles()
  let left = heldFor
  const fileHandle = (name: string) => ({
    ...(handles && {
      createSyncAccessHandle: () =>
        left-- > 0 ? Promise.reject(new DOMException('held', 'NoModificationAllowedError')) : files.open(name),
    }),
  })
  const directory = {
    getFileHandle: (name: string) => Promise.resolve(fileHandle(name)),
    removeEntry: (name: string) => Promise.resolve(void files.contents.delete(name)),
    async *keys() {
      yield* [...files.contents.keys()]
    },
  }
  const folders: string[] = []
  const root = {
    getDirectoryHandle: (name: string) => {
      folders.push(name)
      return Promise.resolve(directory)
    },
  }
  const storage = { getDirectory: () => Promise.resolve(root as unknown as FileSystemDirectoryHandle) }
  return { files, folders, storage }
}

describe('the files of an origin', () => {
  it('lie in a folder for each site, and go with it', async () => {
    const { files, folders, storage } = browserFiles(0)
    const set = await originFiles('orchard /planes/a', storage, createFakeClock())
    ;(await set.open('data-0')).close()
    expect([folders, [...files.contents.keys()]]).toEqual([['orchard%20%2Fplanes%2Fa'], ['data-0']])
    await set.remove()
    expect(files.contents.size).toBe(0)
  })

  it('are waited for while a tab that dies still holds them', async () => {
    const clock = createFakeClock()
    const { storage } = browserFiles(3)
    const set = await originFiles('site', storage, clock)
    const opening = set.open('header')
    await clock.advance(1_000)
    ;(await opening).close()
  })

  it('are not waited for without end', async () => {
    const clock = createFakeClock()
    const { storage } = browserFiles(Infinity)
    const set = await originFiles('site', storage, clock)
    const opening = set.open('header')
    const told = expect(opening).rejects.toMatchObject({ code: 'blocked' })
    await clock.advance(60_000)
    await told
  })

  it.each<[string, Pick<StorageManager, 'getDirectory'>, RegExp]>([
    ['without them', {} as StorageManager, /no private file system/],
    ['without handles', browserFiles(0, false).storage, /no quick access/],
    ['that refuses them', { getDirectory: () => Promise.reject(new Error('denied')) }, /denied/],
  ])('are missed in a browser %s', async (_what, storage, why) => {
    await expect(originFiles('site', storage, createFakeClock())).rejects.toThrow(why)
  })
})
