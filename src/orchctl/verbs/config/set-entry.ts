import { encodeBase64 } from '../../../machinery/base64'
import { isObject, type Json, type JsonObject } from '../../../machinery/json'
import { textIn } from '../../config/config-file'
import type { Call, Command } from '../../core/command'
import { CommandError } from '../../core/errors'
import type { Flag } from '../../core/flags'
import { resolvePath } from '../../core/paths'
import { type Kind, oneArgument, openFile, saveFile } from './editable-config'

/** The fields of an entry that were set by flags, under the flags' names. */
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

/** The command that creates or changes one cluster or user; `files` names the flags whose files can be embedded. */
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
  usage: 'NAME',
  flags,
  async run(call) {
    const entry = oneArgument(call)
    checkCredentials(call)
    const { path, config } = await openFile(call)
    const fields = await embedded(
      call,
      flagsGiven(call, flags, ['embed-certs', 'exec-command', 'exec-arg', 'exec-env', 'exec-api-version']),
      files,
    )
    const old = { ...config[kind].get(entry) }
    for (const key of files) if (fields[key] !== undefined) delete old[`${key}-data`]
    const exec = kind === 'users' ? execOf(call, old) : {}
    config[kind].set(entry, { ...old, ...fields, ...exec })
    await saveFile(call, path, config)
    call.session.out(`${title} ${JSON.stringify(entry)} set.`)
  },
})

/** @throws CommandError for settings that exclude one another */
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
]

function execOf({ flags }: Call, old: JsonObject): JsonObject {
  if (!EXEC_FLAGS.some(({ name }) => flags.changed(name))) return {}
  const exec: JsonObject = {
    ...(isObject(old.exec) ? old.exec : {}),
    interactiveMode: 'IfAvailable',
    provideClusterInfo: false,
  }
  if (flags.changed('exec-command')) exec.command = flags.string('exec-command')
  if (flags.changed('exec-api-version')) exec.apiVersion = flags.string('exec-api-version')
  if (flags.changed('exec-arg')) exec.args = [...flags.list('exec-arg')]
  if (flags.changed('exec-env'))
    exec.env = flags.list('exec-env').map((pair) => {
      const [name = '', value = ''] = pair.split(/=([\s\S]*)/)
      return { name, value }
    })
  return { exec }
}
