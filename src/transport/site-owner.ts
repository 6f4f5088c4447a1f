import type { Clock } from '../machinery/clock'
import { linkName, type SiteMessage, siteName } from './page-protocol'
import { serverWire } from './port-protocol'
import type { PortServerOptions } from './port-server'
import { RecentWrites } from './recent-writes'
import { type SiteClients, siteClients } from './site-clients'
import type { SiteLocks } from './site-locks'
import { broadcastWire } from './wire'

/** What the owner of a site's control plane serves. */
export interface SiteService {
  readonly options: PortServerOptions
  /** Events for every client. */
  onEvent(listener: (name: string, payload: unknown) => void): void
  onState(listener: () => void): void
}

/** A worker that serves the site once it has the lock. */
export interface SiteOwner {
  /** Serves a port now, or as soon as this worker is the owner. */
  readonly serve: (port: MessagePort) => void
  /** Takes the lock from a worker that does not release it, because the user decided so. */
  readonly seize: () => void
}

/** How the service learns about its ownership. */
export interface Ownership {
  /** Whether this worker still holds the lock. */
  readonly stillOwner: () => Promise<boolean>
  /** A successor has opened the store: this worker owns nothing any more. */
  readonly lost: () => void
}

/** How a worker becomes the owner of its site. */
export interface OwnershipOptions {
  readonly scope: string
  readonly clock: Clock
  readonly locks: SiteLocks
  readonly start: (ownership: Ownership) => Promise<SiteService>
  /** Another worker took the lock away; all clients were told to leave, and nothing is served any more. Called once. */
  readonly superseded: () => void
}

const never = (): Promise<never> => new Promise(() => undefined)

/** After this time without requests the owner may have been suspended: it checks its lock before it answers. */
export const STOOD_STILL_MS = 5_000

/**
 * Waits for the site's lock, starts the service once it has it, and then serves all clients. The lock is released with the worker, however
 * it ends: the next one in line takes over. A worker that was suspended may lose the lock while it is alive: it then ends every connection,
 * and answers nothing from its old state.
 */
export function waitForOwnership({ scope, clock, locks, start, superseded }: OwnershipOptions): SiteOwner {
  const site = siteName(scope)
  const turn = new AbortController()
  let waiting: MessagePort[] = []
  let clients: SiteClients | undefined
  let channel: BroadcastChannel | undefined
  let state: 'waits' | 'owns' | 'lost' = 'waits'
  /** The lock manager's id of this worker. */
  let me: Promise<string | undefined> = Promise.resolve(undefined)
  let heard = clock.steady()
  let asking: Promise<boolean> | undefined

  const owns = (): boolean => state === 'owns'

  async function stillOwner(): Promise<boolean> {
    const [first, now] = await Promise.all([me, holderOf(site, locks)])
    if (first !== now) lost()
    return owns()
  }

  function lost(): void {
    if (!owns()) return
    state = 'lost'
    channel?.close()
    clients?.close()
    superseded()
  }

  /** Only a worker that was silent for long can have lost its lock; others need not check. */
  function mayAnswer(): Promise<boolean> | boolean {
    const now = clock.steady()
    const still = now - heard < STOOD_STILL_MS
    heard = now
    if (!still) asking ??= stillOwner().finally(() => (asking = undefined))
    return asking ?? owns()
  }

  async function own(): Promise<never> {
    state = 'owns'
    me = holderOf(site, locks)
    const service = await start({ stillOwner, lost })
    if (!owns()) return never()
    const served = (clients = siteClients(guarded(service.options, mayAnswer, new RecentWrites(clock))))
    service.onEvent((name, payload) => served.emit(name, payload))
    service.onState(() => served.update())
    channel = new BroadcastChannel(site)
    channel.onmessage = ({ data }: MessageEvent<SiteMessage>) => {
      if (data.type === 'seek') served.serveLink(data.link, () => broadcastWire(linkName(site, data.link), 'server'))
    }
    channel.postMessage({ type: 'owner' } satisfies SiteMessage)
    heard = clock.steady()
    for (const port of waiting) served.serve(serverWire(port))
    waiting = []
    return never() // the lock is held as long as the worker lives
  }

  function ask(options: LockOptions): void {
    locks.request(site, options, own).catch((error: unknown) => {
      const taken = error instanceof DOMException && error.name === 'AbortError'
      // This place in the queue was abandoned, because the lock was seized.
      if (taken && options.signal?.aborted) return
      if (taken && owns()) return lost()
      throwUncaught(error)
    })
  }

  ask({ signal: turn.signal })
  return {
    serve(port) {
      if (clients) clients.serve(serverWire(port))
      else waiting.push(port)
    },
    seize() {
      if (state !== 'waits' || turn.signal.aborted) return
      turn.abort()
      ask({ steal: true })
    },
  }
}

/** The lock manager's id of the worker that holds the lock. */
const holderOf = async (lock: string, locks: SiteLocks): Promise<string | undefined> =>
  (await locks.query()).held?.find(({ name }) => name === lock)?.clientId

/** Makes the window see the error. */
const throwUncaught = (error: unknown): void =>
  queueMicrotask(() => {
    throw error
  })

/** Serves requests only while the owner may still answer. */
const guarded = (
  options: PortServerOptions,
  mayAnswer: () => Promise<boolean> | boolean,
  writes: RecentWrites,
): PortServerOptions => ({
  ...options,
  writes,
  async fetch(...request) {
    if (!(await mayAnswer())) throw new Error('another tab has taken over the control plane')
    return options.fetch(...request)
  },
})
