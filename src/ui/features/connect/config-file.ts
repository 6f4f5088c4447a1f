import { encodeText } from '../../../machinery/base64'
import { encodeClientConfig } from '../../../machinery/client-config'
import type { JsonObject } from '../../../machinery/json'
import type { Identity } from '../../state/identity'
import { userEntryOf } from '../../state/client-user'
import type { StoredIdentity } from '../../state/keyring'

/** The file's name in downloads, commands and programs. */
export const CONFIG_FILE = 'orchard.yaml'

/** The cluster's addresses; `authority` is PEM. */
export interface ConfigPlace {
  readonly server: string
  readonly authority: string
}

/** Id of the identity that authenticates requests sent as `id`: the impersonator, or itself. */
export function credentialId(id: string): string {
  if (!id.startsWith('user:')) return id
  const by = id
    .split(';')
    .find((member) => member.startsWith('by='))
    ?.slice(3)
  return by ?? 'admin'
}

const EXTRA = 'impersonate-extra-'

/** The impersonation part of a user entry, from an identity's headers. */
export function impersonationEntry(headers: Identity['headers']): JsonObject {
  const values = (name: string): string[] =>
    headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value)
  const [name] = values('impersonate-user')
  if (name === undefined) return {}
  const [uid] = values('impersonate-uid')
  const groups = values('impersonate-group')
  const extra: Record<string, string[]> = {}
  for (const [key, value] of headers)
    if (key.toLowerCase().startsWith(EXTRA)) (extra[decodeURIComponent(key.slice(EXTRA.length))] ??= []).push(value)
  return {
    as: name,
    ...(uid !== undefined && { 'as-uid': uid }),
    ...(groups.length > 0 && { 'as-groups': groups }),
    ...(Object.keys(extra).length > 0 && { 'as-user-extra': extra }),
  }
}

/** A kubeconfig for one identity; without `kept` it has no credentials. */
export function configFile(
  place: ConfigPlace,
  identity: Pick<Identity, 'name' | 'headers'>,
  kept?: StoredIdentity,
): string {
  const user = { ...(kept && userEntryOf(kept)), ...impersonationEntry(identity.headers) }
  const context = `${identity.name}@orchard`
  const cluster = { server: place.server, 'certificate-authority-data': encodeText(place.authority) }
  return encodeClientConfig({
    currentContext: context,
    clusters: new Map([['orchard', cluster]]),
    users: new Map([[identity.name, user]]),
    contexts: new Map([[context, { cluster: 'orchard', user: identity.name }]]),
  })
}

/** A shell command that writes the file with owner-only permissions. */
export const writingLine = (text: string, file = CONFIG_FILE): string =>
  `(umask 077; printf %s ${encodeText(text)} | base64 -d > ${file}) && export KUBECONFIG="$PWD/${file}"`
