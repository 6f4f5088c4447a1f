import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject } from '../machinery/json'
import { SPOKEN } from '../names/spoken'
import { StoreError } from '../store/store'

const FORMAT = 'orchard-folder/1'
const FILE = 'orchard.json'

/** The file next to a folder's records that identifies them. */
export interface FolderLabel {
  /** A revision that the records have certainly reached; 0 while they are being created. Records below it are damaged. */
  readonly reached: number
}

/**
 * Reads the label of a folder, and creates it in a folder that is missing or empty. Rejects with `unreadable` for a folder with other
 * content; `what` describes the folder for messages.
 */
export async function readLabel(path: string, what: string): Promise<FolderLabel> {
  const refused = (why: string): StoreError => new StoreError('unreadable', `${what} can’t be used: ${why}`)
  const text = await attempt(what, 'can’t be read', async () => {
    await mkdir(path, { recursive: true, mode: 0o700 })
    const files = await readdir(path)
    if (files.includes(FILE)) return readFile(join(path, FILE), 'utf8')
    if (files.some((name) => !name.startsWith(FILE)))
      throw refused(`it has files, and no ${FILE} says that they are ours`)
    return undefined
  })
  if (text === undefined) {
    await writeLabel(path, what, 0)
    return { reached: 0 }
  }
  const { format, names, reached } = parsed(text)
  if (typeof reached !== 'number' || typeof names !== 'string') throw refused(`its file ${FILE} is damaged`)
  if (format !== FORMAT) throw refused(`its file ${FILE} is of another form`)
  if (names !== SPOKEN) throw refused(`it is in the names of ${names}; start with --names ${names}`)
  return { reached }
}

/** Replaces the label atomically; it is on the disk when this resolves. */
export async function writeLabel(path: string, what: string, reached: number): Promise<void> {
  await attempt(what, 'refused a write', async () => {
    const temporary = join(path, `${FILE}.new`)
    const file = await open(temporary, 'w', 0o600)
    try {
      await file.writeFile(`${JSON.stringify({ format: FORMAT, names: SPOKEN, reached })}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, join(path, FILE))
  })
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const label: unknown = JSON.parse(text)
    return isObject(label) ? label : {}
  } catch {
    return {} // the caller reports the error
  }
}

async function attempt<T>(what: string, fault: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StoreError) throw error
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC' || code === 'EDQUOT')
      throw new StoreError('quota-exceeded', `the disk of ${what} is full: ${message}`, { cause: error })
    throw new StoreError('write-failed', `${what} ${fault}: ${message}`, { cause: error })
  }
}
