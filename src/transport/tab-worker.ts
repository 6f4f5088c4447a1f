import { HOLDS, LOADED, SUPERSEDED, type WorkerMessage } from './page-protocol'
import type { PortClient } from './port-client'
import { type ClientMessage, clientWire, type ServerMessage } from './port-protocol'
import type { Wire } from './wire'
import type { WorkerWatch } from './worker-watch'

/** A client's end of a port. */
export type ClientWire = Wire<ClientMessage, ServerMessage>

/** How a tab starts its worker, and what it does with what the worker reports. */
export interface TabWorkerOptions {
  readonly start: () => Worker
  readonly watch: WorkerWatch
  readonly clientOf: (wire: ClientWire) => PortClient
  /** Called when the worker reports an error. */
  readonly failed: (message: string) => void
  /** Called when another opening of the store has taken over. */
  readonly superseded: () => void
  /** Called when the worker has become the owner and serves this page. */
  readonly serves: (client: PortClient) => void
}

/** This tab's own worker: it waits for the site's lock and then owns the control plane. */
export class TabWorker {
  #worker: Worker
  #client: PortClient
  /** It owns the control plane and serves this page. */
  owns = false
  /** It was the last to become the owner: it holds the lock, whether or not it responds. */
  holds = false

  constructor(private readonly options: TabWorkerOptions) {
    ;[this.#worker, this.#client] = this.#start()
  }

  get client(): PortClient {
    return this.#client
  }

  /** Starts a worker that waits for the lock, and asks it to serve this page. */
  #start(): [Worker, PortClient] {
    const { watch } = this.options
    const worker = this.options.start()
    watch.started()
    const mine = (): boolean => worker === this.#worker
    const { port1, port2 } = new MessageChannel()
    const client = this.options.clientOf(clientWire(port1))
    worker.postMessage({ type: 'serve' } satisfies WorkerMessage, [port2])
    worker.addEventListener('error', (event) => {
      if (mine()) watch.failed()
      this.options.failed(event.message || 'the worker did not start')
    })
    worker.addEventListener('message', ({ data }) => {
      if (!mine()) return
      if (data === LOADED) return watch.loaded()
      if (data === HOLDS) return watch.holds()
      if (data === SUPERSEDED) this.options.superseded()
    })
    client.welcome.then(
      () => {
        watch.serves()
        this.owns = this.holds = true
        this.options.serves(client)
      },
      () => undefined, // onLost reports the failure
    )
    return [worker, client]
  }

  /** Terminates the worker, which releases the lock, and starts a new one that waits for it. */
  restart(): void {
    this.#worker.terminate()
    this.owns = this.holds = false
    const before = this.#client
    ;[this.#worker, this.#client] = this.#start()
    before.close()
  }

  post(message: WorkerMessage, transfer: Transferable[] = []): void {
    this.#worker.postMessage(message, transfer)
  }

  terminate(): void {
    this.#worker.terminate()
  }
}
