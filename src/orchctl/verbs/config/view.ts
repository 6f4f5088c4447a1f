import { byText } from '../../../machinery/by-text'
import { isObject, type JsonObject } from '../../../machinery/json'
import { loadConfig, textIn } from '../../config/config-file'
import type { Call } from '../../core/command'
import { encodeBase64 } from '../../../machinery/base64'
import { CommandError, usageError } from '../../core/errors'
import { FileMissing, type Io } from '../../core/io'
import { resolvePath } from '../../core/paths'
import { printerOf } from '../../print/printer'
import { indentedJson } from '../../print/json-text'
import { inTypeOrder } from '../../print/typed'
import { yamlText } from '../../print/yaml-text'
import { editable, type Editable, type Kind } from './editable-config'

const SECRET_KEYS = ['token', 'password', 'client-key-data', 'client-certificate-data', 'certificate-authority-data']

/** Prints the configuration; credentials are hidden unless `--raw` or `--flatten` is set. */
export async function viewConfig(call: Call): Promise<void> {
  const { session, flags } = call
  if (call.args.length > 0) throw usageError(call.path, `unexpected arguments: [${call.args.join(' ')}]`)
  const loaded = await loadConfig(session.io, flags, true)
  let config = editable(loaded)
  if (flags.bool('minify')) config = minified(config, flags.string('context') || config.currentContext)
  if (flags.bool('flatten')) config = await flattened(call, config, loaded.directories)
  const hide = (entry: JsonObject): JsonObject =>
    flags.bool('raw') || flags.bool('flatten')
      ? entry
      : Object.fromEntries(
          Object.entries(entry).map(([key, value]) => [
            key,
            SECRET_KEYS.includes(key) && value ? (key.endsWith('-data') ? 'DATA+OMITTED' : 'REDACTED') : value,
          ]),
        )
  const list = (entries: Map<string, JsonObject>, member: string): JsonObject[] =>
    [...entries].sort(([a], [b]) => byText(a, b)).map(([name, entry]) => ({ name, [member]: hide(entry) }))
  const object = {
    kind: 'Config',
    apiVersion: 'v1',
    preferences: {},
    clusters: config.clusters.size > 0 ? list(typedEntries(config.clusters, { server: '' }), 'cluster') : null,
    users: config.users.size > 0 ? list(typedUsers(config.users), 'user') : null,
    contexts:
      config.contexts.size > 0 ? list(typedEntries(config.contexts, { cluster: '', user: '' }), 'context') : null,
    'current-context': config.currentContext,
  }
  const output = flags.string('output') || 'yaml'
  if (output === 'yaml') session.io.stdout(yamlText(object))
  else if (output === 'json') session.out(indentedJson(inTypeOrder(object), '    ', true))
  else session.io.stdout((await printerOf(session, flags))?.print({ ...object, metadata: {} }, 0) ?? '')
}

/** Entries with the fields that their Go type always has. */
const typedEntries = (entries: Map<string, JsonObject>, always: JsonObject): Map<string, JsonObject> =>
  new Map([...entries].map(([name, entry]) => [name, { ...always, ...entry }]))

const typedUsers = (users: Map<string, JsonObject>): Map<string, JsonObject> =>
  new Map(
    [...users].map(([name, user]) => [
      name,
      {
        ...user,
        ...(isObject(user.exec) && {
          exec: { args: null, command: '', env: null, provideClusterInfo: false, ...user.exec },
        }),
        ...(isObject(user['auth-provider']) && { 'auth-provider': { config: null, ...user['auth-provider'] } }),
      },
    ]),
  )

/** Files whose content `--flatten` embeds in the entries. */
const FILES = { clusters: ['certificate-authority'], users: ['client-certificate', 'client-key'] } as const

async function flattened(
  { session: { io } }: Call,
  config: Editable,
  directories: ReadonlyMap<string, string>,
): Promise<Editable> {
  const flat = { ...config, clusters: new Map(config.clusters), users: new Map(config.users) }
  for (const kind of ['clusters', 'users'] as const)
    for (const [name, entry] of config[kind]) {
      const copy = { ...entry }
      for (const key of FILES[kind]) {
        const file = textIn(copy, key)
        if (!file) continue
        const path = resolvePath(directories.get(`${kind}/${name}`) ?? io.cwd, file)
        copy[`${key}-data`] = encodeBase64(await readNamed(io, path))
        delete copy[key]
      }
      flat[kind].set(name, copy)
    }
  return flat
}

/** @throws CommandError if the file does not exist */
async function readNamed(io: Io, path: string): Promise<Uint8Array> {
  try {
    return await io.files.read(path)
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error
    throw new CommandError(error.message)
  }
}

function minified(config: Editable, name: string): Editable {
  if (!name) throw new CommandError('current-context must exist in order to minify')
  const context = config.contexts.get(name)
  if (!context) throw new CommandError(`cannot locate context ${name}`)
  for (const [kind, word] of [
    ['clusters', 'cluster'],
    ['users', 'user'],
  ] as const) {
    const named = textIn(context, word)
    if (named && !config[kind].has(named)) throw new CommandError(`cannot locate ${word} ${named}`)
  }
  const only = (kind: Kind, key: string): Map<string, JsonObject> => {
    const entry = config[kind].get(key)
    return new Map(entry ? [[key, entry]] : [])
  }
  return {
    currentContext: name,
    clusters: only('clusters', textIn(context, 'cluster')),
    users: only('users', textIn(context, 'user')),
    contexts: new Map([[name, context]]),
  }
}
