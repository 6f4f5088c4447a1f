/**
 * As much of a service worker's global scope as is used here. The project's types are those of a page, and the library of
 * worker types can't be had beside them.
 */
export interface ServiceWorkerScope {
  readonly registration: { readonly scope: string }
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly WindowClient[]>
    /** Undefined for a client that is gone, or is still being opened. */
    get(id: string): Promise<{ readonly url: string } | undefined>
    claim(): Promise<void>
  }
  addEventListener(type: 'install', listener: (event: InstallEvent) => void): void
  addEventListener(type: 'activate', listener: (event: ExtendableEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(type: 'message', listener: (event: ExtendableEvent & MessageEvent<unknown>) => void): void
}
export interface WindowClient {
  readonly url: string
  postMessage(message: unknown, transfer: Transferable[]): void
}
export interface ExtendableEvent {
  waitUntil(work: Promise<unknown>): void
}
/** Which requests the browser answers itself, without running the service worker. The first that fits counts. */
export interface StaticRoute {
  readonly condition: { readonly urlPattern: { readonly pathname: string }; readonly requestMethod: string }
  /** From a cache, and from the network where it has nothing; or from the service worker, as without a route. */
  readonly source: { readonly cacheName: string } | 'fetch-event'
}
export interface InstallEvent extends ExtendableEvent {
  /** Missing in some browsers. */
  addRoutes?(routes: readonly StaticRoute[]): Promise<void>
}
export interface FetchEvent extends ExtendableEvent {
  readonly request: Request
  /** Who asks; empty for a page that is being opened, which `resultingClientId` names. */
  readonly clientId: string
  readonly resultingClientId: string
  respondWith(response: Promise<Response>): void
}
