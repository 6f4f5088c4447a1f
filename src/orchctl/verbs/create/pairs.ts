import { fromUtf8 } from '../../../machinery/base64'
import type { Json, JsonObject } from '../../../machinery/json'
import { configMapKey } from '../../../machinery/names'
import type { Call } from '../../core/command'
import { CommandError } from '../../core/errors'
import type { Flag } from '../../core/flags'
import { FileMissing } from '../../core/io'
import { baseOf, resolvePath } from '../../core/paths'
import { variableName } from '../variable-name'

/** The error for an invalid quantity. */
export const NO_QUANTITY = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"

/** The flag that adds a hash of the content to the name. */
export const HASH_FLAG: Flag = {
  name: 'append-hash',
  type: 'bool',
  default: 'false',
  help: 'Add a hash of the content to the name',
}

/** Flags of generators for objects with named contents. */
export const PAIR_FLAGS: readonly Flag[] = [
  HASH_FLAG,
  { name: 'from-env-file', type: 'list', help: 'File with lines of KEY=value' },
  { name: 'from-file', type: 'list', help: 'File or directory, or KEY=FILE' },
  { name: 'from-literal', type: 'strings', help: 'KEY=value' },
]

/** Contents by key, as bytes, in the order of the flags. */
export async function readPairs(call: Call, owner: string): Promise<Map<string, Uint8Array>> {
  const { flags, session } = call
  const pairs = new Map<string, Uint8Array>()
  const encoder = new TextEncoder()
  const add = (key: string, content: Uint8Array): void => {
    const [problem] = configMapKey(key)
    if (problem !== undefined)
      throw new CommandError(`${JSON.stringify(key)} is not a valid key name for a ${owner.split(' ')[0]}: ${problem}`)
    if (pairs.has(key))
      throw new CommandError(
        owner.startsWith('Secret')
          ? `cannot add key ${key}, another key by that name already exists`
          : `cannot add key ${JSON.stringify(key)}, another key by that name already exists in Data for ${owner}`,
      )
    pairs.set(key, content)
  }
  if (
    flags.list('from-env-file').length > 0 &&
    (flags.list('from-file').length > 0 || flags.list('from-literal').length > 0)
  )
    throw new CommandError('from-env-file cannot be combined with from-file or from-literal')
  for (const word of flags.list('from-file')) await addFiles(call, word, add)
  for (const word of flags.list('from-literal')) {
    const at = word.indexOf('=')
    if (at < 1) throw new CommandError(`invalid literal source ${word}, expected key=value`)
    add(word.slice(0, at), encoder.encode(word.slice(at + 1)))
  }
  for (const file of flags.list('from-env-file'))
    for (const [key, value] of envLines(fromUtf8(await read(call, file)), session.io.env))
      add(key, encoder.encode(value))
  return pairs
}

async function read({ session: { io } }: Call, path: string): Promise<Uint8Array> {
  try {
    return await io.files.read(resolvePath(io.cwd, path))
  } catch (error) {
    if (error instanceof FileMissing) throw new CommandError(`error reading ${path}: no such file or directory`)
    throw error
  }
}

async function addFiles(call: Call, word: string, add: (key: string, content: Uint8Array) => void): Promise<void> {
  const { files, cwd } = call.session.io
  const parts = word.split('=')
  if (parts.length > 2) throw new CommandError(`key names or file paths cannot contain '='`)
  const named = parts.length === 2
  const [key = '', path = ''] = named ? parts : [baseOf(word), word]
  if (named && key === '') throw new CommandError(`key name for file path ${path} missing`)
  if (named && path === '') throw new CommandError(`file path for key name ${key} missing`)
  const absolute = resolvePath(cwd, path)
  if ((await files.kind(absolute)) !== 'directory') return add(key, await read(call, path))
  if (named) throw new CommandError('cannot give a key name for a directory path')
  for (const entry of await files.list(absolute))
    if ((await files.kind(`${absolute}/${entry}`)) === 'file' && configMapKey(entry).length === 0)
      add(entry, await files.read(`${absolute}/${entry}`))
}

/** The variables of a file: without comments and empty lines; a name alone takes its value from the environment. */
function envLines(text: string, env: Readonly<Record<string, string | undefined>>): [string, string][] {
  return text.split(/\r?\n/).flatMap((line): [string, string][] => {
    const trimmed = line.trimStart()
    if (trimmed === '' || trimmed.startsWith('#')) return []
    const at = trimmed.indexOf('=')
    const name = at < 0 ? trimmed : trimmed.slice(0, at)
    return [[variableName(name), at < 0 ? (env[name] ?? '') : trimmed.slice(at + 1)]]
  })
}

/** Parses `a=b,c=d` to an object; `message` builds the error for an invalid part. */
export function parsePairs(text: string, message: (part: string) => string): JsonObject {
  const pairs: JsonObject = {}
  for (const part of text.split(',').filter(Boolean)) {
    const at = part.indexOf('=')
    if (at < 1) throw new CommandError(message(part))
    pairs[part.slice(0, at)] = part.slice(at + 1)
  }
  return pairs
}

/** A number if the text is an integer, else the text. */
export const intOrText = (text: string): Json => (/^\d+$/.test(text) ? Number(text) : text)
