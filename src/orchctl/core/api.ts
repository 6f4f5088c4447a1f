import { Client, type Send } from '../../client/client'
import { bareStatus } from '../../machinery/bare-status'
import { parseJson } from '../../machinery/json-text'
import { StatusError } from '../../client/status-error'
import type { Query } from '../../client/targets'
import { ConnectionError } from './errors'

/** The object of a request, for error messages when the answer does not name it. */
export interface SubjectReference {
  readonly group: string
  readonly resource: string
  readonly name?: string | undefined
}

/** What a request of the client takes. */
export interface ApiOptions {
  readonly query?: Query
  readonly body?: unknown
  readonly contentType?: string
  readonly accept?: string
  readonly subject?: SubjectReference
  readonly signal?: AbortSignal
}

/** Requests of commands: warnings are printed, failures are thrown as `StatusError` with this client's messages. */
export class Api {
  private readonly client: Client
  private readonly warned = new Set<string>()

  constructor(
    send: Send,
    private readonly server: string,
    private readonly warn: (text: string) => void,
    private readonly signal: AbortSignal,
  ) {
    this.client = new Client(send, server)
  }

  get warnings(): number {
    return this.warned.size
  }

  /** The response, if it is a success; throws otherwise. */
  async response(method: string, path: string, options: ApiOptions = {}): Promise<Response> {
    const response = await this.client
      .raw(method, path, options.body, {
        ...(options.query && { query: options.query }),
        ...(options.contentType && { contentType: options.contentType }),
        ...(options.accept && { headers: { accept: options.accept } }),
        signal: options.signal ?? this.signal,
      })
      .catch((error: unknown) => {
        if (error instanceof ConnectionError) throw error.of(method, this.address(path, options.query))
        throw error
      })
    for (const text of warningsOf(response.headers.get('warning'))) {
      if (this.warned.has(text)) continue
      this.warned.add(text)
      this.warn(text)
    }
    if (response.ok) return response
    throw await failureOf(response, method, options.subject)
  }

  /** The URL of a request, as messages show it. */
  private address(path: string, query: Query = {}): string {
    const pairs = Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : `${name}=${encodeURIComponent(String(value))}`,
    )
    return `${this.server}${path}${pairs.length > 0 ? `?${pairs.sort().join('&')}` : ''}`
  }

  async json<T>(method: string, path: string, options: ApiOptions = {}): Promise<T> {
    return parseJson(await this.text(method, path, options)) as T
  }

  async text(method: string, path: string, options: ApiOptions = {}): Promise<string> {
    return (await this.response(method, path, options)).text()
  }
}

/** The texts of `Warning` headers: `299 - "text"`, separated by commas. */
export function warningsOf(header: string | null): string[] {
  if (!header) return []
  return [...header.matchAll(/(?:^|,\s*)299 \S+ "((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) =>
    text.replace(/\\(.)/g, '$1'),
  )
}

interface StatusBody {
  readonly kind?: string
  readonly reason?: string
  readonly message?: string
  readonly details?: StatusError['details']
}

/** The error of a failed response: its Status, or one derived from its code. */
export async function failureOf(response: Response, method: string, subject?: SubjectReference): Promise<StatusError> {
  const text = await response.text()
  let status: StatusBody | undefined
  try {
    const value = parseJson(text) as StatusBody | null
    if (value?.kind === 'Status') status = value
  } catch {
    // Not JSON: only the code is known.
  }
  if (status) return new StatusError(response.status, status.reason ?? '', status.message ?? 'unknown', status.details)
  const { reason, message } = bareStatus(response, method, text)
  const about = subject && `${subject.resource}${subject.group ? `.${subject.group}` : ''}`
  const where = about ? ` (${method.toLowerCase()} ${about}${subject.name ? ` ${subject.name}` : ''})` : ''
  return new StatusError(response.status, reason, message + where, {
    ...(subject && { kind: subject.resource, group: subject.group }),
    ...(subject?.name !== undefined && { name: subject.name }),
    causes: [{ reason: 'UnexpectedServerResponse', message: text.trim() || 'unknown' }],
  })
}
