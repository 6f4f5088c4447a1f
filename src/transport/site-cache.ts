import type { StaticRoute } from './service-worker-scope'

/** The files of a built site, relative to its path. */
export interface SiteFiles {
  /** Changes with every build. */
  readonly version: string
  /** Files without which no page opens. */
  readonly shell: readonly string[]
  /** Files loaded on demand. */
  readonly rest: readonly string[]
  /** Files cached on first use, not in advance. */
  readonly used: readonly string[]
}

/** The site's files in the browser's cache, so that it opens without a network. */
export interface SiteCache {
  /** For files that the browser can answer itself, even if the service worker is busy, starting or dead. */
  readonly routes: readonly StaticRoute[]
  /** Caches the shell; rejects if a part of it can't be loaded. */
  install(): Promise<void>
  /** Deletes the files of other versions. */
  activate(): Promise<void>
  /** Caches the rest as well; false if something is missing, or if nothing can be cached at all. */
  keepAll(): Promise<boolean>
  /** A file of the site, from the cache or the network; undefined if it is not a file of the site. */
  answer(request: Request): Promise<Response> | undefined
}

/** Where the build puts files with a content hash in their names. */
const HASHED = 'assets/'
/** Number of files fetched concurrently. */
const AT_ONCE = 6

/** Caches a site for offline use. File names contain a content hash, so cached files stay valid. */
export function createSiteCache(scope: string, { version, shell, rest, used }: SiteFiles): SiteCache {
  const base = new URL(scope)
  const prefix = `orchard ${base.pathname} `
  const name = prefix + version
  const files = new Set([...shell, ...rest, ...used].map((file) => new URL(file, base).href))

  async function kept(url: string, request: Request): Promise<Response> {
    // Without room for copies the page must still open, because it is where the user can make room.
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
    // A route does not fill the cache: files cached on first use must pass through the worker.
    routes:
      shell.length === 0
        ? []
        : [...used.map((file) => route(file, 'fetch-event')), route(`${HASHED}*`, { cacheName: name })],
    async install() {
      const cache = await caches.open(name)
      // The page itself has no hash in its name, so the browser's copy may be old.
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
        // No room, or no network: missing files are cached when they are next requested.
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
