import { CONFIG_MAPS } from '../../client/core-targets'
import type { StartObject } from './start-state'

/** Flags whose values the ConfigMap publishes. */
export interface AuthenticationFlags {
  get(name: string): string | undefined
  list(name: string): string[]
}

const PROXY_LISTS = ['allowed-names', 'extra-headers-prefix', 'group-headers', 'username-headers']
/** Published only where it is set, since earlier releases do not have it. */
const UID_HEADERS = 'requestheader-uid-headers'

/**
 * The ConfigMap that publishes how the server authenticates, so that extension servers can trust the same certificates: the CAs of clients
 * and of the authenticating proxy. Empty if the server trusts none.
 */
export async function authenticationConfigMap(
  flags: AuthenticationFlags,
  read: (name: string) => Promise<string>,
): Promise<StartObject[]> {
  const data: Record<string, string> = {}
  const clients = flags.get('client-ca-file')
  if (clients) data['client-ca-file'] = await read(clients)
  const proxy = flags.get('requestheader-client-ca-file')
  if (proxy) {
    data['requestheader-client-ca-file'] = await read(proxy)
    for (const list of PROXY_LISTS) data[`requestheader-${list}`] = JSON.stringify(flags.list(`requestheader-${list}`))
    if (flags.get(UID_HEADERS)) data[UID_HEADERS] = JSON.stringify(flags.list(UID_HEADERS))
  }
  if (Object.keys(data).length === 0) return []
  const target = { ...CONFIG_MAPS, namespace: 'orch-system' }
  const metadata = { name: 'extension-apiserver-authentication' }
  return [{ target, object: { metadata, data }, renewed: true }]
}
