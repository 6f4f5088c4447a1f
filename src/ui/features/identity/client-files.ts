import { parseOidcProvider } from '../../../client/oidc-provider'
import { decodeText, encodeText } from '../../../machinery/base64'
import {
  type ClientConfig,
  ClientConfigError,
  credentialsOf,
  encodeClientConfig,
} from '../../../machinery/client-config'
import { isObject, type JsonObject, textsIn } from '../../../machinery/json'
import { type ImpersonationMore, impersonationId } from '../../state/identity'
import { userEntryOf } from '../../state/client-user'
import type { Credential, StoredIdentity } from '../../state/keyring'
import { execClusterOf, parseExecConfig } from '../../../client/exec-config'
import { decodeToken } from './jwt'
import { textOf } from './text'

/** A context of a kubeconfig, and the resulting identity. */
export interface ImportedContext {
  readonly name: string
  readonly current: boolean
  readonly server: string
  readonly namespace: string
  readonly user: string
  /** Credentials for the keyring; absent if the user has none. */
  readonly kept?: StoredIdentity
  /** Id of the identity: the user itself, or the one it impersonates. */
  readonly id: string
  /** Why it can't be used. */
  readonly error?: string
}

const noFile = (name: string): never => {
  throw new ClientConfigError(
    `it refers to the file ${name}, which a browser tab cannot read; paste its content as data`,
  )
}

function dataOf(from: JsonObject, key: string): string | undefined {
  const data = from[`${key}-data`]
  if (typeof data === 'string' && data) return decodeText(data)
  const file = from[key]
  return typeof file === 'string' && file ? noFile(file) : undefined
}

/** The credentials of a kubeconfig user; undefined if it has none. @throws ClientConfigError */
export async function credentialOf(
  name: string,
  user: JsonObject,
  cluster: JsonObject,
): Promise<Credential | undefined> {
  if (isObject(user['exec'])) {
    const exec = parseExecConfig(user['exec'])
    return { type: 'exec', exec, cluster: execClusterOf(cluster, dataOf(cluster, 'certificate-authority')) }
  }
  const provider = user['auth-provider']
  if (isObject(provider)) {
    if (provider['name'] !== 'oidc')
      throw new ClientConfigError(
        `unknown auth provider ${JSON.stringify(provider['name'] ?? '')}; only oidc is supported`,
      )
    const config = isObject(provider['config']) ? provider['config'] : {}
    return { type: 'openid', provider: parseOidcProvider(config, dataOf(config, 'idp-certificate-authority')) }
  }
  const { authorization, clientCertificate, clientKey } = await credentialsOf(name, user, noFile)
  if (clientCertificate !== undefined && clientKey !== undefined)
    return {
      type: 'certificate',
      certificate: clientCertificate,
      key: clientKey,
      ...(authorization !== undefined && { headers: [['Authorization', authorization] as const] }),
    }
  if (authorization === undefined) return undefined
  const token = /^Bearer (.+)$/.exec(authorization)?.[1]
  return token === undefined ? { type: 'header', authorization } : { type: 'token', token }
}

const impersonationOf = (user: JsonObject): { name: string; groups: string[]; more: ImpersonationMore } | undefined => {
  const name = textOf(user['as'])
  if (!name) return undefined
  const extra = isObject(user['as-user-extra']) ? user['as-user-extra'] : {}
  return {
    name,
    groups: textsIn(user['as-groups']),
    more: {
      ...(textOf(user['as-uid']) && { uid: textOf(user['as-uid']) }),
      extra: Object.entries(extra).flatMap(([key, values]) => textsIn(values).map((value) => [key, value] as const)),
    },
  }
}

/** The identities of all contexts of a file; unusable ones carry the reason. */
export async function contextsOf(config: ClientConfig): Promise<ImportedContext[]> {
  const found: ImportedContext[] = []
  for (const [name, context] of config.contexts) {
    const userName = textOf(context['user'])
    const cluster = config.clusters.get(textOf(context['cluster'])) ?? {}
    const head = {
      name,
      current: name === config.currentContext,
      server: textOf(cluster['server']),
      namespace: textOf(context['namespace']),
      user: userName,
    }
    try {
      const user = userName ? config.users.get(userName) : {}
      if (!user) throw new ClientConfigError(`user "${userName}" does not exist`)
      const credential = await credentialOf(userName, user, cluster)
      const kept: StoredIdentity | undefined = credential && {
        id: `file:${name}`,
        name: userName,
        groups: [],
        note: `From context ${name}`,
        credential,
      }
      const as = impersonationOf(user)
      const own = kept?.id ?? 'anonymous'
      const id = as ? impersonationId(as.name, as.groups, { ...as.more, by: own }) : own
      found.push({ ...head, id, ...(kept && { kept }) })
    } catch (error) {
      if (!(error instanceof ClientConfigError || error instanceof SyntaxError)) throw error
      found.push({ ...head, id: '', error: error.message })
    }
  }
  return found
}

/** The cluster that an exported client configuration leads to. */
export interface ExportPlace {
  readonly cluster: string
  readonly server: string
  /** PEM. */
  readonly ca?: string
}

/** A kubeconfig with one context per identity; the first is current. */
export function exportFile(place: ExportPlace, people: readonly StoredIdentity[]): string {
  const { cluster, server, ca } = place
  // Users with the same name are distinguished by the later one's id.
  const named = people.map((kept, i): [string, StoredIdentity] => [
    people.findIndex(({ name }) => name === kept.name) === i ? kept.name : `${kept.name} (${kept.id})`,
    kept,
  ])
  const contextName = (name: string): string => `${name}@${cluster}`
  return encodeClientConfig({
    currentContext: named[0] ? contextName(named[0][0]) : '',
    clusters: new Map([
      [cluster, { server, ...(ca !== undefined && { 'certificate-authority-data': encodeText(ca) }) }],
    ]),
    users: new Map(named.map(([name, kept]) => [name, userEntryOf(kept)])),
    contexts: new Map(named.map(([name]) => [contextName(name), { cluster, user: name }])),
  })
}

/** When credentials expire, if that is visible in them; milliseconds. */
export function endOfCredential(credential: Credential): number | undefined {
  const token =
    credential.type === 'token' ? credential.token : credential.type === 'openid' ? credential.provider.idToken : ''
  try {
    const { exp } = token ? decodeToken(token).claims : {}
    return typeof exp === 'number' ? exp * 1000 : undefined
  } catch {
    return undefined // an opaque token has no visible expiry
  }
}
