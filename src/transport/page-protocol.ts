/**
 * How the parts of one site find each other. Every tab has a worker, and every worker waits for the site's lock; the one that
 * has it owns the control plane until it dies. It says so on the site's broadcast channel, where other tabs ask for a way
 * to it; the service worker, which cannot be handed a port over a channel, asks the windows for one.
 */
import { decodePath } from '../machinery/request-target'
import type { SiteLocks } from './site-locks'

/** Names that keep sites under different paths of one origin apart. */
export const siteName = (scope: string): string => `orchard ${scope}`
/** Everything that a control plane of this name keeps in the browser's databases. */
export const databasesOf = (site: string) => ({
  store: site,
  keys: `${site} keys`,
  settings: `${site} settings`,
  imports: `${site} imports`,
})
export const linkName = (site: string, link: string): string => `${site} link ${link}`

/** Where a worker holds the site's lock, but nobody hears of it. */
export const BUSY =
  'this site’s control plane is busy: it does not answer. Wait, or replace it in one of the tabs that show Orchard'

/** Whether some worker holds the site's lock: then there is an owner, whether it answers or not. */
export function isOwned(site: string, locks: Pick<SiteLocks, 'query'>): Promise<boolean> {
  // Where locks are refused, only this page's own worker can own the site.
  return locks.query().then(
    ({ held = [] }) => held.some(({ name }) => name === site),
    () => false,
  )
}

/** On the broadcast channel with the site's name. */
export type SiteMessage =
  /** A worker has become the owner and serves. */
  | { readonly type: 'owner' }
  /** A person replaces an owner that does not answer: its page ends the worker. */
  | { readonly type: 'replace' }
  /** A tab asks the owner to serve the broadcast channel of this link; it may ask again for one that is served. */
  | { readonly type: 'seek'; readonly link: string }

/**
 * What a worker needs to start. It is in the worker's name: messages wait until the window has time to pass them on, and it has
 * little while it loads.
 */
export interface WorkerStart {
  /** Path of the plane: that of the site, such as `/` or `/orchard/`, for the main one. */
  readonly scope: string
  /** What the page's link asks for; whoever starts the control plane decides what becomes of it. */
  readonly link?: StartLink
  /** Path of the site whose server passes native clients on to this plane. */
  readonly attach?: string
}

/** What a link asks of a control plane that is about to start. */
export interface StartLink {
  readonly argv?: readonly string[]
  /** Address of a relay for native clients. */
  readonly relay?: string
  /** The person agreed to it in this tab. */
  readonly accepted: boolean
  /** The flags are those of the state that this plane was made for: they are saved, and nothing is tried. */
  readonly own?: true
}

const WORKER = 'control plane '
export const workerName = (start: WorkerStart): string => WORKER + JSON.stringify(start)
export const workerStart = (name: string): WorkerStart => JSON.parse(name.slice(WORKER.length)) as WorkerStart

/** From a window to its worker. */
export type WorkerMessage =
  /** Comes with a port on which this window runs what the worker can't, such as code that needs a frame. */
  | { readonly type: 'helper' }
  /** Comes with the port of somebody who is to be served. */
  | { readonly type: 'serve' }
  /** The worker is to take the lock from an owner that does not react. */
  | { readonly type: 'seize' }

/** From a worker to its window: it was the owner and stood still, another one took the lock, and it has stopped. */
export const SUPERSEDED = 'orchard: another worker has taken over'

/** From a worker to its window: it has all of its code. */
export const LOADED = 'orchard: the control plane is loaded'
/** From a worker to its window: it has the lock, and starts what it owns. */
export const HOLDS = 'orchard: this worker has the lock'

/** From the service worker to each window, with a port: whoever has the owner passes it on. */
export const PORT_REQUEST = 'orchard: a port to the control plane'

/**
 * From a window to the service worker, with a port: keep everything of the site for when there is no network. The answer on the
 * port says whether everything is kept.
 */
export const KEEP_SITE = 'orchard: keep the site'

/** From a window to the service worker: it is active and does not control the window, so it is to claim it. */
export const CLAIM = 'orchard: claim this page'

/** Below the path of a site: where its pages connect to the server that they came from. */
export const ATTACH_PATH = '.orchard/page'
/** The page's mark that its server takes such connections. */
export const ATTACH_MARK = 'orchard-server'

/** Paths below the site's that are the control plane's, not files. */
const API_PATH = /^(api|apis|healthz|livez|readyz|version|metrics|openapi|openid|logs|\.well-known)(\/|$)/

/**
 * The path as the control plane knows it, when a path of the site is its own. Percent-encoded letters are letters, as the
 * control plane reads them; the answer keeps them as they were sent.
 */
export function apiPath(scope: string, path: string): string | undefined {
  if (!path.startsWith(scope)) return undefined
  const rest = path.slice(scope.length)
  return API_PATH.test(decodePath(rest)) ? `/${rest}` : undefined
}
