import { Client } from '../client/client'
import { timestamp } from '../machinery/clock'
import type { ControllableClock } from '../machinery/controllable-clock'
import { clone, equal } from '../machinery/json'
import type { ApiObject } from '../machinery/object'
import type { WatchEvent } from '../client/watch-events'
import { cryptoUnderWay } from './counted-crypto'

interface Address {
  readonly collection: string
  readonly namespace: string | undefined
  readonly name: string | undefined
  readonly subresource: string | undefined
}

const PATH = /^\/(?:api|apis\/[^/]+)\/[^/]+\/(?:namespaces\/([^/]+)\/)?([^/]+)(?:\/([^/]+))?(?:\/([^/]+))?$/

/** Watch events take a turn or two to arrive, and are not counted as work. */
const QUIET_TURNS = 3

/** Yields to everything else: timers, and the runtime's few threads (for signatures). */
const turn = (): Promise<unknown> =>
  Promise.all([
    new Promise((resolve) => setTimeout(resolve, 12)),
    ...Array.from({ length: 8 }, () => crypto.subtle.digest('SHA-256', new Uint8Array(1))),
  ])

/**
 * The part of the REST interface that controllers need, over a map, for tests of controllers alone. Objects are stored
 * under their plural resource; `answer` can handle a request itself (reviews, failures).
 */
export class FakeApi {
  private readonly objects = new Map<string, ApiObject>()
  private readonly watchers = new Set<(collection: string, event: WatchEvent) => void>()
  private readonly open = new Set<Request>()
  private revision = 1
  /** Every write received: `POST secrets ns/name`. */
  readonly writes: string[] = []
  answer: (method: string, address: Address, body: ApiObject | undefined) => Response | undefined = () => undefined

  constructor(private readonly clock: ControllableClock) {}

  readonly client = new Client((request) => this.handle(request))

  put(collection: string, object: ApiObject): ApiObject {
    const key = this.keyOf(collection, object.metadata.namespace, object.metadata.name)
    const before = this.objects.get(key)
    this.revision += 1
    const stored: ApiObject = {
      ...clone(object),
      metadata: {
        creationTimestamp: before?.metadata.creationTimestamp ?? timestamp(this.clock.now()),
        uid: before?.metadata.uid ?? `uid-${this.revision}`,
        ...clone(object.metadata),
        resourceVersion: String(this.revision),
      },
    }
    this.objects.set(key, stored)
    this.tell(collection, { type: before ? 'MODIFIED' : 'ADDED', object: stored })
    return stored
  }
  get(collection: string, namespace: string | undefined, name: string): ApiObject | undefined {
    return this.objects.get(this.keyOf(collection, namespace, name))
  }
  list(collection: string, namespace?: string): ApiObject[] {
    return [...this.objects]
      .filter(
        ([key, object]) => key.startsWith(`${collection}/`) && (!namespace || object.metadata.namespace === namespace),
      )
      .map(([, object]) => object)
  }
  remove(collection: string, namespace: string | undefined, name: string): void {
    const key = this.keyOf(collection, namespace, name)
    const object = this.objects.get(key)
    if (!object) return
    this.revision += 1
    this.objects.delete(key)
    this.tell(collection, {
      type: 'DELETED',
      object: { ...object, metadata: { ...object.metadata, resourceVersion: String(this.revision) } },
    })
  }

  /** Number of open watches. */
  get openWatches(): number {
    return this.watchers.size
  }

  /** Resolves when the controllers are idle, nothing is being signed, and no request has arrived for some turns. */
  async settled(): Promise<void> {
    for (let quiet = 0, last = -1; quiet < QUIET_TURNS;) {
      await this.clock.step(0)
      await turn()
      quiet = last === this.requests && cryptoUnderWay() === 0 ? quiet + 1 : 0
      last = this.requests
    }
  }
  private requests = 0

  private keyOf(collection: string, namespace: string | undefined, name: string | undefined): string {
    return `${collection}/${namespace ?? ''}/${name ?? ''}`
  }
  private tell(collection: string, event: WatchEvent): void {
    for (const watcher of this.watchers) watcher(collection, event)
  }

  private async handle(request: Request): Promise<Response> {
    this.requests += 1
    const url = new URL(request.url)
    const [, namespace, collection = '', name, subresource] = PATH.exec(url.pathname) ?? []
    const address = { collection, namespace, name, subresource }
    const text = await request.text()
    const body = text ? (JSON.parse(text) as ApiObject) : undefined
    if (request.method !== 'GET')
      this.writes.push(
        `${request.method} ${[collection, subresource].filter(Boolean).join('/')} ${name ?? body?.metadata?.name ?? ''}`,
      )
    const taken = this.answer(request.method, address, body)
    if (taken) return taken
    if (request.method === 'GET')
      return name
        ? this.read(address)
        : url.searchParams.get('watch')
          ? this.watch(address, url, request)
          : this.listing(address, url)
    if (request.method === 'DELETE') return this.erase(address, body)
    return request.method === 'POST' ? this.create(address, body as ApiObject) : this.update(address, body as ApiObject)
  }

  private read({ collection, namespace, name }: Address): Response {
    const object = this.get(collection, namespace, name ?? '')
    return object ? Response.json(object) : failure(404, 'NotFound')
  }
  private selected({ collection, namespace }: Address, url: URL): (object: ApiObject, of: string) => boolean {
    const wanted = (url.searchParams.get('fieldSelector') ?? '')
      .split(',')
      .filter(Boolean)
      .map((term) => term.split('=') as [string, string])
    const value = (object: ApiObject, path: string): unknown =>
      path.split('.').reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], object)
    return (object, of) =>
      of === collection &&
      (!namespace || object.metadata.namespace === namespace) &&
      wanted.every(([path, text]) => (value(object, path) ?? '') === text)
  }
  private listing(address: Address, url: URL): Response {
    const selects = this.selected(address, url)
    return Response.json({
      metadata: { resourceVersion: String(this.revision) },
      items: this.list(address.collection).filter((object) => selects(object, address.collection)),
    })
  }
  private watch(address: Address, url: URL, request: Request): Response {
    // A request that is garbage-collected would never receive its abort event.
    this.open.add(request)
    const { signal } = request
    const selects = this.selected(address, url)
    const since = Number(url.searchParams.get('resourceVersion'))
    const missed = this.list(address.collection).filter(
      (object) => Number(object.metadata.resourceVersion) > since && selects(object, address.collection),
    )
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        const send = (event: WatchEvent) => controller.enqueue(new TextEncoder().encode(`${JSON.stringify(event)}\n`))
        if (signal.aborted) return controller.error(signal.reason)
        for (const object of missed) send({ type: 'MODIFIED', object })
        const watcher = (collection: string, event: WatchEvent): void => {
          if (selects(event.object, collection)) send(event)
        }
        this.watchers.add(watcher)
        signal.addEventListener('abort', () => {
          this.open.delete(request)
          this.watchers.delete(watcher)
          controller.error(signal.reason)
        })
      },
    })
    return new Response(body)
  }
  private create({ collection, namespace }: Address, body: ApiObject): Response {
    if (this.get(collection, namespace, body.metadata.name ?? '')) return failure(409, 'AlreadyExists')
    return Response.json(
      this.put(collection, { ...body, metadata: { ...body.metadata, ...(namespace && { namespace }) } }),
      { status: 201 },
    )
  }
  private update({ collection, namespace, name }: Address, body: ApiObject): Response {
    const before = this.get(collection, namespace, name ?? '')
    if (!before) return failure(404, 'NotFound')
    if (body.metadata.resourceVersion && body.metadata.resourceVersion !== before.metadata.resourceVersion)
      return failure(409, 'Conflict')
    return Response.json(equal(body, before) ? before : this.put(collection, body))
  }
  private erase({ collection, namespace, name = '' }: Address, body: ApiObject | undefined): Response {
    const before = this.get(collection, namespace, name)
    if (!before) return failure(404, 'NotFound')
    const { uid } = (body?.preconditions ?? {}) as { uid?: string }
    if (uid && uid !== before.metadata.uid) return failure(409, 'Conflict')
    this.remove(collection, namespace, name)
    return Response.json({ kind: 'Status', status: 'Success' })
  }
}

/** A failure Status. */
export const failure = (code: number, reason: string): Response =>
  Response.json({ kind: 'Status', status: 'Failure', code, reason, message: reason }, { status: code })
