import { unavailable } from './server/unavailable'
import { CLAIM, KEEP_SITE } from './transport/page-protocol'
import { createServiceGateway } from './transport/service-gateway'
import type { ServiceWorkerScope } from './transport/service-worker-scope'
import { createSiteCache, type SiteFiles } from './transport/site-cache'

/** Inserted by the build. */
declare const SITE_FILES: SiteFiles

const worker = globalThis as unknown as ServiceWorkerScope
const gateway = createServiceGateway(worker, unavailable)
const site = createSiteCache(worker.registration.scope, SITE_FILES)

worker.addEventListener('install', (event) => {
  event.waitUntil(site.install())
  // A browser that does not support static routes asks the worker as before.
  event.waitUntil(event.addRoutes?.(site.routes).catch(() => undefined) ?? Promise.resolve())
})
worker.addEventListener('activate', (event) => event.waitUntil(Promise.all([site.activate(), worker.clients.claim()])))
worker.addEventListener('message', (event) => {
  if (event.data === CLAIM) event.waitUntil(worker.clients.claim())
  if (event.data !== KEEP_SITE) return
  event.waitUntil(site.keepAll().then((whole) => event.ports[0]?.postMessage(whole)))
})
worker.addEventListener('fetch', (event) => {
  const answer = gateway.answer(event) ?? site.answer(event.request)
  if (answer) event.respondWith(answer)
})
