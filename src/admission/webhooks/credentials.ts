import {
  ClientConfigError,
  type ClientCredentials,
  credentialsOf,
  parseClientConfig,
} from '../../machinery/client-config'
import { ConfigError, expectKind, readShape, type ConfigShape, TYPE_FIELDS } from '../../machinery/config-shape'
import type { JsonObject } from '../../machinery/json'
import type { PluginConfiguration } from '../configuration'

/** Credentials for calls to webhooks, by host and port. */
export type CredentialsFor = (hostAndPort: string) => ClientCredentials

const SHAPE: ConfigShape = { fields: { ...TYPE_FIELDS, kubeConfigFile: 'string' } }
const FORMS: Readonly<Record<string, readonly string[]>> = {
  WebhookAdmissionConfiguration: ['apiserver.config.orch.io/v1'],
  // Names before release 1.17.
  WebhookAdmission: ['apiserver.orch.io/v1alpha1', 'apiserver.config.orch.io/v1alpha1'],
}
const TAKEN = new Set([
  'client-certificate',
  'client-certificate-data',
  'client-key',
  'client-key-data',
  'token',
  'tokenFile',
  'username',
  'password',
])
const DEFAULT_PORT = ':443'

/**
 * Reads a webhook plugin's configuration and the client configuration it names (admission document, "Authentication"). Without one,
 * webhooks are called anonymously.
 * @throws ConfigError if it can't be read or is not supported
 */
export async function readCredentials(configuration: PluginConfiguration | undefined): Promise<CredentialsFor> {
  if (!configuration) return () => ({})
  const { value, where } = configuration
  const kind = (value as { kind?: unknown } | null)?.kind
  const form = kind === 'WebhookAdmission' ? kind : 'WebhookAdmissionConfiguration'
  expectKind(value, form, FORMS[form] ?? [], where)
  const { kubeConfigFile = '' } = readShape<{ kubeConfigFile?: string }>(value, SHAPE, where)
  if (!kubeConfigFile) return () => ({})
  const text = await configuration.read(kubeConfigFile)
  try {
    const users = new Map<string, ClientCredentials>()
    for (const [name, user] of parseClientConfig(text).users) users.set(name, await readUser(name, user, configuration))
    return chooser(users)
  } catch (error) {
    if (!(error instanceof ClientConfigError)) throw error
    const shown = kubeConfigFile.startsWith('data:') ? 'the client configuration' : kubeConfigFile
    throw new ConfigError(`${where}: ${shown}: ${error.message}`)
  }
}

function readUser(name: string, user: JsonObject, configuration: PluginConfiguration): Promise<ClientCredentials> {
  const unknown = Object.keys(user).find((field) => !TAKEN.has(field))
  if (unknown !== undefined) throw new ClientConfigError(`user "${name}": ${unknown} is not supported for webhooks`)
  return credentialsOf(name, user, (file) => configuration.read(file))
}

/**
 * Chooses credentials for the most specific host: the name itself, then `*` for ever more leading labels, then `*` alone. Port 443 may be
 * omitted.
 */
export function chooser(users: ReadonlyMap<string, ClientCredentials>): CredentialsFor {
  const match = (target: string): ClientCredentials | undefined => {
    const labels = target.split('.')
    const names = [target, ...labels.slice(1).map((_, i) => `*.${labels.slice(i + 1).join('.')}`)]
    return names.map((name) => users.get(name)).find((user) => user !== undefined)
  }
  return (target) =>
    match(target) ??
    (target.endsWith(DEFAULT_PORT) ? match(target.slice(0, -DEFAULT_PORT.length)) : undefined) ??
    users.get('*') ??
    {}
}
