import { namesHintFor } from '../names/choice'
import { encodeText } from '../machinery/base64'
import { ClientConfigError } from '../machinery/client-config'
import { isObject, type Json, type JsonObject } from '../machinery/json'

/** The `exec` entry of a user in a client configuration (authentication document, "Credential plugin"). */
export interface ExecConfig {
  readonly command: string
  readonly args: readonly string[]
  readonly env: readonly { readonly name: string; readonly value: string }[]
  readonly apiVersion: string
  readonly installHint?: string
  readonly provideClusterInfo: boolean
  readonly interactiveMode: InteractiveMode
}

/** Whether a plugin gets standard input: never, if there is one, or as a requirement. */
export type InteractiveMode = 'Never' | 'IfAvailable' | 'Always'

/** The API group of the protocol between clients and plugins. */
export const EXEC_GROUP = 'client.authentication.orch.io'

const VERSIONS = [`${EXEC_GROUP}/v1`, `${EXEC_GROUP}/v1beta1`]

const MODES: readonly string[] = ['Never', 'IfAvailable', 'Always'] satisfies InteractiveMode[]

/** The extension of a cluster whose content is passed to plugins. */
const EXTENSION = `${EXEC_GROUP}/exec`

const fail = (why: string): never => {
  throw new ClientConfigError(why)
}

const text = (from: JsonObject, key: string): string | undefined => {
  const value = from[key]
  if (value === undefined || value === null || value === '') return undefined
  return typeof value === 'string' ? value : fail(`exec.${key} must be a string`)
}

/** Parses a user's entry; throws `ClientConfigError` if it is incomplete. */
export function parseExecConfig(exec: JsonObject): ExecConfig {
  const command = text(exec, 'command') ?? fail('exec.command must be given')
  const apiVersion = text(exec, 'apiVersion') ?? fail('exec.apiVersion must be given')
  if (!VERSIONS.includes(apiVersion))
    fail(`exec plugin: invalid apiVersion ${JSON.stringify(apiVersion)}${namesHintFor(apiVersion)}`)
  const mode =
    text(exec, 'interactiveMode') ??
    (apiVersion === VERSIONS[0] ? fail(`exec.interactiveMode must be given for ${apiVersion}`) : 'IfAvailable')
  if (!MODES.includes(mode)) fail(`exec.interactiveMode must be one of ${MODES.join(', ')}, not "${mode}"`)
  const installHint = text(exec, 'installHint')
  return {
    command,
    apiVersion,
    args: listOf(exec.args, 'args').map((arg) => (typeof arg === 'string' ? arg : fail('exec.args must be strings'))),
    env: listOf(exec.env, 'env').map((item) =>
      isObject(item) && typeof item.name === 'string'
        ? { name: item.name, value: typeof item.value === 'string' ? item.value : '' }
        : fail('exec.env must be pairs of name and value'),
    ),
    ...(installHint !== undefined && { installHint }),
    provideClusterInfo: exec.provideClusterInfo === true,
    interactiveMode: mode as InteractiveMode,
  }
}

function listOf(value: Json | undefined, key: string): Json[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : fail(`exec.${key} must be a list`)
}

/** The cluster information for a plugin: from the cluster's entry, and its CA (PEM). */
export function execClusterOf(cluster: JsonObject, ca?: string): JsonObject {
  const extensions = Array.isArray(cluster.extensions) ? cluster.extensions : []
  const extension = extensions.find((item) => isObject(item) && item.name === EXTENSION)
  const config = isObject(extension) ? extension.extension : undefined
  const kept = ['server', 'tls-server-name', 'insecure-skip-tls-verify', 'proxy-url'] as const
  return {
    ...Object.fromEntries(kept.flatMap((key) => (cluster[key] === undefined ? [] : [[key, cluster[key]]]))),
    ...(ca !== undefined && { 'certificate-authority-data': encodeText(ca) }),
    config: config ?? null,
  }
}
