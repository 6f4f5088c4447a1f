import type { Clock } from '../machinery/clock'
import type { NativeClient } from '../machinery/serving'
import type { Connection, Fetch } from './connection'

const MOST = 50
const WATCH = /[?&]watch=(1|t|T|true|TRUE|True)\b/

type Row = { -readonly [K in keyof NativeClient]: NativeClient[K] }

/** The most recent native clients of the server that the site came from. */
export class NativeClients {
  readonly #rows = new Map<string, Row>()

  constructor(private readonly clock: Clock) {}

  /** Most recent first. */
  list(): NativeClient[] {
    return [...this.#rows.values()].map((row) => ({ ...row })).reverse()
  }

  /** Records a request, and answers it with `fetch`. */
  async fetch(fetch: Fetch, request: Request, connection: Connection): Promise<Response> {
    const row = this.#note(request, connection)
    const response = await fetch(request, connection)
    if (!response.body || !response.ok || !WATCH.test(request.url)) return response
    row.watches++
    return ended(response, () => row.watches--)
  }

  #note({ headers }: Request, { remote, secure }: Connection): Row {
    const agent = headers.get('user-agent') ?? ''
    const key = JSON.stringify([agent, remote, secure])
    const row = this.#rows.get(key) ?? { agent, address: remote, secure, requests: 0, watches: 0, at: 0 }
    row.requests++
    row.at = this.clock.now()
    this.#rows.delete(key)
    this.#rows.set(key, row)
    for (const [other, { watches }] of this.#rows) {
      if (this.#rows.size <= MOST) break
      if (watches === 0 || this.#rows.size > 2 * MOST) this.#rows.delete(other)
    }
    return row
  }
}

/** The same response, with a callback when its stream has ended for any reason. */
function ended({ body, status, statusText, headers }: Response, done: () => void): Response {
  let told = false
  const tell = (): void => {
    if (!told) done()
    told = true
  }
  const reader = (body as ReadableStream<Uint8Array<ArrayBuffer>>).getReader()
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          const part = await reader.read()
          if (!part.done) return controller.enqueue(part.value)
          controller.close()
        } catch (error) {
          controller.error(error)
        }
        tell()
      },
      async cancel(reason) {
        tell()
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(stream, { status, statusText, headers })
}
