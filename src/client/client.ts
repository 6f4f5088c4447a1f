import type { ApiObject } from '../machinery/object'
import { requestWith } from '../machinery/request'
import { sourceValueOf } from '../machinery/source-value'
import { escapeTarget } from '../machinery/request-target'
import { parseJson, writeJson } from '../machinery/json-text'

/** Sends a request to the control plane: the page's fetch, a port, or a function bound to a connection. */
export type Send = (request: Request) => Promise<Response>

/** A collection: `group` '' is core; without `namespace` it is cluster-scoped or spans all namespaces. */
export interface Target {
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly namespace?: string | undefined
}

export interface ObjectList {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { resourceVersion?: string; continue?: string; remainingItemCount?: number }
  readonly items: ApiObject[]
}

export interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR'
  readonly object: ApiObject
}

export type Query = Readonly<Record<string, string | number | boolean | undefined>>

export type PatchType = 'json' | 'merge' | 'strategic' | 'apply'
const PATCH_TYPES: Record<PatchType, string> = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
}

/** An error Status from the server. */
export class StatusError extends Error {
  override readonly name = 'StatusError'
  constructor(
    readonly code: number,
    readonly reason: string,
    message: string,
    readonly details?: {
      name?: string
      kind?: string
      group?: string
      causes?: { reason?: string; message?: string; field?: string }[]
      retryAfterSeconds?: number
    },
  ) {
    super(message)
  }
}

export const isStatus = (error: unknown, reason: string): boolean =>
  error instanceof StatusError && error.reason === reason

/** The path of a collection, an object in it, or a subresource. */
export function pathOf({ group, version, resource, namespace }: Target, name?: string, subresource?: string): string {
  const root = group ? `/apis/${group}/${version}` : `/api/${version}`
  return [root, ...(namespace ? ['namespaces', namespace] : []), resource, name, subresource]
    .filter((part): part is string => part !== undefined && part !== '')
    .map((part, i) => (i === 0 ? part : encodeURIComponent(part)))
    .join('/')
}

export interface RequestOptions {
  readonly query?: Query
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** A typed client of the REST interface. Failures are thrown as `StatusError`. */
export class Client {
  /**
   * `origin` only completes URLs; `send` decides where requests go. A client with `sharesValues` runs in the server's process and returns
   * the server's own objects, which must not be changed.
   */
  constructor(
    private readonly send: Send,
    private readonly origin = 'http://orchard.invalid',
    private readonly headers: Readonly<Record<string, string>> = {},
    private readonly sharesValues = false,
  ) {}

  /** Any request; returns the response whatever its status. */
  raw(
    method: string,
    path: string,
    body?: unknown,
    options: RequestOptions & { contentType?: string } = {},
  ): Promise<Response> {
    const url = this.origin + targetWith(path, options.query ?? {})
    // A client that shares values also sends them by value.
    const value = this.sharesValues && typeof body === 'object' && body !== null ? body : undefined
    const text =
      body === undefined || value !== undefined ? undefined : typeof body === 'string' ? body : writeJson(body)
    return this.send(
      requestWith(url, {
        method,
        headers: {
          accept: 'application/json',
          ...this.headers,
          ...(body !== undefined && { 'content-type': options.contentType ?? 'application/json' }),
          ...options.headers,
        },
        ...(text !== undefined && { body: text }),
        ...(value !== undefined && { value }),
        ...(options.signal && { signal: options.signal }),
        acceptsValues: this.sharesValues,
      }),
    )
  }

  /** Any request whose answer is a JSON document; throws `StatusError` for failures. */
  async json<T>(
    method: string,
    path: string,
    body?: unknown,
    options?: RequestOptions & { contentType?: string },
  ): Promise<T> {
    const response = await this.raw(method, path, body, options)
    if (!response.ok) throw await statusErrorOf(response)
    const told = this.sharesValues ? sourceValueOf(response) : undefined
    return (told ?? parseJson(await response.text())) as T
  }

  get<T extends ApiObject = ApiObject>(
    target: Target,
    name: string,
    options?: RequestOptions & { subresource?: string },
  ): Promise<T> {
    return this.json('GET', pathOf(target, name, options?.subresource), undefined, options)
  }
  list(target: Target, options?: RequestOptions): Promise<ObjectList> {
    return this.json('GET', pathOf(target), undefined, options)
  }
  create<T extends ApiObject = ApiObject>(
    target: Target,
    object: unknown,
    options?: RequestOptions & { name?: string; subresource?: string },
  ): Promise<T> {
    return this.json('POST', pathOf(target, options?.name, options?.subresource), object, options)
  }
  update<T extends ApiObject = ApiObject>(
    target: Target,
    object: T,
    options?: RequestOptions & { subresource?: string },
  ): Promise<T> {
    return this.json('PUT', pathOf(target, object.metadata.name, options?.subresource), object, options)
  }
  patch<T extends ApiObject = ApiObject>(
    target: Target,
    name: string,
    type: PatchType,
    patch: unknown,
    options?: RequestOptions & { subresource?: string },
  ): Promise<T> {
    return this.json('PATCH', pathOf(target, name, options?.subresource), patch, {
      ...options,
      contentType: PATCH_TYPES[type],
    })
  }
  delete(target: Target, name: string, options?: RequestOptions & { body?: unknown }): Promise<ApiObject> {
    return this.json('DELETE', pathOf(target, name), options?.body, options)
  }
  deleteCollection(target: Target, options?: RequestOptions & { body?: unknown }): Promise<ApiObject> {
    return this.json('DELETE', pathOf(target), options?.body, options)
  }

  /** Yields events until the stream ends or `signal` aborts; an ERROR event is yielded, not thrown. */
  async *watch(target: Target, options: RequestOptions = {}): AsyncGenerator<WatchEvent> {
    const response = await this.raw('GET', pathOf(target), undefined, {
      ...options,
      query: { ...options.query, watch: 'true' },
    })
    if (!response.ok || !response.body) throw await statusErrorOf(response)
    yield* readEvents(response.body)
  }
}

/** Appends query parameters to a path that may have a query already; dot segments are kept. */
function targetWith(path: string, query: Query): string {
  const [place = '', asked = ''] = escapeTarget(path).split(/\?(.*)/s)
  const more = Object.entries(query).filter(([, value]) => value !== undefined)
  const parameters = new URLSearchParams(asked)
  for (const [key, value] of more) parameters.set(key, String(value))
  const search = more.length > 0 ? String(parameters) : asked
  return `${place.startsWith('/') ? '' : '/'}${place}${search && `?${search}`}`
}

/** Splits a watch stream into its events. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<WatchEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const told = sourceValueOf(value)
      if (told) {
        yield told as WatchEvent
        continue
      }
      rest += decoder.decode(value, { stream: true })
      const lines = rest.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line.trim()) yield parseJson(line) as WatchEvent
    }
  } finally {
    await reader.cancel().catch(() => undefined) // the stream may already be broken; there is nothing left to release
  }
}

/** The error of a response: its Status if it has one, else the code and text. */
export async function statusErrorOf(response: Response): Promise<StatusError> {
  const text = await response.text()
  try {
    const status = parseJson(text) as {
      kind?: string
      reason?: string
      message?: string
      details?: StatusError['details']
    }
    if (status.kind === 'Status')
      return new StatusError(response.status, status.reason ?? '', status.message ?? text, status.details)
  } catch {
    // not JSON: fall through to the plain text
  }
  return new StatusError(response.status, REASONS[response.status] ?? '', text.trim() || `HTTP ${response.status}`)
}

/** The reasons of codes without a Status: unserved paths answer in plain text. */
const REASONS: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  406: 'NotAcceptable',
  415: 'UnsupportedMediaType',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  504: 'Timeout',
}
