import { fromUtf8 } from '../../machinery/base64'
import { CommandError, throwAll } from '../core/errors'
import type { Flag, FlagValues } from '../core/flags'
import { FileMissing } from '../core/io'
import { resolvePath } from '../core/paths'
import type { Session } from '../core/session'

/** Flags of commands that read objects from files. */
export const FILE_FLAGS: readonly Flag[] = [
  {
    name: 'filename',
    short: 'f',
    type: 'list',
    help: 'File, directory or address to read objects from; - is standard input',
  },
  {
    name: 'kustomize',
    short: 'k',
    type: 'string',
    help: 'Directory with a kustomization; refused, for kustomizations are not supported',
  },
  {
    name: 'recursive',
    short: 'R',
    type: 'bool',
    default: 'false',
    help: 'Read directories given with -f with all that is below them',
  },
]

/** The flags of commands without kustomizations; `recursive` is the default for directories. */
export const withoutKustomize = (flags: readonly Flag[], recursive: 'true' | 'false'): readonly Flag[] =>
  flags
    .filter(({ name }) => name !== 'kustomize')
    .map((flag) => (flag.name === 'recursive' ? { ...flag, default: recursive } : flag))

const isAddress = (name: string): boolean => /^https?:\/\//.test(name)

/** @throws CommandError for the first path of `-f` that does not exist; `--raw` does not read the files otherwise */
export async function requireFiles({ io }: Session, flags: FlagValues): Promise<void> {
  for (const name of flags.list('filename'))
    if (name !== '-' && (await io.files.kind(resolvePath(io.cwd, name))) === undefined)
      throw new CommandError(`open ${name}: no such file or directory`)
}

/** The names and contents of the files of `-f`. */
export async function* filesOf(session: Session, flags: FlagValues): AsyncGenerator<{ source: string; text: string }> {
  const { io } = session
  const places = new Map<string, readonly string[]>()
  const missing: unknown[] = []
  for (const name of flags.list('filename'))
    if (name !== '-' && !isAddress(name))
      try {
        places.set(name, await expand(session, name, flags.bool('recursive')))
      } catch (error) {
        missing.push(error)
      }
  throwAll(missing)
  const names = flags.list('filename')
  if (names.length > 0 && places.size === names.length && [...places.values()].every((found) => found.length === 0))
    throw new CommandError(`error reading [${names.join(' ')}]: recognized file extensions are [.json .yaml .yml]`)
  for (const name of flags.list('filename')) {
    if (name === '-') {
      yield { source: 'STDIN', text: fromUtf8(await io.stdin()) }
      continue
    }
    if (isAddress(name)) {
      yield { source: name, text: await download(session, name) }
      continue
    }
    for (const path of places.get(name) ?? []) {
      try {
        yield { source: path, text: fromUtf8(await io.files.read(resolvePath(io.cwd, path))) }
      } catch (error) {
        if (error instanceof FileMissing) throw new CommandError(`the path ${JSON.stringify(path)} does not exist`)
        throw error
      }
    }
  }
}

async function download(session: Session, url: string): Promise<string> {
  const { origin, pathname, search } = new URL(url)
  const { io } = session
  const send = await io.connect({
    connection: { server: origin, insecureSkipTlsVerify: false },
    user: {},
    cluster: {},
    directory: io.cwd,
    impersonate: [],
  })
  const response = await send(new Request(origin + pathname + search, { signal: io.signal }))
  if (!response.ok)
    throw new CommandError(
      `unable to read URL ${JSON.stringify(url)}, server reported ${response.status} ${response.statusText}, status code=${response.status}`,
    )
  return response.text()
}

/** The manifest files of a directory; a path with wildcards stands for its matches. */
async function expand(session: Session, name: string, recursive: boolean): Promise<string[]> {
  const { files, cwd } = session.io
  const kind = await files.kind(resolvePath(cwd, name))
  if (kind === 'file') return [name]
  if (kind === undefined) {
    if (!/[*?[]/.test(name)) throw new CommandError(`the path ${JSON.stringify(name)} does not exist`)
    const at = name.lastIndexOf('/')
    const directory = at < 0 ? '.' : name.slice(0, at)
    const form = new RegExp(
      `^${name
        .slice(at + 1)
        .replace(/[.+^${}()|\\]/g, '\\$&')
        .replace(/\*/g, '[^/]*')
        .replace(/\?/g, '[^/]')}$`,
    )
    const found = (await files.list(resolvePath(cwd, directory))).filter((one) => form.test(one))
    if (found.length === 0) throw new CommandError(`the path ${JSON.stringify(name)} does not exist`)
    return found.map((one) => (at < 0 ? one : `${directory}/${one}`))
  }
  const paths: string[] = []
  for (const entry of await files.list(resolvePath(cwd, name))) {
    const path = `${name.replace(/\/$/, '')}/${entry}`
    if ((await files.kind(resolvePath(cwd, path))) === 'directory') {
      if (recursive) paths.push(...(await expand(session, path, true)))
    } else if (/\.(json|ya?ml)$/.test(entry)) paths.push(path)
  }
  return paths
}
