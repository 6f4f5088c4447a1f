import { resolveConnection, type ClientConnection } from '../../machinery/client-config'
import type { JsonObject } from '../../machinery/json'
import { messageOf } from '../../machinery/message-of'
import { CommandError, PlainError } from '../core/errors'
import type { FlagValues } from '../core/flags'
import { FileMissing, type ConnectOptions, type Io } from '../core/io'
import { resolvePath } from '../core/paths'
import { checkCertificates, checkConfig, checkProvider } from './check-config'
import { loadConfig, objectIn, saveUser, textIn, type LoadedConfig } from './config-file'

/** How to reach a cluster, from flags, environment and configuration. */
export interface ResolvedConnection extends ConnectOptions {
  /** The namespace of the context. */
  readonly namespace: string
}

/** Flags for a cluster and a user, by the configuration keys that they override. */
const CLUSTER_FLAGS = ['server', 'certificate-authority', 'insecure-skip-tls-verify', 'tls-server-name'] as const
const USER_FLAGS = ['token', 'username', 'password', 'client-certificate', 'client-key'] as const

/**
 * The address and identity of requests: the configuration's context, overridden by flags.
 * @throws CommandError if a named context, cluster or user does not exist
 */
export async function connectionOf(io: Io, flags: FlagValues): Promise<ResolvedConnection> {
  const config = await loadConfig(io, flags)
  const contextName = flags.string('context') || config.currentContext
  const context = config.contexts.get(contextName)
  if (contextName && !context)
    throw new PlainError(`Error in configuration: context was not found for specified context: ${contextName}`)
  const clusterName = flags.string('cluster') || textIn(context, 'cluster')
  const userName = flags.string('user') || textIn(context, 'user')
  // A context may refer to a missing entry, but a flag may not.
  if (flags.string('cluster') && !config.clusters.has(clusterName))
    throw new CommandError(`no server found for cluster ${JSON.stringify(clusterName)}`)
  if (flags.string('user') && !config.users.has(userName))
    throw new CommandError(`auth info ${JSON.stringify(userName)} does not exist`)
  const cluster = clusterEntry(config, clusterName, flags)
  const user = userEntry(config, userName, flags)
  const namespace = textIn(context, 'namespace')
  const directory = config.directories.get(`users/${userName}`) ?? io.cwd
  await checkConfig(
    io.files,
    { name: userName, entry: user, directory },
    { name: clusterName, entry: cluster, directory: io.cwd },
    flags.changed('namespace'),
  )
  const impersonate = impersonation(flags, user, userName)
  checkProvider(user)
  if (!cluster.server) {
    const fallback = io.defaultConnection
    if (fallback) {
      const changed = withUser(
        fallback,
        await credentials(io, { ...cluster, server: fallback.server }, user, directory),
      )
      return {
        connection: changed,
        cluster,
        user,
        directory,
        impersonate,
        namespace: namespace || (fallback.namespace ?? ''),
      }
    }
    cluster.server = 'http://localhost:8080'
  }
  const connection = await credentials(io, cluster, user, directory)
  const file = config.userFiles.get(userName)
  const saveProvider = (provider: JsonObject): Promise<void> =>
    // Values that flags override are not written to the file.
    saveUser(io, file ?? '', userName, { ...config.users.get(userName), 'auth-provider': provider })
  return { connection, cluster, user, directory, impersonate, namespace, ...(file !== undefined && { saveProvider }) }
}

const withUser = (base: ClientConnection, over: ClientConnection): ClientConnection => ({ ...base, ...over })

function clusterEntry(config: LoadedConfig, name: string, flags: FlagValues): JsonObject {
  const cluster: JsonObject = { ...config.clusters.get(name) }
  const directory = config.directories.get(`clusters/${name}`)
  const ca = textIn(cluster, 'certificate-authority')
  if (ca && directory) cluster['certificate-authority'] = resolvePath(directory, ca)
  // Either flag replaces all of the configuration's trust settings.
  if (flags.bool('insecure-skip-tls-verify') || flags.string('certificate-authority'))
    for (const key of ['certificate-authority', 'certificate-authority-data', 'insecure-skip-tls-verify'])
      delete cluster[key]
  for (const key of CLUSTER_FLAGS)
    if (flags.changed(key)) cluster[key] = key === 'insecure-skip-tls-verify' ? flags.bool(key) : flags.string(key)
  const server = textIn(cluster, 'server')
  if (server && !/^https?:\/\//.test(server)) cluster.server = `http://${server}`
  return cluster
}

function userEntry(config: LoadedConfig, name: string, flags: FlagValues): JsonObject {
  const user: JsonObject = { ...config.users.get(name) }
  for (const key of USER_FLAGS) {
    if (!flags.changed(key)) continue
    user[key] = flags.string(key)
    if (key === 'token') {
      delete user.tokenFile
      delete user.exec
      delete user['auth-provider']
      delete user.username
      delete user.password
    }
    delete user[`${key}-data`]
  }
  return user
}

async function credentials(
  io: Io,
  cluster: JsonObject,
  user: JsonObject,
  directory: string,
): Promise<ClientConnection> {
  const decoder = new TextDecoder()
  const read = async (name: string): Promise<string> => {
    const path = resolvePath(directory, name)
    try {
      return decoder.decode(await io.files.read(path))
    } catch (error) {
      throw error instanceof FileMissing ? new CommandError(`open ${path}: no such file or directory`) : error
    }
  }
  try {
    const resolved = await resolveConnection(
      {
        currentContext: 'c',
        // The combination of both trust settings is refused below, with another message.
        clusters: new Map([['c', { ...cluster, 'insecure-skip-tls-verify': false }]]),
        users: new Map([['c', user]]),
        contexts: new Map([['c', { cluster: 'c', user: 'c' }]]),
      },
      read,
    )
    checkCertificates(cluster, resolved)
    return { ...resolved, insecureSkipTlsVerify: cluster['insecure-skip-tls-verify'] === true }
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(`invalid configuration: ${messageOf(error)}`)
  }
}

/** The impersonation headers, one pair for each value. */
function impersonation(flags: FlagValues, user: JsonObject, userName: string): [string, string][] {
  const name = flags.string('as') || textIn(user, 'as')
  const uid = flags.string('as-uid') || textIn(user, 'as-uid')
  const listed = user['as-groups']
  const fromConfig = Array.isArray(listed) ? listed.filter((group) => typeof group === 'string') : []
  const groups = flags.changed('as-group') ? flags.list('as-group') : fromConfig
  const extra = Object.entries(objectIn(user, 'as-user-extra')).flatMap(([key, values]): [string, string][] =>
    Array.isArray(values)
      ? values.map((value) => [
          `Impersonate-Extra-${encodeURIComponent(key)}`,
          typeof value === 'string' ? value : JSON.stringify(value),
        ])
      : [],
  )
  if (!name && (uid || groups.length > 0 || extra.length > 0)) {
    const mistake = `requesting uid, groups or user-extra for ${userName} without impersonating a user`
    throw flags.changed('namespace') ? new PlainError(`Error in configuration: ${mistake}`) : new CommandError(mistake)
  }
  return [
    ...(name ? [['Impersonate-User', name] as [string, string]] : []),
    ...(uid ? [['Impersonate-Uid', uid] as [string, string]] : []),
    ...groups.map((group): [string, string] => ['Impersonate-Group', group]),
    ...extra,
  ]
}
