import { encodeBase64 } from '../../../machinery/base64'
import { isObject, type Json, type JsonObject } from '../../../machinery/json'
import { textIn } from '../../config/config-file'
import type { Call, Command } from '../../core/command'
import { CommandError, Misuse } from '../../core/errors'
import type { Flag } from '../../core/flags'
import { resolvePath } from '../../core/paths'
import { type Kind, oneArgument, openFile, saveFile } from './editable-config'

/** The entry fields set by flags, under the flags' names. */
export function flagsGiven({ flags }: Call, table: readonly Flag[], skip: readonly string[] = []): JsonObject {
  return Object.fromEntries(
    table
      .filter(({ name }) => flags.changed(name) && !skip.includes(name))
      .map(({ name, type }): [string, Json] => [name, type === 'bool' ? flags.bool(name) : flags.string(name)]),
  )
}

/** Flags of `set-cluster` that are fields of a cluster. */
export const CLUSTER_FLAGS: readonly Flag[] = [
  { name: 'server', type: 'string', help: 'Address of the API server' },
  { name: 'certificate-authority', type: 'string', help: 'File with the certificates of the authority' },
  { name: 'insecure-skip-tls-verify', type: 'bool', default: 'false', help: "Don't check the server's certificate" },
  { name: 'tls-server-name', type: 'string', help: "Name to expect in the server's certificate" },
  { name: 'proxy-url', type: 'string', help: 'Proxy to use' },
]
/** Flags of `set-credentials` that are fields of a user. */
export const USER_FLAGS: readonly Flag[] = [
  { name: 'token', type: 'string', help: 'Bearer token' },
  { name: 'username', type: 'string', help: 'Name for basic authentication' },
  { name: 'password', type: 'string', help: 'Password for basic authentication' },
  { name: 'client-certificate', type: 'string', help: 'File with a client certificate' },
  { name: 'client-key', type: 'string', help: 'File with its key' },
]
/** Stores the content of certificate and key files instead of their paths. */
export const EMBED: Flag = {
  name: 'embed-certs',
  type: 'bool',
  default: 'false',
  help: 'Write the content of the files into the configuration',
}

async function embedded({ session, flags }: Call, entry: JsonObject, keys: readonly string[]): Promise<JsonObject> {
  const result = { ...entry }
  for (const key of keys) {
    const file = textIn(result, key)
    if (!file || !flags.bool('embed-certs')) continue
    const path = resolvePath(session.io.cwd, file)
    if ((await session.io.files.kind(path)) === undefined)
      throw new CommandError(`could not stat ${key} file ${file}: stat ${file}: no such file or directory`)
    result[`${key}-data`] = encodeBase64(await session.io.files.read(path))
    delete result[key]
  }
  return result
}

/** A command that creates or changes a cluster or user; `files` lists the flags whose files can be embedded. */
export const setEntryCommand = (
  name: string,
  kind: Kind,
  title: string,
  short: string,
  flags: readonly Flag[],
  files: readonly string[],
): Command => ({
  name,
  short,
  flags,
  async run(call) {
    const entry = oneArgument(call, kind === 'users' ? 'unexpected' : 'Unexpected')
    checkCredentials(call)
    const { path, config } = await openFile(call)
    const fields = await embedded(call, flagsGiven(call, flags, NO_FIELDS), files)
    const old = { ...config[kind].get(entry) }
    for (const key of files) if (fields[key] !== undefined) delete old[`${key}-data`]
    for (const key of replacedBy(fields)) delete old[key]
    const more = kind === 'users' ? { ...execOf(call, old), ...providerOf(call, old) } : {}
    config[kind].set(entry, { ...old, ...fields, ...more })
    await saveFile(call, path, config)
    call.session.out(`${title} ${JSON.stringify(entry)} set.`)
  },
})

/** The fields of an entry that become invalid when others are set: alternative credentials or trust settings. */
const replacedBy = (fields: JsonObject): string[] => [
  ...(fields.token === undefined ? [] : ['tokenFile', 'username', 'password']),
  ...(fields.username === undefined && fields.password === undefined ? [] : ['token', 'tokenFile']),
  ...(fields['certificate-authority'] === undefined && fields['certificate-authority-data'] === undefined
    ? []
    : ['insecure-skip-tls-verify', 'certificate-authority']),
  ...(fields['insecure-skip-tls-verify'] === true ? ['certificate-authority', 'certificate-authority-data'] : []),
]

/** @throws CommandError for contradictory settings */
function checkCredentials({ flags }: Call): void {
  const given = (name: string): boolean => flags.has(name) && flags.changed(name) && flags.string(name) !== ''
  if (given('certificate-authority') && flags.bool('insecure-skip-tls-verify'))
    throw new CommandError('you cannot specify a certificate authority and insecure mode at the same time')
  const methods = [
    ...(given('token') ? ['--token'] : []),
    ...(given('username') || given('password') ? ['--username/--password'] : []),
  ]
  if (methods.length > 1)
    throw new CommandError(
      `you cannot specify more than one authentication method at the same time: ${methods.join(', ')}`,
    )
}

/** Flags that describe the credential plugin of a user. */
export const EXEC_FLAGS: readonly Flag[] = [
  { name: 'exec-api-version', type: 'string', help: 'Version of the form that a credential plugin speaks' },
  { name: 'exec-arg', type: 'list', help: 'Argument of the credential plugin' },
  { name: 'exec-command', type: 'string', help: 'Command of the credential plugin' },
  { name: 'exec-env', type: 'strings', help: 'Variable of the credential plugin, as KEY=VALUE' },
  {
    name: 'exec-interactive-mode',
    type: 'string',
    help: 'Whether the credential plugin may ask at the terminal: Never, IfAvailable or Always',
  },
  {
    name: 'exec-provide-cluster-info',
    type: 'bool',
    default: 'false',
    help: 'Tell the credential plugin about the cluster',
  },
]

function execOf({ flags }: Call, old: JsonObject): JsonObject {
  if (!EXEC_FLAGS.some(({ name }) => flags.changed(name))) return {}
  const exec: JsonObject = { provideClusterInfo: false, ...(isObject(old.exec) ? old.exec : {}) }
  if (flags.changed('exec-command')) exec.command = flags.string('exec-command')
  if (flags.changed('exec-api-version')) exec.apiVersion = flags.string('exec-api-version')
  if (flags.changed('exec-interactive-mode')) exec.interactiveMode = flags.string('exec-interactive-mode')
  if (flags.changed('exec-provide-cluster-info')) exec.provideClusterInfo = flags.bool('exec-provide-cluster-info')
  if (flags.changed('exec-arg')) exec.args = [...flags.list('exec-arg')]
  if (OLD_PLUGINS.test(textIn(exec, 'apiVersion'))) exec.interactiveMode ??= 'IfAvailable'
  if (!flags.changed('exec-env')) return { exec }
  const { set, removed } = pairsOf('exec-env', flags.list('exec-env'))
  const kept = Array.isArray(exec.env)
    ? exec.env.filter((one) => isObject(one) && !removed.has(textIn(one, 'name')) && !set.has(textIn(one, 'name')))
    : []
  const env = [...kept, ...[...set].map(([name, value]) => ({ name, value }))]
  return { exec: { ...exec, env: env.length > 0 ? env : null } }
}

/** Plugin versions without an interactive mode: the reference client writes its default for them. */
const OLD_PLUGINS = /\/v1(alpha|beta)1$/

/** Flags that describe the identity provider of a user. */
export const PROVIDER_FLAGS: readonly Flag[] = [
  { name: 'auth-provider', type: 'string', help: 'Identity provider of the user, such as oidc' },
  { name: 'auth-provider-arg', type: 'strings', help: 'Setting of the provider, as KEY=VALUE; KEY- removes it' },
]

function providerOf({ flags }: Call, old: JsonObject): JsonObject {
  if (!PROVIDER_FLAGS.some(({ name }) => flags.changed(name))) return {}
  const before = isObject(old['auth-provider']) ? old['auth-provider'] : {}
  const { set, removed } = pairsOf('auth-provider-arg', flags.list('auth-provider-arg'))
  const config = Object.fromEntries(
    Object.entries({ ...(isObject(before.config) ? before.config : {}), ...Object.fromEntries(set) }).filter(
      ([key]) => !removed.has(key),
    ),
  )
  const name = flags.string('auth-provider') || textIn(before, 'name')
  return { 'auth-provider': { name, config: Object.keys(config).length > 0 ? config : null } }
}

/** The pairs to set (`KEY=VALUE`) and to remove (`KEY-`). @throws Misuse for any other word */
function pairsOf(flag: string, words: readonly string[]): { set: Map<string, string>; removed: Set<string> } {
  const [set, removed] = [new Map<string, string>(), new Set<string>()]
  for (const word of words) {
    const at = word.indexOf('=')
    if (at > 0) set.set(word.slice(0, at), word.slice(at + 1))
    else if (at < 0 && word.length > 1 && word.endsWith('-')) removed.add(word.slice(0, -1))
    else throw new Misuse(`invalid ${flag} format: ${word}`)
  }
  return { set, removed }
}

/** Flags that are not fields of the entry itself. */
const NO_FIELDS = [EMBED, ...EXEC_FLAGS, ...PROVIDER_FLAGS].map(({ name }) => name)
