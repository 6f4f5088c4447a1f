import { encodeClientConfig, parseClientConfig, type ClientConfig } from '../../machinery/client-config'
import { DecodeError } from '../../machinery/decode-error'
import { decodeYaml } from '../../machinery/decode-yaml'
import { jsonTypeOf } from '../../machinery/json-type'
import { refusalOf } from '../resources/manifest-objects'
import { yamlMistake } from '../resources/yaml-mistake'
import { isObject, type JsonObject } from '../../machinery/json'
import { messageOf } from '../../machinery/message-of'
import { CommandError } from '../core/errors'
import type { FlagValues } from '../core/flags'
import { FileMissing, type Io } from '../core/io'
import { directoryOf, resolvePath } from '../core/paths'
import { CONFIG_FILE } from '../core/words'

/** A client configuration with the files that its parts come from. */
export interface LoadedConfig extends ClientConfig {
  /** The directories that relative file names refer to, by `clusters/<name>` and `users/<name>`. */
  readonly directories: ReadonlyMap<string, string>
  /** The file that contains each user's entry, by user name. */
  readonly userFiles: ReadonlyMap<string, string>
  /** The file that changes are written to. */
  readonly file: string
  readonly files: readonly string[]
  readonly explicit: boolean
}

/** The paths of the configuration: from the flag, the environment variable, or the home directory. */
export function configPaths(io: Io, flags: FlagValues): { paths: string[]; explicit: boolean } {
  const flag = flags.string('kubeconfig')
  if (flag) return { paths: [resolvePath(io.cwd, flag)], explicit: true }
  const variable = io.env.KUBECONFIG ?? io.env.ORCHCONFIG
  const listed = variable?.split(':').filter(Boolean) ?? []
  if (listed.length > 0) return { paths: listed.map((path) => resolvePath(io.cwd, path)), explicit: false }
  return { paths: [`${io.env.HOME ?? '/home'}/${CONFIG_FILE}`], explicit: false }
}

const decoder = new TextDecoder()

/**
 * Reads and merges the configuration files: the first file that sets a value wins.
 * @throws CommandError if the file in a flag does not exist, unless `lenient`, or a file is not a configuration
 */
export async function loadConfig(io: Io, flags: FlagValues, lenient = false): Promise<LoadedConfig> {
  const { paths, explicit } = configPaths(io, flags)
  const clusters = new Map<string, JsonObject>()
  const users = new Map<string, JsonObject>()
  const contexts = new Map<string, JsonObject>()
  const directories = new Map<string, string>()
  const userFiles = new Map<string, string>()
  const found: string[] = []
  let currentContext = ''
  for (const path of paths) {
    const config = await readOne(io, path, explicit ? flags.string('kubeconfig') : '', lenient)
    if (!config) continue
    found.push(path)
    currentContext ||= config.currentContext
    for (const [kind, from, to] of [
      ['clusters', config.clusters, clusters],
      ['users', config.users, users],
      ['contexts', config.contexts, contexts],
    ] as const)
      for (const [name, entry] of from) {
        if (to.has(name)) continue
        to.set(name, entry)
        directories.set(`${kind}/${name}`, directoryOf(path))
        if (kind === 'users') userFiles.set(name, path)
      }
  }
  const file = found[0] ?? paths.at(-1) ?? ''
  return { currentContext, clusters, users, contexts, directories, userFiles, file, files: paths, explicit }
}

async function readOne(io: Io, path: string, explicit: string, lenient: boolean): Promise<ClientConfig | undefined> {
  let text: string
  try {
    text = decoder.decode(await io.files.read(path))
  } catch (error) {
    if ((await io.files.kind(path)) === 'directory')
      throw new CommandError(
        `error loading config file ${JSON.stringify(explicit || path)}: read ${path}: is a directory`,
      )
    if (!(error instanceof FileMissing)) throw error
    if (explicit && !lenient) throw new CommandError(`stat ${explicit}: no such file or directory`)
    return undefined
  }
  if (text.trim() === '') return undefined
  try {
    const config = parseClientConfig(text)
    const mistake = versionMistake(text) ?? bytesMistake(config)
    if (mistake === undefined) return config
    throw new CommandError(mistake)
  } catch (error) {
    throw new CommandError(`error loading config file ${JSON.stringify(explicit || path)}: ${mistakeIn(text, error)}`)
  }
}

/** The reference client's message for a text that is not a client configuration. */
function mistakeIn(text: string, error: unknown): string {
  let value: unknown
  try {
    value = decodeYaml(text).value
  } catch (mistake) {
    if (mistake instanceof DecodeError) return `yaml: ${yamlMistake(text, refusalOf(mistake))}`
    throw mistake
  }
  const { kind, apiVersion, ...lists } = isObject(value) ? value : {}
  if (error instanceof CommandError) return error.message
  if (typeof kind === 'string' && kind !== 'Config')
    return `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion ?? '')} in scheme ${JSON.stringify(SCHEME)}`
  for (const [list, type] of LISTS)
    if (lists[list] !== undefined && !Array.isArray(lists[list]))
      return `json: cannot unmarshal ${jsonTypeOf(lists[list])} into Go struct field Config.${list} of type []v1.${type}`
  return messageOf(error)
}

/** The message for an unknown version of the format. */
function versionMistake(text: string): string | undefined {
  const { value } = decodeYaml(text)
  const apiVersion = isObject(value) ? (value.apiVersion ?? '') : ''
  return apiVersion === '' || apiVersion === 'v1'
    ? undefined
    : `no kind "Config" is registered for version ${JSON.stringify(apiVersion)} in scheme ${JSON.stringify(SCHEME)}`
}

/** The first field that should be base64 and is not. */
function bytesMistake({ clusters, users }: ClientConfig): string | undefined {
  for (const entry of [...clusters.values(), ...users.values()])
    for (const [key, value] of Object.entries(entry))
      if (key.endsWith('-data') && typeof value === 'string' && base64Mistake(value) !== undefined)
        return base64Mistake(value)
  return undefined
}

/** The message for invalid base64. */
export function base64Mistake(text: string): string | undefined {
  const odd = text.search(/[^A-Za-z0-9+/=]/)
  if (odd < 0 && text.length % 4 === 0) return undefined
  return `illegal base64 data at input byte ${odd >= 0 ? odd : text.length - (text.length % 4)}`
}

const SCHEME = 'orch.io/client-go/tools/clientcmd/api/latest/latest.go:50'
const LISTS = [
  ['clusters', 'NamedCluster'],
  ['contexts', 'NamedContext'],
  ['users', 'NamedAuthInfo'],
] as const

/** Writes a user's entry into the file that contains it. Other changes made to the file since are kept. */
export async function saveUser({ files }: Io, path: string, name: string, user: JsonObject): Promise<void> {
  const config = parseClientConfig(decoder.decode(await files.read(path)))
  await files.write(path, encodeClientConfig({ ...config, users: new Map(config.users).set(name, user) }))
}

/** A string member of an entry; empty if it is absent or of another type. */
export const textIn = (entry: JsonObject | undefined, key: string): string => {
  const value = entry?.[key]
  return typeof value === 'string' ? value : ''
}
/** A member of an entry as an object; empty if it is missing or something else. */
export const objectIn = (entry: JsonObject | undefined, key: string): JsonObject => {
  const value = entry?.[key]
  return isObject(value) ? value : {}
}
