/**
 * The parts of a service worker's global scope that are used here. The project has the types of a page, and the library of worker types
 * can't be combined with them.
 */
export interface ServiceWorkerScope {
  readonly registration: { readonly scope: string }
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly WindowClient[]>
    /** Undefined for a client that is gone, or still loading. */
    get(id: string): Promise<{ readonly url: string } | undefined>
    claim(): Promise<void>
  }
  addEventListener(type: 'install', listener: (event: InstallEvent) => void): void
  addEventListener(type: 'activate', listener: (event: ExtendableEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(type: 'message', listener: (event: ExtendableEvent & MessageEvent<unknown>) => void): void
}
/** A window that the service worker controls, or may. */
export interface WindowClient {
  readonly url: string
  postMessage(message: unknown, transfer: Transferable[]): void
}
/** An event for which the browser keeps the service worker alive until the work is done. */
export interface ExtendableEvent {
  waitUntil(work: Promise<unknown>): void
}
/** Requests that the browser answers itself, without running the service worker. The first matching route applies. */
export interface StaticRoute {
  readonly condition: { readonly urlPattern: { readonly pathname: string }; readonly requestMethod: string }
  /** From a cache, then from the network if it has nothing; or from the service worker, as without a route. */
  readonly source: { readonly cacheName: string } | 'fetch-event'
}
/** The event of installation. */
export interface InstallEvent extends ExtendableEvent {
  /** Missing in some browsers. */
  addRoutes?(routes: readonly StaticRoute[]): Promise<void>
}
/** The event of a request. */
export interface FetchEvent extends ExtendableEvent {
  readonly request: Request
  /** The client that made the request; empty for a page that is being opened, which `resultingClientId` names. */
  readonly clientId: string
  readonly resultingClientId: string
  respondWith(response: Promise<Response>): void
}
