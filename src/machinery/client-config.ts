import { decodeText, encodeText } from './base64'
import { parseConfigText } from './config-text'
import { encodeYaml } from './encode-yaml'
import { isObject, type Json, type JsonObject } from './json'
import { messageOf } from './message-of'

/**
 * The client configuration format (kubeconfig): clusters, users and contexts that pair them. Webhook configuration files use it too
 * (document 2, "Token webhook").
 */
export interface ClientConfig {
  readonly currentContext: string
  readonly clusters: ReadonlyMap<string, JsonObject>
  readonly users: ReadonlyMap<string, JsonObject>
  readonly contexts: ReadonlyMap<string, JsonObject>
}

/** Credentials that a client presents to a server. */
export interface ClientCredentials {
  readonly clientCertificate?: string
  readonly clientKey?: string
  /** Value of the Authorization header. */
  readonly authorization?: string
}

/** A resolved context, with files read and data decoded. */
export interface ClientConnection extends ClientCredentials {
  readonly server: string
  /** PEM bundle of the authorities trusted for the server's certificate; the system's roots when absent. */
  readonly ca?: string
  readonly serverName?: string
  readonly insecureSkipTlsVerify: boolean
  readonly namespace?: string
}

/** Reads a file that the configuration names. */
export type ReadFile = (name: string) => string | Promise<string>

/** A client configuration that can't be used; the message says what is wrong. */
export class ClientConfigError extends Error {
  override readonly name = 'ClientConfigError'
}

const fail = (why: string): never => {
  throw new ClientConfigError(why)
}

function named(value: Json | undefined, list: string, member: string): Map<string, JsonObject> {
  if (value === undefined || value === null) return new Map()
  if (!Array.isArray(value)) return fail(`${list} must be a list`)
  return new Map(
    value.map((item, i): [string, JsonObject] => {
      if (!isObject(item) || typeof item['name'] !== 'string') return fail(`${list}[${i}] must have a name`)
      const content = item[member] ?? {}
      return isObject(content) ? [item['name'], content] : fail(`${list}[${i}].${member} must be an object`)
    }),
  )
}

/** Parses YAML or JSON. Throws `ClientConfigError` if the text is not a client configuration. */
export function parseClientConfig(text: string): ClientConfig {
  const value = parseText(text)
  if (!isObject(value)) return fail('a client configuration is an object with clusters, users and contexts')
  const kind = value['kind']
  if (kind !== undefined && kind !== 'Config') fail(`kind must be "Config", not ${JSON.stringify(kind)}`)
  const current = value['current-context'] ?? ''
  return {
    currentContext: typeof current === 'string' ? current : fail('current-context must be a string'),
    clusters: named(value['clusters'], 'clusters', 'cluster'),
    users: named(value['users'], 'users', 'user'),
    contexts: named(value['contexts'], 'contexts', 'context'),
  }
}

function parseText(text: string): unknown {
  try {
    return parseConfigText(text)
  } catch (error) {
    return fail(messageOf(error))
  }
}

const textIn = (from: JsonObject, key: string): string | undefined => {
  const value = from[key]
  if (value === undefined || value === null || value === '') return undefined
  return typeof value === 'string' ? value : fail(`${key} must be a string`)
}

/** Base64 in `<key>-data` takes precedence over the file that `<key>` names. */
async function dataOrFile(from: JsonObject, key: string, readFile: ReadFile): Promise<string | undefined> {
  const data = textIn(from, `${key}-data`)
  const file = textIn(from, key)
  if (data !== undefined) {
    try {
      return decodeText(data)
    } catch {
      return fail(`${key}-data is not base64`)
    }
  }
  return file === undefined ? undefined : await readFile(file)
}

async function authorizationOf(user: JsonObject, readFile: ReadFile): Promise<string | undefined> {
  const file = textIn(user, 'tokenFile')
  const token = textIn(user, 'token') ?? (file === undefined ? undefined : (await readFile(file)).trim())
  if (token !== undefined) return `Bearer ${token}`
  const name = textIn(user, 'username')
  return name === undefined ? undefined : `Basic ${encodeText(`${name}:${textIn(user, 'password') ?? ''}`)}`
}

/**
 * Credentials of one user entry. Throws `ClientConfigError` if only half of a client certificate is given, and whatever `readFile` throws.
 */
export async function credentialsOf(name: string, user: JsonObject, readFile: ReadFile): Promise<ClientCredentials> {
  const clientCertificate = await dataOrFile(user, 'client-certificate', readFile)
  const clientKey = await dataOrFile(user, 'client-key', readFile)
  if ((clientCertificate === undefined) !== (clientKey === undefined))
    fail(`user "${name}" needs both client-certificate and client-key`)
  const authorization = await authorizationOf(user, readFile)
  return {
    ...(clientCertificate !== undefined && { clientCertificate }),
    ...(clientKey !== undefined && { clientKey }),
    ...(authorization !== undefined && { authorization }),
  }
}

/**
 * Resolves a context (by default the current one) to its cluster and user. Throws `ClientConfigError` if one of them is missing, and
 * whatever `readFile` throws.
 */
export async function resolveConnection(
  config: ClientConfig,
  readFile: ReadFile,
  contextName = config.currentContext,
): Promise<ClientConnection> {
  if (!contextName) fail('current-context is not set')
  const context = config.contexts.get(contextName) ?? fail(`context "${contextName}" does not exist`)
  const clusterName = textIn(context, 'cluster') ?? fail(`context "${contextName}" names no cluster`)
  const cluster = config.clusters.get(clusterName) ?? fail(`cluster "${clusterName}" does not exist`)
  const userName = textIn(context, 'user')
  const user = userName === undefined ? {} : (config.users.get(userName) ?? fail(`user "${userName}" does not exist`))
  const server = textIn(cluster, 'server') ?? fail(`cluster "${clusterName}" names no server`)
  const insecureSkipTlsVerify = cluster['insecure-skip-tls-verify'] === true
  const ca = await dataOrFile(cluster, 'certificate-authority', readFile)
  if (ca !== undefined && insecureSkipTlsVerify)
    fail(`cluster "${clusterName}" has a certificate authority and insecure-skip-tls-verify`)
  const serverName = textIn(cluster, 'tls-server-name')
  const credentials = await credentialsOf(userName ?? '', user, readFile)
  const namespace = textIn(context, 'namespace')
  return {
    server,
    insecureSkipTlsVerify,
    ...(ca !== undefined && { ca }),
    ...(serverName !== undefined && { serverName }),
    ...credentials,
    ...(namespace !== undefined && { namespace }),
  }
}

/** Writes a configuration as YAML for download; `parseClientConfig` reads it back. */
export function encodeClientConfig({ currentContext, clusters, users, contexts }: ClientConfig): string {
  const list = (entries: ReadonlyMap<string, JsonObject>, member: string): JsonObject[] =>
    [...entries].map(([name, content]) => ({ name, [member]: content }))
  return encodeYaml({
    apiVersion: 'v1',
    kind: 'Config',
    preferences: {},
    clusters: list(clusters, 'cluster'),
    users: list(users, 'user'),
    contexts: list(contexts, 'context'),
    'current-context': currentContext,
  })
}
