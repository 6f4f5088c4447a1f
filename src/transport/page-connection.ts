import { createSystemClock } from '../machinery/system-clock'
import { whenIdle } from './idle'
import { NoOwner, OwnerLink } from './owner-link'
import { OwnerSearch } from './owner-search'
import { OwnerUnresponsive, type PageConnection, type PageIdentity, type PageStatus } from './page'
import type { PageCertificates } from './page-certificates'
import { BUSY, type SiteMessage, siteName, type WorkerStart } from './page-protocol'
import { registerPageServiceWorker } from './page-service-worker'
import { savesData } from './saves-data'
import { PageSubscribers } from './page-subscribers'
import { PortClient } from './port-client'
import type { ServerState } from './port-protocol'
import { type ClientWire, TabWorker } from './tab-worker'
import { WorkerWatch } from './worker-watch'

/** A handover and a cold start both take less than this. */
const PATIENCE_MS = 20_000
/** A worker that was terminated is replaced within a second or two. */
const REPLACED_MS = 10_000

/** This page's connection to the owner of its plane: its own worker, or the one of another tab. */
export class ControlPlaneConnection implements PageConnection {
  readonly #clock = createSystemClock()
  readonly #link = new OwnerLink({
    clock: this.#clock,
    patienceMs: PATIENCE_MS,
    seek: () => this.#seek(),
    absent: async () => ((await this.#watch.owned()) ? BUSY : undefined),
  })
  readonly #channel: BroadcastChannel
  readonly #site: string
  readonly #watch: WorkerWatch
  readonly #worker: TabWorker
  #certificates: PageCertificates | undefined
  readonly #subscribers = new PageSubscribers()
  readonly #search: OwnerSearch
  /** This tab's worker was terminated because it did not answer another tab. */
  #gaveWay = false

  constructor(
    startWorker: () => Worker,
    { scope }: WorkerStart,
    private readonly sitePath: string,
  ) {
    this.#site = siteName(scope)
    this.#watch = new WorkerWatch({
      clock: this.#clock,
      locks: navigator.locks,
      site: this.#site,
      restart: () => this.#restart(),
      onStep: (step) => this.#setStatus({ step }),
    })
    const channel = (this.#channel = new BroadcastChannel(this.#site))
    this.#search = new OwnerSearch({
      clock: this.#clock,
      site: this.#site,
      channel,
      clientOf: (wire) => this.#clientOf(wire),
      found: (client) => (this.#worker.owns ? client.close() : this.#adopt(client)),
      unanswered: () => void this.#showBusy(),
    })
    this.#worker = new TabWorker({
      start: startWorker,
      watch: this.#watch,
      clientOf: (wire) => this.#clientOf(wire),
      failed: (error) => {
        // While another tab serves, this tab can do without its worker.
        if (!this.#link.client) this.#setStatus({ role: 'failed', error })
      },
      superseded: () => {
        this.#setStatus({ superseded: true })
        this.#restart()
      },
      serves: (client) => {
        this.#gaveWay = false
        this.#setStatus({ superseded: false })
        this.#adopt(client)
      },
    })
    this.#channel.onmessage = ({ data }: MessageEvent<SiteMessage>) => {
      if (data.type === 'replace' && this.#worker.holds) {
        this.#gaveWay = true
        return this.#restart()
      }
      if (data.type !== 'owner' || this.#worker.owns) return
      this.#worker.holds = false
      this.#setStatus({ busy: false, ...(this.#gaveWay && { superseded: true }) })
      // The previous owner is gone; requests to it will not be answered.
      this.#search.end()
      this.#link.forget()
      this.#seek()
    }
    // A page restored from the back-forward cache would find its worker gone.
    addEventListener('pagehide', (event) => {
      // The owner gets no other notice that this page is gone.
      this.#link.client?.close()
      this.#search.end()
      if (event.persisted) this.#worker.terminate()
    })
    addEventListener('pageshow', (event) => event.persisted && location.reload())
    this.#seek()
  }

  #restart(): void {
    this.#worker.restart()
    this.#seek()
  }

  async replaceOwner(): Promise<void> {
    if (this.#worker.holds) this.#restart()
    else {
      this.#link.forget()
      this.#channel.postMessage({ type: 'replace' } satisfies SiteMessage)
    }
    await this.#link.reach(AbortSignal.timeout(REPLACED_MS)).catch(() => {
      throw new OwnerUnresponsive()
    })
  }

  async seizeOwnership(): Promise<void> {
    this.#link.forget()
    this.#worker.post({ type: 'seize' })
    await this.#link.reach()
  }

  async fetch(request: Request, identity: PageIdentity = { type: 'admin' }): Promise<Response> {
    try {
      return await this.#link.fetch(request, (client) => this.#asKnownTo(client, identity))
    } catch (error) {
      if (error instanceof NoOwner && this.status().role === 'failed')
        throw new Error(this.status().error, { cause: error })
      throw error
    }
  }

  async identify(certificate: string, key: CryptoKey): Promise<string> {
    return (await this.#loadCertificates()).register(certificate, key)
  }

  async control(name: string, args: unknown): Promise<unknown> {
    return (await this.#link.reach()).control(name, args)
  }

  status(): PageStatus {
    return this.#subscribers.status
  }
  onStatus(listener: (status: PageStatus) => void): () => void {
    return this.#subscribers.onStatus(listener)
  }
  onEvent(name: string, listener: (payload: unknown) => void): () => void {
    return this.#subscribers.onEvent(name, listener)
  }
  #setStatus(change: Partial<PageStatus>): void {
    this.#subscribers.setStatus(change)
  }

  registerServiceWorker(shown: Promise<unknown>): Promise<void> {
    return registerPageServiceWorker({
      container: navigator.serviceWorker,
      clock: this.#clock,
      site: new URL(this.sitePath, location.origin),
      reached: () => this.#link.reach(),
      shown,
      idle: whenIdle,
      savesData: savesData(navigator),
      serve: (port) => {
        if (this.#worker.owns) this.#worker.post({ type: 'serve' }, [port])
      },
      changed: (change) => this.#setStatus(change),
    })
  }

  #clientOf(wire: ClientWire): PortClient {
    const client: PortClient = new PortClient(wire, {
      clock: this.#clock,
      userAgent: navigator.userAgent,
      onEvent: (name, payload) => {
        if (this.#link.client !== client) return
        this.#subscribers.emit(name, payload)
      },
      onState: (state) => {
        if (this.#link.client === client) this.#showState(state)
      },
      onSilent: (silent) => {
        if (this.#link.client !== client) return
        this.#setStatus({ busy: silent })
      },
      onLost: ({ gone }) => {
        if (client === this.#worker.client) this.#worker.owns = false
        if (client === this.#worker.client && gone) this.#watch.died()
        if (!this.#link.client) this.#setStatus({ role: 'waiting' })
      },
    })
    return client
  }

  async #asKnownTo(client: PortClient, identity: PageIdentity): Promise<PageIdentity> {
    return identity.type === 'certificate' ? (await this.#loadCertificates()).asKnownTo(client, identity.id) : identity
  }

  /** Most pages use no certificates, so their code is loaded with the first one. */
  async #loadCertificates(): Promise<PageCertificates> {
    const code = await import('./page-certificates')
    return (this.#certificates ??= new code.PageCertificates(() => this.#link.reach()))
  }

  #seek(): void {
    if (!this.#worker.owns && !this.#link.client) this.#search.begin()
  }

  /** If a worker has the lock but does not respond, the user learns that it is busy rather than that nobody runs it. */
  async #showBusy(): Promise<void> {
    const owned = await this.#watch.owned()
    // A worker that has just acquired the lock opens its store first.
    if (owned && !this.#link.client) this.#setStatus({ busy: true })
  }

  #adopt(client: PortClient): void {
    this.#link.use(client)
    this.#setStatus({ busy: false })
    client.welcome.then(
      (state) => this.#showState(state),
      () => undefined, // onLost reports the failure
    )
  }

  #showState({ error }: ServerState): void {
    if (error === undefined && this.#worker.owns) this.#setStatus({ role: 'owner' })
    else if (error === undefined) this.#setStatus({ role: 'guest' })
    else this.#setStatus({ role: 'failed', error })
  }
}
