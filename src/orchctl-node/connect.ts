import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import {
  CommandNotFound,
  type ExecCredential,
  ExecCredentialSource,
  ExecError,
  type ExecResult,
  type ExecRun,
} from '../client/exec-credential'
import type { Send } from '../client/client'
import { OidcProviderError, OidcTokenSource, parseOidcProvider } from '../client/oidc-provider'
import { decodeText } from '../machinery/base64'
import type { Clock } from '../machinery/clock'
import { isObject, type JsonObject } from '../machinery/json'
import { messageOf } from '../machinery/message-of'
import { ConnectionError } from '../orchctl/core/errors'
import type { ConnectOptions } from '../orchctl/core/io'
import { resolvePath } from '../orchctl/core/paths'
import { execClusterOf, parseExecConfig } from '../client/exec-config'
import { sendOverNetwork } from './https'

/** Credentials determined for each request; `refused` is called after a 401. */
interface Source {
  get(): Promise<ExecCredential>
  refused(credential: ExecCredential): void
}

/** Connections over the network: tokens, client certificates, plugins and identity providers. */
export const connectFromNode =
  (clock: Clock) =>
  async (options: ConnectOptions): Promise<Send> => {
    const { connection, impersonate } = options
    const source = await sourceOf(options, clock)
    const secure = connection.server.startsWith('https:') || isLoopback(connection.server)
    const attempt = async (request: Request, credential: ExecCredential | undefined): Promise<Response> => {
      const authorization = credential?.token ? `Bearer ${credential.token}` : connection.authorization
      const headers: (readonly [string, string])[] = [...request.headers]
      // Credentials are never sent unencrypted over a network.
      if (authorization && secure) headers.push(['authorization', authorization])
      return sendOverNetwork(request, [...headers, ...impersonate], {
        ca: connection.ca,
        cert: credential?.clientCertificate ?? connection.clientCertificate,
        key: credential?.clientKey ?? connection.clientKey,
        servername: connection.serverName,
        rejectUnauthorized: !connection.insecureSkipTlsVerify,
      })
    }
    return async (request) => {
      const credential = await source?.get().catch((error: unknown) => {
        throw error instanceof ExecError ? new ConnectionError(`getting credentials: ${error.message}`) : error
      })
      const retry = source && credential ? request.clone() : undefined
      const response = await attempt(request, credential)
      if (response.status !== 401 || !source || !credential || !retry) return response
      source.refused(credential)
      return attempt(retry, await source.get())
    }
  }

const isLoopback = (server: string): boolean =>
  /^https?:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:|\/|$)/.test(server)

async function sourceOf(
  { user, cluster, directory, connection: { ca }, saveProvider }: ConnectOptions,
  clock: Clock,
): Promise<Source | undefined> {
  if (isObject(user.exec))
    return new ExecCredentialSource({
      config: parseExecConfig(user.exec),
      cluster: execClusterOf(cluster, ca),
      directory,
      stdinAvailable: process.stdin.isTTY,
      clock,
      run: runPlugin,
    })
  const provider = user['auth-provider']
  if (!isObject(provider) || !isObject(provider.config)) return undefined
  const { config } = provider
  const providerCa = await caOf(config, directory)
  const tokens = new OidcTokenSource({
    config: parseOidcProvider(config, providerCa),
    clock,
    fetch: (request, trusted) => sendOverNetwork(request, [...request.headers], { ca: trusted }),
    async save({ idToken, refreshToken }) {
      const changed = { ...config, 'id-token': idToken, ...(refreshToken && { 'refresh-token': refreshToken }) }
      await saveProvider?.({ ...provider, config: changed }).catch((error: unknown) => {
        throw new OidcProviderError(`could not persist new tokens: ${messageOf(error)}`)
      })
    },
  })
  return { get: async () => ({ token: await tokens.get() }), refused: () => undefined }
}

async function caOf(config: JsonObject, directory: string): Promise<string | undefined> {
  const data = config['idp-certificate-authority-data']
  if (typeof data === 'string' && data) return decodeText(data)
  const file = config['idp-certificate-authority']
  return typeof file === 'string' && file ? readFile(resolvePath(directory, file), 'utf8') : undefined
}

function runPlugin({ command, args, env, stdin }: ExecRun): Promise<ExecResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      env: { ...process.env, ...env },
      stdio: [stdin ? 'inherit' : 'ignore', 'pipe', 'inherit'],
    })
    let stdout = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text))
    child.on('error', (error: NodeJS.ErrnoException) => reject(error.code === 'ENOENT' ? new CommandNotFound() : error))
    child.on('close', (code) => resolve({ exitCode: code ?? 1, stdout }))
  })
}
