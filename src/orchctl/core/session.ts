import type { Send } from '../../client/client'
import { connectionOf, type ResolvedConnection } from '../config/connection'
import { Api } from './api'
import { Discovery } from './discovery'
import { CommandError } from './errors'
import type { FlagValues } from './flags'
import type { Io } from './io'
import { logLine, type LogLevel } from './log-line'
import { OpenApi } from './openapi'
import { limited, requestTimeoutOf } from './request-timeout'
import { requireSameVersion } from './server-version'

/** The context of one command: its connection, created on first use, and the server's discovery and OpenAPI documents. */
export class Session {
  private resolved: Promise<ResolvedConnection> | undefined
  private made: Promise<{ api: Api; discovery: Discovery; openapi: OpenApi }> | undefined

  private readonly loggedTexts = new Set<string>()

  constructor(
    readonly io: Io,
    readonly globals: FlagValues,
  ) {}

  out(text: string): void {
    this.io.stdout(`${text}\n`)
  }
  err(text: string): void {
    this.io.stderr(`${text}\n`)
  }
  warn(text: string): void {
    this.err(`Warning: ${text}`)
  }

  /** Logs a line, each text once, because commands read some settings repeatedly. */
  log(level: LogLevel, place: string, text: string): void {
    if (this.loggedTexts.has(text)) return
    this.loggedTexts.add(text)
    this.err(logLine(level, this.io.clock.now(), place, text))
  }

  connection(): Promise<ResolvedConnection> {
    return (this.resolved ??= connectionOf(this.io, this.globals))
  }

  private parts(): Promise<{ api: Api; discovery: Discovery; openapi: OpenApi }> {
    return (this.made ??= this.connect())
  }

  private async connect(): Promise<{ api: Api; discovery: Discovery; openapi: OpenApi }> {
    const connection = await this.connection()
    const timeout = requestTimeoutOf(this.globals.string('request-timeout'))
    const send = this.logged(limited(await this.io.connect(connection), timeout))
    const { server } = connection.connection
    const api = new Api(send, server, (text) => this.warn(text), this.io.signal)
    const { clock, cache } = this.io
    if (this.globals.bool('match-server-version')) await requireSameVersion(api)
    return {
      api,
      discovery: new Discovery(
        api,
        server,
        () => clock.now(),
        cache?.(this.globals.string('cache-dir')),
        (text) => this.warn(text),
        (text) => this.err(logLine('E', clock.now(), 'memcache.go:265', text)),
      ),
      openapi: new OpenApi(api),
    }
  }

  /** With `-v=6` and above each request is shown on standard error. */
  private logged(send: Send): Send {
    if (this.globals.int('v') < 6) return send
    return async (request) => {
      const started = this.io.clock.steady()
      const response = await send(request)
      const took = Math.round(this.io.clock.steady() - started)
      const text = `"Response" verb=${JSON.stringify(request.method)} url=${JSON.stringify(request.url)} status=${JSON.stringify(`${response.status} ${response.statusText}`)} milliseconds=${took}`
      this.err(logLine('I', this.io.clock.now(), 'round_trippers.go:632', text))
      return response
    }
  }

  async api(): Promise<Api> {
    return (await this.parts()).api
  }
  async discovery(): Promise<Discovery> {
    return (await this.parts()).discovery
  }
  async openapi(): Promise<OpenApi> {
    return (await this.parts()).openapi
  }
  /** Whether requests, including watches, have a time limit. */
  get timeLimited(): boolean {
    return requestTimeoutOf(this.globals.string('request-timeout')) > 0
  }
  async server(): Promise<string> {
    return (await this.connection()).connection.server
  }

  /** The namespace of the command, and whether a flag set it. */
  async namespace(): Promise<{ name: string; explicit: boolean }> {
    const flag = this.globals.string('namespace')
    if (flag) return { name: flag, explicit: true }
    return { name: (await this.connection()).namespace || 'default', explicit: false }
  }

  /** @throws CommandError if there were warnings and `--warnings-as-errors` is set */
  async checkWarnings(): Promise<void> {
    if (!this.globals.bool('warnings-as-errors') || !this.made) return
    const { warnings } = (await this.made).api
    if (warnings > 0) throw new CommandError(`${warnings} warning${warnings === 1 ? '' : 's'} received`)
  }
}
