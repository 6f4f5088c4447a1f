import { encodeClientConfig, parseClientConfig, type ClientConfig } from '../../machinery/client-config'
import { encodeBase64, fromUtf8 } from '../../machinery/base64'
import { isObject, type Json, type JsonObject } from '../../machinery/json'
import { loadConfig, textIn } from '../config/config-file'
import type { Call, Command } from '../core/command'
import { CommandError } from '../core/errors'
import type { Flag } from '../core/flags'
import { FileMissing } from '../core/io'
import { resolvePath } from '../core/paths'
import { PROGRAM } from '../core/words'
import { printerOf, PRINT_FLAGS } from '../print/printer'
import { byText, indentedJson } from '../print/json-text'
import { formatRows } from '../print/tabwriter'
import { inTypeOrder } from '../print/typed'
import { yamlText } from '../print/yaml-text'

type Kind = 'clusters' | 'users' | 'contexts'
type Editable = { currentContext: string } & Record<Kind, Map<string, JsonObject>>

const editable = (config: ClientConfig): Editable => ({
  currentContext: config.currentContext,
  clusters: new Map(config.clusters),
  users: new Map(config.users),
  contexts: new Map(config.contexts),
})

/** The file that changes go to, as it is now. */
async function openFile({ session, flags }: Call): Promise<{ path: string; config: Editable }> {
  const loaded = await loadConfig(session.io, flags).catch(async (error: unknown) => {
    // A file that a flag names need not be there to be written.
    if (flags.string('kubeconfig') && error instanceof CommandError && error.message.startsWith('stat '))
      return undefined
    throw error
  })
  const path = loaded?.file ?? resolvePath(session.io.cwd, flags.string('kubeconfig'))
  try {
    return { path, config: editable(parseClientConfig(fromUtf8(await session.io.files.read(path)))) }
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error
    return { path, config: { currentContext: '', clusters: new Map(), users: new Map(), contexts: new Map() } }
  }
}

const save = ({ session }: Call, path: string, config: Editable): Promise<void> =>
  session.io.files.write(path, encodeClientConfig(config))

const oneArgument = ({ args }: Call): string => {
  const [word] = args
  if (word === undefined || args.length !== 1) throw new CommandError(`Unexpected args: [${args.join(' ')}]`)
  return word
}

/** The keys of an entry that flags set. */
function given({ flags }: Call, table: readonly Flag[], skip: readonly string[] = []): JsonObject {
  return Object.fromEntries(
    table
      .filter(({ name }) => flags.changed(name) && !skip.includes(name))
      .map(({ name, type }): [string, Json] => [name, type === 'bool' ? flags.bool(name) : flags.string(name)]),
  )
}

const CLUSTER_FLAGS: readonly Flag[] = [
  { name: 'server', type: 'string', help: 'Address of the API server' },
  { name: 'certificate-authority', type: 'string', help: 'File with the certificates of the authority' },
  { name: 'insecure-skip-tls-verify', type: 'bool', default: 'false', help: "Don't check the server's certificate" },
  { name: 'tls-server-name', type: 'string', help: "Name to expect in the server's certificate" },
  { name: 'proxy-url', type: 'string', help: 'Proxy to use' },
]
const USER_FLAGS: readonly Flag[] = [
  { name: 'token', type: 'string', help: 'Bearer token' },
  { name: 'username', type: 'string', help: 'Name for basic authentication' },
  { name: 'password', type: 'string', help: 'Password for basic authentication' },
  { name: 'client-certificate', type: 'string', help: 'File with a client certificate' },
  { name: 'client-key', type: 'string', help: 'File with its key' },
]
const EMBED: Flag = {
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

const setter = (
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
      given(call, flags, ['embed-certs', 'exec-command', 'exec-arg', 'exec-env', 'exec-api-version']),
      files,
    )
    const old = { ...config[kind].get(entry) }
    for (const key of files) if (fields[key] !== undefined) delete old[`${key}-data`]
    const exec = kind === 'users' ? execOf(call, old) : {}
    config[kind].set(entry, { ...old, ...fields, ...exec })
    await save(call, path, config)
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

const EXEC_FLAGS: readonly Flag[] = [
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

const deleter = (name: string, kind: Kind, word: string): Command => ({
  name,
  short: `Delete a ${word} from the configuration`,
  usage: 'NAME',
  async run(call) {
    const entry = oneArgument(call)
    const { path, config } = await openFile(call)
    const shown = shownPath(call, path)
    if (!config[kind].delete(entry)) throw new CommandError(`cannot delete ${word} ${entry}, not in ${shown}`)
    await save(call, path, config)
    if (kind === 'contexts' && config.currentContext === entry)
      call.session.err(
        `warning: this removed your active context, use "${PROGRAM} config use-context" to select a different one`,
      )
    call.session.out(`deleted ${word} ${entry} from ${shown}`)
  },
})

/** The file as the person has named it. */
const shownPath = ({ flags }: Call, path: string): string => flags.string('kubeconfig') || path

const lister = (name: string, kind: 'clusters' | 'users'): Command => ({
  name,
  short: `List the ${kind} of the configuration`,
  async run({ session, flags }) {
    session.out('NAME')
    for (const entry of [...(await loadConfig(session.io, flags))[kind].keys()].sort()) session.out(entry)
  },
})

const CONTEXT_FLAGS: readonly Flag[] = [
  { name: 'cluster', type: 'string', help: 'Cluster of the context' },
  { name: 'current', type: 'bool', default: 'false', help: 'Change the current context' },
  { name: 'namespace', short: 'n', type: 'string', help: 'Namespace of the context' },
  { name: 'user', type: 'string', help: 'User of the context' },
]

async function setContext(call: Call): Promise<void> {
  const { session, flags, args } = call
  const { path, config } = await openFile(call)
  if (args.length === 0 && !flags.bool('current'))
    throw new CommandError('you must specify a non-empty context name or --current')
  if (args.length > 0 && flags.bool('current'))
    throw new CommandError('you cannot specify both a context name and --current')
  const name = flags.bool('current') ? config.currentContext : (args[0] ?? '')
  if (!name) throw new CommandError('no current context is set')
  const there = config.contexts.has(name)
  config.contexts.set(name, { ...config.contexts.get(name), ...given(call, CONTEXT_FLAGS, ['current']) })
  await save(call, path, config)
  session.out(`Context ${JSON.stringify(name)} ${there ? 'modified' : 'created'}.`)
}

async function getContexts({ session, flags, args }: Call): Promise<void> {
  const output = flags.string('output')
  if (output !== '' && output !== 'name')
    throw new CommandError(
      `--output ${output} is not available in ${PROGRAM} config get-contexts; resetting to default output format`,
    )
  const config = await loadConfig(session.io, flags)
  const missing = args.filter((name) => !config.contexts.has(name))
  const names = args.length > 0 ? args.filter((name) => config.contexts.has(name)) : [...config.contexts.keys()].sort()
  if (flags.string('output') === 'name') for (const name of names) session.out(name)
  else {
    const rows = names.map((name) => {
      const context = config.contexts.get(name)
      return [
        name === config.currentContext ? '*' : '',
        name,
        ...['cluster', 'user', 'namespace'].map((key) => textIn(context, key)),
      ]
    })
    const header = ['CURRENT', 'NAME', 'CLUSTER', 'AUTHINFO', 'NAMESPACE']
    session.io.stdout(formatRows(flags.bool('no-headers') ? rows : [header, ...rows]))
  }
  if (missing.length > 0) throw new CommandError(missing.map((name) => `context ${name} not found`).join('\n'))
}

const SECRET_KEYS = ['token', 'password', 'client-key-data', 'client-certificate-data', 'certificate-authority-data']

async function view(call: Call): Promise<void> {
  const { session, flags } = call
  const loaded = await loadConfig(session.io, flags)
  let config = editable(loaded)
  if (flags.bool('minify')) config = minified(config, flags.string('context') || config.currentContext)
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
    clusters: config.clusters.size > 0 ? list(config.clusters, 'cluster') : null,
    users: config.users.size > 0 ? list(config.users, 'user') : null,
    contexts: config.contexts.size > 0 ? list(config.contexts, 'context') : null,
    'current-context': config.currentContext,
  }
  const output = flags.string('output') || 'yaml'
  if (output === 'yaml') session.io.stdout(yamlText(object))
  else if (output === 'json') session.out(indentedJson(inTypeOrder(object), '    ', true))
  else session.io.stdout((await printerOf(session, flags))?.print({ ...object, metadata: {} }, 0) ?? '')
}

function minified(config: Editable, name: string): Editable {
  if (!name) throw new CommandError('current-context must exist in order to minify')
  const context = config.contexts.get(name)
  if (!context) throw new CommandError(`cannot locate context ${name}`)
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

/** `users.alice.token` as the kind, the name and the field; names may hold dots when an entry has such a name. */
function property(config: Editable, text: string): { kind: Kind; name: string; field: string } | 'current-context' {
  if (text === 'current-context') return text
  const [kind = '', ...rest] = text.split('.')
  if (kind !== 'clusters' && kind !== 'users' && kind !== 'contexts')
    throw new CommandError(`unable to parse ${text} after [] at api.Config`)
  for (let length = rest.length; length > 0; length--) {
    const name = rest.slice(0, length).join('.')
    if (config[kind].has(name)) return { kind, name, field: rest.slice(length).join('.') }
  }
  return {
    kind,
    name: rest.slice(0, -1).join('.') || (rest[0] ?? ''),
    field: rest.length > 1 ? (rest.at(-1) ?? '') : '',
  }
}

async function setProperty(call: Call, value: string | undefined): Promise<void> {
  const { session, args } = call
  const [text = ''] = args
  const { path, config } = await openFile(call)
  const at = property(config, text)
  if (at === 'current-context') config.currentContext = value ?? ''
  else if (at.field === '') {
    if (value !== undefined) throw new CommandError(`can't set a struct to a value: ${text}`)
    config[at.kind].delete(at.name)
  } else {
    const entry = { ...config[at.kind].get(at.name) }
    if (value === undefined) delete entry[at.field]
    else entry[at.field] = at.field === 'insecure-skip-tls-verify' ? value === 'true' : value
    config[at.kind].set(at.name, entry)
  }
  await save(call, path, config)
  session.out(`Property ${JSON.stringify(text)} ${value === undefined ? 'unset' : 'set'}.`)
}

export const CONFIG: Command = {
  name: 'config',
  short: 'Change client configuration files',
  section: 'Other Commands',
  commands: [
    {
      name: 'current-context',
      short: 'Show the current context',
      async run({ session, flags }) {
        const { currentContext } = await loadConfig(session.io, flags).catch(() => ({ currentContext: '' }))
        if (!currentContext) throw new CommandError('current-context is not set')
        session.out(currentContext)
      },
    },
    deleter('delete-cluster', 'clusters', 'cluster'),
    deleter('delete-context', 'contexts', 'context'),
    deleter('delete-user', 'users', 'user'),
    lister('get-clusters', 'clusters'),
    {
      name: 'get-contexts',
      short: 'List the contexts of the configuration',
      usage: '[NAME]',
      flags: [
        { name: 'no-headers', type: 'bool', default: 'false', help: 'Leave out the header' },
        { name: 'output', short: 'o', type: 'string', help: 'name prints only the names' },
      ],
      run: getContexts,
    },
    lister('get-users', 'users'),
    {
      name: 'rename-context',
      short: 'Rename a context',
      usage: 'NAME NEW_NAME',
      async run(call) {
        const [from = '', to = ''] = call.args
        if (call.args.length !== 2) throw new CommandError(`Unexpected args: [${call.args.join(' ')}]`)
        const { path, config } = await openFile(call)
        const context = config.contexts.get(from)
        if (!context)
          throw new CommandError(
            `cannot rename the context ${JSON.stringify(from)}, it's not in ${shownPath(call, path)}`,
          )
        if (config.contexts.has(to))
          throw new CommandError(
            `cannot rename the context ${JSON.stringify(from)}, the context ${JSON.stringify(to)} already exists in ${shownPath(call, path)}`,
          )
        config.contexts.delete(from)
        config.contexts.set(to, context)
        if (config.currentContext === from) config.currentContext = to
        await save(call, path, config)
        call.session.out(`Context ${JSON.stringify(from)} renamed to ${JSON.stringify(to)}.`)
      },
    },
    {
      name: 'set',
      short: 'Set one field of the configuration',
      usage: 'PROPERTY VALUE',
      run(call) {
        if (call.args.length !== 2) throw new CommandError(`Unexpected args: [${call.args.join(' ')}]`)
        return setProperty(call, call.args[1] ?? '')
      },
    },
    setter('set-cluster', 'clusters', 'Cluster', 'Set a cluster', [...CLUSTER_FLAGS, EMBED], ['certificate-authority']),
    { name: 'set-context', short: 'Set a context', usage: '[NAME | --current]', flags: CONTEXT_FLAGS, run: setContext },
    setter(
      'set-credentials',
      'users',
      'User',
      'Set a user',
      [...USER_FLAGS, ...EXEC_FLAGS, EMBED],
      ['client-certificate', 'client-key'],
    ),
    {
      name: 'unset',
      short: 'Remove one field of the configuration',
      usage: 'PROPERTY',
      run: (call) => setProperty(call, undefined),
    },
    {
      name: 'use-context',
      aliases: ['use'],
      short: 'Choose the current context',
      usage: 'NAME',
      async run(call) {
        const name = oneArgument(call)
        const { path, config } = await openFile(call)
        if (!config.contexts.has(name))
          throw new CommandError(`no context exists with the name: ${JSON.stringify(name)}`)
        config.currentContext = name
        await save(call, path, config)
        call.session.out(`Switched to context ${JSON.stringify(name)}.`)
      },
    },
    {
      name: 'view',
      short: 'Show the configuration',
      flags: [
        ...PRINT_FLAGS,
        { name: 'flatten', type: 'bool', default: 'false', help: 'Write the content of files into what is shown' },
        { name: 'minify', type: 'bool', default: 'false', help: 'Only what the current context uses' },
        { name: 'raw', type: 'bool', default: 'false', help: 'Show credentials, too' },
      ],
      run: view,
    },
  ],
}
