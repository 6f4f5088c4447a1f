import type { ApiObject } from '../machinery/object'
import { requestWith } from '../machinery/request'
import { sourceValueOf } from '../machinery/source-value'
import { parseJson, writeJson } from '../machinery/json-text'
import { statusErrorOf } from './status-error'
import { type WatchEvent, readEvents, takeEvents } from './watch-events'
import { type Target, type Query, pathOf, targetWith } from './targets'

/** Sends a request to the control plane: the page's fetch, a port, or a function bound to a connection. */
export type Send = (request: Request) => Promise<Response>

/** A list as the server answers it. */
export interface ObjectList {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { resourceVersion?: string; continue?: string; remainingItemCount?: number }
  readonly items: ApiObject[]
}

/** Patch formats. */
export type PatchType = 'json' | 'merge' | 'strategic' | 'apply'
/** The media type of each patch type. */
export const PATCH_MEDIA: Readonly<Record<PatchType, string>> = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
}

/** What every request of the client takes. */
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
    if (!response.ok) throw await statusErrorOf(response, `${method} ${path}`)
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
      contentType: PATCH_MEDIA[type],
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
    const { body } = await this.openWatch(target, options)
    if (body) yield* readEvents(body)
  }
  /** Calls `opened`, then `take` with each event until the watch ends or `signal` aborts; rejects with what `take` throws. */
  async watchWith(
    target: Target,
    options: RequestOptions,
    take: (event: WatchEvent) => void,
    opened?: () => void,
  ): Promise<void> {
    const response = await this.openWatch(target, options)
    opened?.()
    await takeEvents(response, take)
  }
  private async openWatch(target: Target, options: RequestOptions): Promise<Response> {
    const query = { ...options.query, watch: 'true' }
    const response = await this.raw('GET', pathOf(target), undefined, { ...options, query })
    if (!response.ok) throw await statusErrorOf(response, `watch ${pathOf(target)}`)
    return response
  }
}
