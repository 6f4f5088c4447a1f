import { FileMissing, type Files } from '../../../orchctl/core/io'
import { useFileArea } from '../../state/file-area'

/** Directory of the terminal's files. */
export const HOME = '/home'

const encoder = new TextEncoder()
const area = () => useFileArea.getState()
const below = (path: string): string[] =>
  Object.keys(area().files).filter((name) => name.startsWith(path === '/' ? '/' : `${path}/`))

/** The browser's file area as a file system for commands. Directories exist where files do. */
export const pageFiles: Files = {
  read: (path) => {
    const text = area().files[path]
    return text === undefined ? Promise.reject(new FileMissing(path)) : Promise.resolve(encoder.encode(text))
  },
  write: (path, content) => {
    try {
      area().write(path, content)
      return Promise.resolve()
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error(String(error)))
    }
  },
  kind: (path) =>
    Promise.resolve(
      area().files[path] !== undefined ? 'file' : path === HOME || below(path).length > 0 ? 'directory' : undefined,
    ),
  list: (path) => {
    const start = path === '/' ? 1 : path.length + 1
    return Promise.resolve([...new Set(below(path).map((name) => name.slice(start).split('/')[0] ?? ''))].sort())
  },
}
