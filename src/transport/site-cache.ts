import type { StaticRoute } from './service-worker-scope'

/** The files of a built site, relative to its path. */
export interface SiteFiles {
  /** Changes with every build. */
  readonly version: string
  /** Without these no page opens. */
  readonly shell: readonly string[]
  /** These are loaded when they are needed. */
  readonly rest: readonly string[]
  /** These are kept by who has used them, and not beforehand. */
  readonly used: readonly string[]
}

export interface SiteCache {
  /** For files that the browser can answer itself: they come although the service worker is busy, starting or dead. */
  readonly routes: readonly StaticRoute[]
  /** Keeps the shell; rejects when a part of it can't be had. */
  install(): Promise<void>
  /** Forgets the files of other versions. */
  activate(): Promise<void>
  /** Keeps the rest as well; false when something is missing, or when nothing is kept at all. */
  keepAll(): Promise<boolean>
  /** A file of the site, kept or from the network; undefined for what is no file of it. */
  answer(request: Request): Promise<Response> | undefined
}

/** Where the build puts files whose names carry their content's hash. */
const HASHED = 'assets/'
/** Files that are fetched at the same time. */
const AT_ONCE = 6

/** Keeps a site for when there is no network. Names of files carry their content's hash, so what is kept stays true. */
export function createSiteCache(scope: string, { version, shell, rest, used }: SiteFiles): SiteCache {
  const base = new URL(scope)
  const prefix = `orchard ${base.pathname} `
  const name = prefix + version
  const files = new Set([...shell, ...rest, ...used].map((file) => new URL(file, base).href))

  async function kept(url: string, request: Request): Promise<Response> {
    // Where there is no room for copies, the page must open all the same: it is the way to make room.
    const cache = await caches.open(name).catch(() => undefined)
    const known = await cache?.match(url).catch(() => undefined)
    if (known) return known
    const response = await fetch(request)
    if (response.ok && files.has(url)) await cache?.put(url, response.clone()).catch(() => undefined)
    return response
  }

  const route = (file: string, source: StaticRoute['source']): StaticRoute => ({
    condition: { urlPattern: { pathname: base.pathname + file }, requestMethod: 'GET' },
    source,
  })

  return {
    // A route keeps nothing: files that are kept when they are first used go on passing through the worker.
    routes:
      shell.length === 0
        ? []
        : [...used.map((file) => route(file, 'fetch-event')), route(`${HASHED}*`, { cacheName: name })],
    async install() {
      const cache = await caches.open(name)
      // The page itself has no hash in its name: what the browser has kept of it may be old.
      const request = (file: string) =>
        new Request(new URL(file, base), { cache: file === 'index.html' ? 'reload' : 'default' })
      await cache.addAll(shell.map(request))
    },
    async activate() {
      for (const other of await caches.keys())
        if (other.startsWith(prefix) && other !== name) await caches.delete(other)
    },
    async keepAll() {
      const waiting = rest.map((file) => new URL(file, base).href)
      try {
        const cache = await caches.open(name)
        const keepOnes = async (): Promise<void> => {
          for (let url = waiting.pop(); url !== undefined; url = waiting.pop())
            if (!(await cache.match(url))) await cache.add(url)
        }
        await Promise.all(Array.from({ length: AT_ONCE }, keepOnes))
        return rest.length > 0
      } catch {
        // No room, or no network: what is missing is kept when it is next asked for.
        return false
      }
    },
    answer(request) {
      if (request.method !== 'GET') return undefined
      const url = new URL(request.url)
      url.search = ''
      url.hash = ''
      const index = new URL('index.html', base).href
      if (request.mode === 'navigate')
        return url.href === base.href || url.href === index ? kept(index, request) : undefined
      return files.has(url.href) ? kept(url.href, request) : undefined
    },
  }
}
