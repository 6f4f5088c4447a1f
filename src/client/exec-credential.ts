import type { Clock } from '../machinery/clock'
import { isObject, type Json, type JsonObject } from '../machinery/json'
import { messageOf } from '../machinery/message-of'
import { type ExecConfig, EXEC_GROUP } from './exec-config'

/** How a plugin is started. */
export interface ExecRun {
  /** Resolved: a path, or a name to search for. */
  readonly command: string
  readonly args: readonly string[]
  /** Additional environment variables. */
  readonly env: Readonly<Record<string, string>>
  /** Whether it gets the caller's standard input. */
  readonly stdin: boolean
}
/** A plugin's exit code and output. */
export interface ExecResult {
  readonly exitCode: number
  readonly stdout: string
}

/** A plugin's credential: a token, or a certificate with its key. */
export interface ExecCredential {
  readonly token?: string
  /** PEM; both or none. */
  readonly clientCertificate?: string
  readonly clientKey?: string
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number
}

/** A plugin could not be started, failed, or printed no credential. */
export class ExecError extends Error {
  override readonly name = 'ExecError'
}
/** Thrown by `run` if the command does not exist; the install hint is shown then. */
export class CommandNotFound extends Error {
  override readonly name = 'CommandNotFound'
}
const INFO_VARIABLE = 'ORCH_EXEC_INFO'

/** A plugin and its environment. */
export interface ExecOptions {
  readonly config: ExecConfig
  /** Passed to the plugin if its configuration asks for it; see `execClusterOf`. */
  readonly cluster?: JsonObject
  /** Directory of the client configuration: relative commands are resolved against it. */
  readonly directory?: string
  /** Whether there is a standard input to pass on. */
  readonly stdinAvailable: boolean
  readonly clock: Clock
  run(start: ExecRun): Promise<ExecResult>
}

/** Credentials from a plugin, cached until they expire or the server refuses them. */
export class ExecCredentialSource {
  private kept: ExecCredential | undefined
  private pending: Promise<ExecCredential> | undefined

  constructor(private readonly options: ExecOptions) {}

  /** The credential to send. Rejects with `ExecError` if the plugin can't run, fails or prints invalid output. */
  get(): Promise<ExecCredential> {
    const { kept } = this
    if (kept && (kept.expiresAt === undefined || this.options.clock.now() < kept.expiresAt))
      return Promise.resolve(kept)
    return (this.pending ??= this.ask().finally(() => (this.pending = undefined)))
  }

  /** Call this after a 401: the plugin runs again next time, unless it has since. */
  refused(credential: ExecCredential): void {
    if (this.kept === credential) this.kept = undefined
  }

  private async ask(): Promise<ExecCredential> {
    const { config, clock } = this.options
    const start = execRunOf(this.options)
    let result: ExecResult
    try {
      result = await this.options.run(start)
    } catch (error) {
      if (!(error instanceof CommandNotFound)) throw new ExecError(`${config.command}: ${messageOf(error)}`)
      throw new ExecError(
        [`exec: executable ${config.command} not found`, config.installHint].filter(Boolean).join('\n\n'),
      )
    }
    if (result.exitCode !== 0)
      throw new ExecError(`exec: executable ${config.command} failed with exit code ${result.exitCode}`)
    const credential = parseExecOutput(result.stdout, config.apiVersion)
    if (credential.expiresAt === undefined || credential.expiresAt > clock.now()) this.kept = credential
    return credential
  }
}

/** How to start a plugin. Throws `ExecError` if it requires a standard input and there is none. */
export function execRunOf({ config, cluster, directory, stdinAvailable }: Omit<ExecOptions, 'run' | 'clock'>): ExecRun {
  const { command, args, env, apiVersion, interactiveMode, provideClusterInfo } = config
  if (interactiveMode === 'Always' && !stdinAvailable)
    throw new ExecError(`${command} needs standard input, and there is none (interactiveMode Always)`)
  const interactive = interactiveMode !== 'Never' && stdinAvailable
  const info = {
    kind: 'ExecCredential',
    apiVersion,
    spec: { ...(provideClusterInfo && cluster && { cluster }), interactive },
  }
  return {
    command: resolveCommand(command, directory),
    args,
    env: { ...Object.fromEntries(env.map(({ name, value }) => [name, value])), [INFO_VARIABLE]: JSON.stringify(info) },
    stdin: interactive,
  }
}

function resolveCommand(command: string, directory: string | undefined): string {
  const relative = command.includes('/') && !command.startsWith('/')
  return relative && directory ? `${directory.replace(/\/$/, '')}/${command.replace(/^(\.\/)+/, '')}` : command
}

/** The credential that a plugin printed. Throws `ExecError` unless it is complete and in the requested version. */
export function parseExecOutput(stdout: string, apiVersion: string): ExecCredential {
  let output: unknown
  try {
    // Empty output counts as an object without a version.
    output = stdout.trim() === '' ? { kind: 'ExecCredential' } : JSON.parse(stdout)
  } catch (error) {
    throw new ExecError(`decoding stdout: couldn't get version/kind; json parse error: ${messageOf(error)}`)
  }
  if (!isObject(output) || output.kind !== 'ExecCredential')
    throw new ExecError('the plugin did not print an ExecCredential')
  if (output.apiVersion !== apiVersion)
    throw new ExecError(
      `exec plugin is configured to use API version ${apiVersion}, plugin returned version ${typeof output.apiVersion === 'string' ? output.apiVersion : `${EXEC_GROUP}/__internal`}`,
    )
  if (!isObject(output.status)) throw new ExecError("exec plugin didn't return a status field")
  const { token, clientCertificateData, clientKeyData, expirationTimestamp } = output.status
  const part = (value: Json | undefined): string | undefined =>
    typeof value === 'string' && value !== '' ? value : undefined
  const [key, certificate] = [part(clientKeyData), part(clientCertificateData)]
  if (!part(token) && !key && !certificate) throw new ExecError("exec plugin didn't return a token or cert/key pair")
  if ((key === undefined) !== (certificate === undefined))
    throw new ExecError('exec plugin returned only certificate or key, not both')
  const expiresAt = typeof expirationTimestamp === 'string' ? Date.parse(expirationTimestamp) : undefined
  if (Number.isNaN(expiresAt)) throw new ExecError('the expirationTimestamp of the plugin is no time')
  return {
    ...(part(token) && { token: part(token) }),
    ...(certificate !== undefined && key !== undefined && { clientCertificate: certificate, clientKey: key }),
    ...(expiresAt !== undefined && { expiresAt }),
  }
}
