import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { type DocumentCache, FileMissing, type Files } from '../orchctl/core/io'

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** The disk. */
export const nodeFiles: Files = {
  async read(path) {
    try {
      return await readFile(path)
    } catch (error) {
      throw isMissing(error) ? new FileMissing(path) : error
    }
  },
  async write(path, content) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
  },
  async kind(path) {
    try {
      return (await stat(path)).isDirectory() ? 'directory' : 'file'
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  },
  list: async (path) => (await readdir(path)).sort(),
}

/** Cached documents that are kept between commands, each in a file named by its key. */
export function fileCache(directory: string): DocumentCache {
  const fileOf = (key: string): string =>
    join(directory, `${createHash('sha256').update(key).digest('hex').slice(0, 24)}.json`)
  return {
    async get(key) {
      try {
        return await readFile(fileOf(key), 'utf8')
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    async set(key, text) {
      await mkdir(directory, { recursive: true })
      const temporary = `${fileOf(key)}.${process.pid}`
      await writeFile(temporary, text)
      await rename(temporary, fileOf(key))
    },
  }
}
