import { unwatchFile, watchFile } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { FlagError } from '../parse-flags'
import { messageOf } from '../machinery/message-of'

/** Files are polled, because they may be replaced instead of written, as in volumes of a cluster. */
export function watchText(name: string, changed: () => Promise<void>, signal: AbortSignal): void {
  if (name.startsWith('data:')) return
  const listener = (): void => void changed()
  watchFile(name, { interval: WATCH_MS, persistent: false }, listener)
  signal.addEventListener('abort', () => unwatchFile(name, listener), { once: true })
}

const WATCH_MS = 1000

/** Reads a file, or the text of a `data:` URL. Rejects with `FlagError`. */
export async function readText(name: string): Promise<string> {
  if (name.startsWith('data:')) return (await fetch(name)).text()
  try {
    return await readFile(name, 'utf8')
  } catch (error) {
    throw new FlagError(`the file ${name} can't be read: ${messageOf(error)}`)
  }
}
