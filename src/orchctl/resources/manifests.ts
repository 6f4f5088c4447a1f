import { DecodeError } from '../../machinery/decode-error'
import { decodeYamlStream } from '../../machinery/decode-yaml'
import { fromUtf8 } from '../../machinery/base64'
import { isObject, type JsonObject } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import { findKind, type Resource } from '../core/discovery'
import { CommandError, throwAll } from '../core/errors'
import type { Flag, FlagValues } from '../core/flags'
import { FileMissing } from '../core/io'
import { resolvePath } from '../core/paths'
import type { Session } from '../core/session'
import { buildKustomization } from './kustomize'

/** Flags of commands that read objects from files. */
export const FILE_FLAGS: readonly Flag[] = [
  {
    name: 'filename',
    short: 'f',
    type: 'list',
    help: 'File, directory or address to read objects from; - is standard input',
  },
  { name: 'kustomize', short: 'k', type: 'string', help: 'Directory with a kustomization to read objects from' },
  {
    name: 'recursive',
    short: 'R',
    type: 'bool',
    default: 'false',
    help: 'Read directories given with -f with all that is below them',
  },
]

/** An object of a file. */
export interface Manifest {
  readonly object: ApiObject
  /** As it is named in messages: the path as it was given, or STDIN. */
  readonly source: string
}

/** An object with the resource that it belongs to. */
export interface Info {
  readonly resource: Resource
  /** Empty for kinds without namespaces. */
  readonly namespace: string
  readonly name: string
  readonly source?: string
  readonly object: ApiObject
}

/** The names and contents of the files that `-f` names. */
export async function* filesOf(session: Session, flags: FlagValues): AsyncGenerator<{ source: string; text: string }> {
  const { io } = session
  for (const name of flags.list('filename')) {
    if (name === '-') {
      yield { source: 'STDIN', text: fromUtf8(await io.stdin()) }
      continue
    }
    if (/^https?:\/\//.test(name)) {
      yield { source: name, text: await download(session, name) }
      continue
    }
    const paths = await expand(session, name, flags.bool('recursive'))
    for (const path of paths) {
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

/** The files of a directory that hold objects; a path with wildcards stands for what matches. */
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

/** What the flags `-f` and `-k` stand for, lists taken apart. Objects that can't be read are collected as errors. */
export async function readManifests(session: Session, flags: FlagValues): Promise<Manifest[]> {
  const files = flags.list('filename')
  const directory = flags.string('kustomize')
  if (files.length > 0 && directory) throw new CommandError('only one of -f or -k can be specified')
  if (directory) {
    const built = await buildKustomization(session.io, resolvePath(session.io.cwd, directory))
    return built.map((object) => ({ object, source: '' }))
  }
  const manifests: Manifest[] = []
  const errors: unknown[] = []
  for await (const { source, text } of filesOf(session, flags)) {
    try {
      manifests.push(...parseManifests(text, source))
    } catch (error) {
      errors.push(error)
    }
  }
  if (manifests.length === 0) throwAll(errors)
  for (const error of errors) session.err(`error: ${error instanceof Error ? error.message : String(error)}`)
  return manifests
}

/** @throws CommandError for a text that is no YAML or holds something else than objects */
export function parseManifests(text: string, source: string): Manifest[] {
  const json = text.trimStart().startsWith('{')
  return decodeYamlStream(text).flatMap(({ decoded, error }) => {
    if (error) throw parseError(error, source, json)
    const value = decoded?.value
    if (value === undefined || value === null) return []
    if (!isObject(value))
      throw new CommandError(
        `error parsing ${source}: json: cannot unmarshal ${Array.isArray(value) ? 'array' : typeof value} into Go value of type map[string]interface {}`,
      )
    return flatten(value, source)
  })
}

const parseError = (error: DecodeError, source: string, json: boolean): CommandError =>
  new CommandError(
    json
      ? `error parsing ${source}: ${error.message.replace(/^the text is not YAML: /, '')}`
      : `error parsing ${source}: error converting YAML to JSON: yaml: ${error.message.replace(/^the text is not YAML: /, '').replace(/, column \d+/, '')}`,
  )

function flatten(value: JsonObject, source: string): Manifest[] {
  if (Array.isArray(value.items) && typeof value.kind === 'string' && value.kind.endsWith('List'))
    return value.items.flatMap((item) => (isObject(item) ? flatten(item, source) : []))
  const object = value as unknown as ApiObject
  return [{ object: isObject(object.metadata) ? object : { ...object, metadata: {} }, source }]
}

/**
 * The resource and the namespace of an object that is to be written.
 * @throws CommandError for a kind that the server doesn't have, and for a namespace that is not the one asked for
 */
export async function resolveManifest(session: Session, { object, source }: Manifest): Promise<Info> {
  const { kind = '', apiVersion = '', metadata } = object
  const name = metadata.name ?? ''
  if (!kind)
    throw new CommandError(
      `unable to decode ${JSON.stringify(source)}: Object 'Kind' is missing in '${JSON.stringify(object)}'`,
    )
  if (!apiVersion)
    throw new CommandError(
      `unable to decode ${JSON.stringify(source)}: Object 'apiVersion' is missing in '${JSON.stringify(object)}'`,
    )
  const discovery = await session.discovery()
  const resource = await discovery.search((catalogue) => findKind(catalogue, apiVersion, kind))
  if (!resource)
    throw new CommandError(
      `resource mapping not found for name: ${JSON.stringify(name)} namespace: ${JSON.stringify(metadata.namespace ?? '')} from ${JSON.stringify(source)}: no matches for kind ${JSON.stringify(kind)} in version ${JSON.stringify(apiVersion)}\nensure CRDs are installed first`,
    )
  if (!resource.namespaced) return { resource, namespace: '', name, source, object }
  const wanted = await session.namespace()
  const own = metadata.namespace
  if (own && wanted.explicit && own !== wanted.name)
    throw new CommandError(
      `the namespace from the provided object ${JSON.stringify(own)} does not match the namespace ${JSON.stringify(wanted.name)}. You must pass '--namespace=${own}' to perform this operation.`,
    )
  const namespace = own || wanted.name
  return { resource, namespace, name, source, object: { ...object, metadata: { ...metadata, namespace } } }
}
