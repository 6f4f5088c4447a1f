import { isObject, type JsonObject } from '../../machinery/json'
import { CommandError, PlainError } from '../core/errors'
import { FileMissing, type Files } from '../core/io'
import { resolvePath } from '../core/paths'
import { objectIn, textIn } from './config-file'

/** A user or a cluster of a configuration, and the directory that its relative file names refer to. */
export interface ConfigEntry {
  readonly name: string
  readonly entry: JsonObject
  readonly directory: string
}

/**
 * Validates a user and a cluster before anything is sent. With `quoting`, a single mistake is also reported as an invalid configuration.
 * @throws CommandError for one mistake, PlainError with a list for several
 */
export async function checkConfig(
  files: Files,
  user: ConfigEntry,
  cluster: ConfigEntry,
  quoting: boolean,
): Promise<void> {
  const mistakes = [...(await userMistakes(files, user)), ...(await clusterMistakes(files, cluster))]
  const [only] = mistakes
  if (only === undefined) return
  if (mistakes.length === 1) throw quoting ? new PlainError(`Error in configuration: ${only}`) : new CommandError(only)
  throw new PlainError(`Error in configuration: \n${mistakes.map((one) => `* ${one}\n`).join('')}`)
}

async function userMistakes(files: Files, { name, entry, directory }: ConfigEntry): Promise<string[]> {
  const has = (key: string): boolean => textIn(entry, key) !== ''
  const mistakes: string[] = []
  if (has('client-certificate') || has('client-certificate-data')) {
    if (has('client-certificate') && has('client-certificate-data'))
      mistakes.push(`client-cert-data and client-cert are both specified for ${name}. client-cert-data will override.`)
    if (has('client-key') && has('client-key-data'))
      mistakes.push(`client-key-data and client-key are both specified for ${name}; client-key-data will override`)
    if (!has('client-key') && !has('client-key-data'))
      mistakes.push(
        `client-key-data or client-key must be specified for ${name} to use the clientCert authentication method.`,
      )
    mistakes.push(
      ...(await unreadable(files, textIn(entry, 'client-certificate'), directory, 'client-cert', name)),
      ...(await unreadable(files, textIn(entry, 'client-key'), directory, 'client-key', name)),
    )
  }
  if (isObject(entry.exec)) mistakes.push(...pluginMistakes(name, entry.exec, isObject(entry['auth-provider'])))
  const methods = [
    ...(has('token') || has('tokenFile') ? ['token'] : []),
    ...(has('username') || has('password') ? ['basicAuth'] : []),
  ]
  if (methods.length > 1)
    mistakes.push(
      `more than one authentication method found for ${name}; found [${methods.join(' ')}], only one is allowed`,
    )
  return mistakes
}

const MODES = ['Never', 'IfAvailable', 'Always']

function pluginMistakes(name: string, exec: JsonObject, withProvider: boolean): string[] {
  const needed = (what: string): string => `${what} must be specified for ${name} to use exec authentication plugin`
  const mode = textIn(exec, 'interactiveMode')
  const env = Array.isArray(exec.env) ? exec.env.filter(isObject) : []
  // Only the newest version requires the mode; the others have a default.
  const version = textIn(exec, 'apiVersion')
  const old = /\/v1(alpha|beta)1$/.test(version) || version === ''
  return [
    ...(withProvider ? [`authProvider cannot be provided in combination with an exec plugin for ${name}`] : []),
    ...(textIn(exec, 'command') ? [] : [needed('command')]),
    ...(version ? [] : [needed('apiVersion')]),
    ...env.filter((one) => textIn(one, 'name') === '').map(() => needed('env variable name')),
    ...(mode === '' && !old ? [needed('interactiveMode')] : []),
    ...(mode !== '' && !MODES.includes(mode) ? [`invalid interactiveMode for ${name}: ${JSON.stringify(mode)}`] : []),
  ]
}

async function clusterMistakes(files: Files, { name, entry, directory }: ConfigEntry): Promise<string[]> {
  const file = textIn(entry, 'certificate-authority')
  const proxy = textIn(entry, 'proxy-url')
  return [
    ...(proxy && !/^(https?|socks5):/.test(proxy) ? [badProxy(proxy, name)] : []),
    ...(file && textIn(entry, 'certificate-authority-data')
      ? [
          `certificate-authority-data and certificate-authority are both specified for ${name}. certificate-authority-data will override.`,
        ]
      : []),
    ...(await unreadable(files, file, directory, 'certificate-authority', name)),
  ]
}

const badProxy = (proxy: string, name: string): string =>
  `invalid 'proxy-url' ${JSON.stringify(proxy)} for cluster ${JSON.stringify(name)}: unsupported scheme ${JSON.stringify(proxy.split(':')[0])}, must be http, https, or socks5`

async function unreadable(
  files: Files,
  file: string,
  directory: string,
  what: string,
  name: string,
): Promise<string[]> {
  if (!file) return []
  const path = resolvePath(directory, file)
  try {
    await files.read(path)
    return []
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error
    return [`unable to read ${what} ${path} for ${name} due to open ${path}: no such file or directory`]
  }
}

/** @throws CommandError for invalid certificates, and for contradictory settings of a cluster */
export function checkCertificates(
  cluster: JsonObject,
  read: { readonly ca?: string; readonly clientCertificate?: string },
): void {
  if (read.ca !== undefined && cluster['insecure-skip-tls-verify'] === true)
    throw new CommandError('specifying a root certificates file with the insecure flag is not allowed')
  if (read.ca !== undefined && !BLOCK.test(read.ca))
    throw new CommandError('unable to load root certificates: unable to parse bytes as PEM block')
  if (read.clientCertificate !== undefined && !BLOCK.test(read.clientCertificate))
    throw new CommandError('tls: failed to find any PEM data in certificate input')
}
const BLOCK = /-----BEGIN CERTIFICATE-----/

/** @throws CommandError for an unknown provider, or one with missing settings */
export function checkProvider(user: JsonObject): void {
  if (isObject(user.exec) || !isObject(user['auth-provider'])) return
  const provider = user['auth-provider']
  const name = textIn(provider, 'name')
  if (name !== 'oidc') throw new CommandError(`no Auth Provider found for name ${JSON.stringify(name)}`)
  for (const key of ['idp-issuer-url', 'client-id'])
    if (textIn(objectIn(provider, 'config'), key) === '') throw new CommandError(`Must provide ${key}`)
}
