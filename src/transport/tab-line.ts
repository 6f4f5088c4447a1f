import type { WebSocket } from 'ws'
import { readAtMost } from '../machinery/read-at-most'
import type { Clock } from '../machinery/clock'
import { InMemoryRequest, inMemoryContent } from '../machinery/in-memory-request'
import { rawUrlOf } from '../machinery/raw-target'
import type { Connection } from './connection'
import { OwnerLink } from './owner-link'
import { PortClient } from './port-client'
import type { ClientMessage, ServerMessage } from './port-protocol'
import { frameSocket } from './relay-node'
import { API_LANE, lanesOver } from './relay-wire'

/** What the line to a tab does when a page comes, changes or is missing. */
export interface TabLineOptions {
  readonly clock: Clock
  /** Called when a page is about to serve, or its control plane has changed. Errors are reported to `onError`. */
  serve(client: PortClient): Promise<void>
  unavailable(message: string): Response
  refuse(code: number, message: string): Response
  onError(error: unknown): void
  /** The message while no page is open. */
  absent(): string
}

/** A reload of the page takes less. */
const PATIENCE_MS = 10_000
/** Above the API's own limit, so that the control plane itself refuses bodies that are slightly too long. */
const MAX_BODY_BYTES = 4 * 1024 * 1024

/** The connected pages of one site. The first one serves; when it leaves, the next in line does. */
export class TabLine {
  readonly #pages = new Set<PortClient>()
  readonly #link: OwnerLink
  #serving: PortClient | undefined
  #left = -Infinity

  constructor(private readonly options: TabLineOptions) {
    this.#link = new OwnerLink({ clock: options.clock, patienceMs: PATIENCE_MS, seek: () => undefined })
  }

  /** Whether a page serves now. */
  get serving(): boolean {
    return this.#link.client !== undefined
  }

  /** Adds a page's socket. */
  accept(socket: WebSocket): void {
    const lane = lanesOver(frameSocket(socket))
    const page: PortClient = new PortClient(lane<ClientMessage, ServerMessage>(API_LANE), {
      clock: this.options.clock,
      onState: () => {
        this.#pages.add(page)
        if (page === this.#serving) return this.#tell(page)
        this.#next()
        // Tell its user that another page serves.
        if (page !== this.#serving) page.control('wait', null).catch(() => undefined)
      },
      onLost: () => {
        this.#pages.delete(page)
        if (page !== this.#serving) return
        this.#serving = undefined
        this.#left = this.options.clock.steady()
        this.#next()
      },
    })
  }

  /** Forwards a request to the serving page. Without one the answer is 503; if one has just left, the request waits for the next. */
  async fetch(request: Request, connection: Connection): Promise<Response> {
    const { options } = this
    if (!this.serving && options.clock.steady() - this.#left > PATIENCE_MS) return options.unavailable(options.absent())
    const whole = await withWholeBody(request)
    if (!whole) return options.refuse(413, `Request entity too large: limit is ${MAX_BODY_BYTES}`)
    try {
      return await this.#link.fetch(whole, () => connection)
    } catch (error) {
      request.signal.throwIfAborted()
      return options.unavailable(
        this.serving && error instanceof Error ? error.message : `${(error as Error).message}; ${options.absent()}`,
      )
    }
  }

  /** Resolves when a page serves, however long that takes; rejects with the signal's reason. */
  async connected(signal: AbortSignal): Promise<void> {
    await this.#link.reach(signal, Infinity)
  }

  close(): void {
    for (const page of [...this.#pages]) page.close()
  }

  #next(): void {
    const [page] = this.#pages
    if (this.#serving || !page) return
    this.#serving = page
    this.#tell(page)
  }

  #tell(page: PortClient): void {
    this.options
      .serve(page)
      // A control plane that does not start reports that in its answers.
      .catch((error: unknown) => (page.lost ? undefined : this.options.onError(error)))
      .finally(() => {
        if (page === this.#serving && this.#link.client !== page) this.#link.use(page)
      })
  }
}

/** The request with its whole body in memory; undefined if the body is too long. */
async function withWholeBody(request: Request): Promise<Request | undefined> {
  if (inMemoryContent(request) !== undefined || !request.body) return request
  const content = await readAtMost(request.body, MAX_BODY_BYTES)
  if (!content) return undefined
  const { method, headers, signal } = request
  return new InMemoryRequest(rawUrlOf(request), { method, headers, signal, content })
}
