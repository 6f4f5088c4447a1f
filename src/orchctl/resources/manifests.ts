import type { DecodeError } from '../../machinery/decode-error'
import { decodeYamlStream } from '../../machinery/decode-yaml'
import { fromUtf8 } from '../../machinery/base64'
import { isObject, type Json, type JsonObject } from '../../machinery/json'
import { writeJson } from '../../machinery/json-text'
import type { ApiObject } from '../../machinery/object'
import { findKind, type Resource } from '../core/discovery'
import { CommandError, ManyErrors, throwAll } from '../core/errors'
import type { Flag, FlagValues } from '../core/flags'
import { FileMissing } from '../core/io'
import { resolvePath } from '../core/paths'
import type { Session } from '../core/session'
import { buildKustomization } from './kustomize'
import { type YamlMistake, yamlMistake } from './yaml-mistake'

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

const isAddress = (name: string): boolean => /^https?:\/\//.test(name)

/** @throws CommandError for the first name of `-f` at which there is nothing: what `--raw` sends is not looked at otherwise */
export async function requireFiles({ io }: Session, flags: FlagValues): Promise<void> {
  for (const name of flags.list('filename'))
    if (name !== '-' && (await io.files.kind(resolvePath(io.cwd, name))) === undefined)
      throw new CommandError(`open ${name}: no such file or directory`)
}

/** The names and contents of the files that `-f` names. */
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

/** The failures of reading, as the one that stands among those of a command's work. */
export const together = (errors: readonly unknown[]): unknown[] =>
  errors.length > 1 ? [new ManyErrors(errors)] : [...errors]

/** Whether a command checks fields before it sends anything. */
const isChecked = (flags: FlagValues): boolean =>
  flags.has('validate') && !['false', 'ignore'].includes(flags.string('validate'))

/**
 * What the flags `-f` and `-k` stand for, lists taken apart. What can't be read goes to `failed`; it is thrown without one, and when
 * nothing else is left.
 */
export async function readManifests(session: Session, flags: FlagValues, failed?: unknown[]): Promise<Manifest[]> {
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
      for (const part of manifestsOf(text, source, isChecked(flags), errors)) manifests.push(part)
    } catch (error) {
      errors.push(error)
    }
  }
  if (manifests.length === 0 || !failed) throwAll(errors)
  failed?.push(...errors)
  return manifests
}

/** @throws CommandError for a text that is no YAML or holds something else than objects */
export const parseManifests = (text: string, source: string): Manifest[] => [...manifestsOf(text, source, false)]

/** The objects of a text. What follows a mistake in the text isn't looked at; `failed` takes documents that hold no object. */
function* manifestsOf(text: string, source: string, checked: boolean, failed?: unknown[]): Generator<Manifest> {
  const json = text.trimStart().startsWith('{')
  for (const { decoded, error, start, end } of decodeYamlStream(text)) {
    if (error) throw parseError(error, source, json, text.slice(start, end))
    const value = decoded?.value
    if (value === undefined || value === null) continue
    if (isObject(value)) yield* flatten(value, source)
    else if (failed) failed.push(noObject(value, source, checked))
    else throw noObject(value, source, checked)
  }
}

const noObject = (value: Json, source: string, checked: boolean): CommandError =>
  new CommandError(
    checked
      ? `error validating ${JSON.stringify(source)}: error validating data: invalid object to validate; if you choose to ignore these errors, turn validation off with --validate=false`
      : `unable to decode ${JSON.stringify(source)}: json: cannot unmarshal ${Array.isArray(value) ? 'array' : typeof value} into Go value of type unstructured.detector`,
  )

/** Lines count from the document's beginning here: each is read on its own. */
const refusalOf = ({ message, line = 1, column = 1 }: DecodeError): YamlMistake => ({
  why: message.replace(/^the text is not YAML: (?:line \d+, column \d+: )?/, ''),
  line,
  column,
})

const parseError = (error: DecodeError, source: string, json: boolean, text: string): CommandError =>
  new CommandError(
    json
      ? `error parsing ${source}: ${error.message.replace(/^the text is not YAML: /, '')}`
      : `error parsing ${source}: error converting YAML to JSON: yaml: ${yamlMistake(text, refusalOf(error))}`,
  )

function flatten(value: JsonObject, source: string): Manifest[] {
  if (Array.isArray(value.items) && typeof value.kind === 'string' && value.kind.endsWith('List'))
    return value.items.flatMap((item) => (isObject(item) ? flatten(item, source) : []))
  const object = value as unknown as ApiObject
  return [{ object: isObject(object.metadata) ? object : { ...object, metadata: {} }, source }]
}

const goType = (value: unknown): string =>
  typeof value === 'boolean'
    ? 'bool'
    : Array.isArray(value)
      ? 'array'
      : typeof value === 'bigint'
        ? 'number'
        : typeof value

/** @throws CommandError for a name, label or annotation that is no text: nothing could be sent */
function refuseWrongMetadata({ metadata }: ApiObject, source: string): void {
  const fields = metadata as unknown as JsonObject
  for (const field of ['name', 'namespace', 'labels', 'annotations']) {
    const value = fields[field]
    const values = isObject(value) ? Object.values(value) : [value]
    const wrong = values.find((one) => one !== undefined && one !== null && typeof one !== 'string')
    if (wrong !== undefined)
      throw new CommandError(
        `unable to decode ${JSON.stringify(source)}: json: cannot unmarshal ${goType(wrong)} into Go struct field ObjectMeta.metadata.${field} of type string`,
      )
  }
}

/** The object as the file has it: one without metadata was given empty ones. */
const withoutEmptyMetadata = ({ metadata, ...rest }: ApiObject): JsonObject =>
  (Object.keys(metadata).length > 0 ? { ...rest, metadata } : rest) as unknown as JsonObject

/** Commands that check fields say of a missing kind that the data isn't valid; others that they can't read it. */
function refuseUnnamedKind(object: ApiObject, source: string, checked: boolean): void {
  const missing = [...(object.apiVersion ? [] : ['apiVersion']), ...(object.kind ? [] : ['kind'])]
  if (missing.length === 0) return
  if (checked) {
    const each = missing.map((field) => `${field} not set`).join(', ')
    throw new CommandError(
      `error validating ${JSON.stringify(source)}: error validating data: ${missing.length > 1 ? `[${each}]` : each}; if you choose to ignore these errors, turn validation off with --validate=false`,
    )
  }
  throw new CommandError(
    `unable to decode ${JSON.stringify(source)}: Object '${object.kind ? 'apiVersion' : 'Kind'}' is missing in '${writeJson(withoutEmptyMetadata(object))}'`,
  )
}

/**
 * The resource and the namespace of an object that is to be written. `checked` says that its fields are to be checked too.
 * @throws CommandError for a kind that the server doesn't have, and for a namespace that is not the one asked for
 */
export async function resolveManifest(session: Session, { object, source }: Manifest, checked = false): Promise<Info> {
  const { kind = '', apiVersion = '', metadata } = object
  const name = metadata.name ?? ''
  refuseUnnamedKind(object, source, checked)
  refuseWrongMetadata(object, source)
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
