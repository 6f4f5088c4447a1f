/**
 * How the parts of one site find each other. Every tab has a worker, and every worker waits for the site's lock; the worker that holds it
 * owns the control plane until it dies. It announces this on the site's broadcast channel, where other tabs ask for a connection to it. The
 * service worker can't receive a port over a channel, so it asks the windows for one.
 */
import { decodePath } from '../machinery/request-target'
import type { SiteLocks } from './site-locks'

/** Keeps sites under different paths of one origin apart. */
export const siteName = (scope: string): string => `orchard ${scope}`
/** The names of all browser databases of a site. */
export const databasesOf = (site: string) => ({
  store: site,
  keys: `${site} keys`,
  settings: `${site} settings`,
  imports: `${site} imports`,
})
/** Name of the lock that the pages of one link share. */
export const linkName = (site: string, link: string): string => `${site} link ${link}`

/** For the case that a worker holds the site's lock but does not respond. */
export const BUSY =
  'this site’s control plane is busy: it does not answer. Wait, or replace it in one of the tabs that show Orchard'

/** Whether a worker holds the site's lock: then there is an owner, whether or not it responds. */
export function isOwned(site: string, locks: Pick<SiteLocks, 'query'>): Promise<boolean> {
  // Where locks are refused, only this page's own worker can own the site.
  return locks.query().then(
    ({ held = [] }) => held.some(({ name }) => name === site),
    () => false,
  )
}

/** Messages on the broadcast channel with the site's name. */
export type SiteMessage =
  /** A worker has become the owner and is serving. */
  | { readonly type: 'owner' }
  /** The user replaces an owner that does not answer: its page terminates the worker. */
  | { readonly type: 'replace' }
  /** A tab asks the owner to serve the broadcast channel of this link; it may ask again for a link that is already served. */
  | { readonly type: 'seek'; readonly link: string }

/**
 * The start parameters of a worker. They are in the worker's name, because messages wait until the window is idle, which it rarely is while
 * it loads.
 */
export interface WorkerStart {
  /** Path of the plane: that of the site, such as `/` or `/orchard/`, for the main one. */
  readonly scope: string
  /** The request of the page's link; the host of the control plane decides about it. */
  readonly link?: StartLink
  /** Path of the site whose server forwards native clients to this plane. */
  readonly attach?: string
}

/** A link's request to a control plane that is about to start. */
export interface StartLink {
  readonly argv?: readonly string[]
  /** Address of a relay for native clients. */
  readonly relay?: string
  /** The user agreed to it in this tab. */
  readonly accepted: boolean
  /** The flags are those of the state that this plane was created for: they are saved rather than tried. */
  readonly own?: true
}

const WORKER = 'control plane '
/** The worker's name, which carries its start parameters. */
export const workerName = (start: WorkerStart): string => WORKER + JSON.stringify(start)
/** The start parameters in a worker's name. */
export const workerStart = (name: string): WorkerStart => JSON.parse(name.slice(WORKER.length)) as WorkerStart

/** From a window to its worker. */
export type WorkerMessage =
  /** Carries a port on which this window runs what the worker can't, such as code that needs a frame. */
  | { readonly type: 'helper' }
  /** Carries the port of a client to serve. */
  | { readonly type: 'serve' }
  /** Tells the worker to take the lock from an owner that does not respond. */
  | { readonly type: 'seize' }

/** From a worker to its window: it was the owner and was suspended, another one took the lock, and it has stopped. */
export const SUPERSEDED = 'orchard: another worker has taken over'

/** From a worker to its window: all of its code is loaded. */
export const LOADED = 'orchard: the control plane is loaded'
/** From a worker to its window: it has the lock, and starts the control plane. */
export const HOLDS = 'orchard: this worker has the lock'

/** From the service worker to each window, with a port: the window that knows the owner forwards it. */
export const PORT_REQUEST = 'orchard: a port to the control plane'

/**
 * From a window to the service worker, with a port: cache the whole site for offline use. The answer on the port says whether everything is
 * cached.
 */
export const KEEP_SITE = 'orchard: keep the site'

/** From a window to the service worker: it is active but does not control the window, so it should claim it. */
export const CLAIM = 'orchard: claim this page'

/** Below the path of a site: where its pages connect to the server that they came from. */
export const ATTACH_PATH = '.orchard/page'
/** The page's marker that its server accepts such connections. */
export const ATTACH_MARK = 'orchard-server'

/** Paths below the site's that belong to the control plane, not to files. */
const API_PATH = /^(api|apis|healthz|livez|readyz|version|metrics|openapi|openid|logs|\.well-known)(\/|$)/

/**
 * The path as the control plane sees it, if a path of the site belongs to it. Percent-encoded letters count as letters, as in the control
 * plane; the result keeps them as they were sent.
 */
export function apiPath(scope: string, path: string): string | undefined {
  if (!path.startsWith(scope)) return undefined
  const rest = path.slice(scope.length)
  return API_PATH.test(decodePath(rest)) ? `/${rest}` : undefined
}
