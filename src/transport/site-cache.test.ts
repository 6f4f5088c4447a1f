import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSiteCache } from './site-cache'

const SCOPE = 'http://site.test/'
const FILES = { version: '1', shell: ['index.html'], rest: ['a.js', 'b.js', 'c.js'], used: [] }

describe('keeping a site for when there is no network', () => {
  const kept = new Set<string>()
  const missing = new Set<string>()
  const cache = {
    match: (url: string) => Promise.resolve(kept.has(url) ? new Response('kept') : undefined),
    add: (url: string) => {
      if (missing.has(url)) return Promise.reject(new TypeError('Failed to fetch'))
      kept.add(url)
      return Promise.resolve()
    },
  }
  beforeEach(() => {
    kept.clear()
    missing.clear()
    vi.stubGlobal('caches', { open: () => Promise.resolve(cache) })
  })
  afterEach(() => vi.unstubAllGlobals())

  it('is whole when every file is kept', async () => {
    expect(await createSiteCache(SCOPE, FILES).keepAll()).toBe(true)
    expect([...kept].sort()).toEqual(FILES.rest.map((file) => SCOPE + file))
  })

  it('is not whole when a file could not be had, and asks only for that one the next time', async () => {
    missing.add(`${SCOPE}b.js`)
    const site = createSiteCache(SCOPE, FILES)
    expect(await site.keepAll()).toBe(false)
    missing.clear()
    expect(await site.keepAll()).toBe(true)
    expect(kept.size).toBe(3)
  })

  it('lets the browser answer hashed files, save those that are kept when they are used', () => {
    const { routes } = createSiteCache(`${SCOPE}orchard/`, { ...FILES, used: ['assets/msw-1.js'] })
    expect(routes.map(({ condition, source }) => [condition.urlPattern.pathname, source])).toEqual([
      ['/orchard/assets/msw-1.js', 'fetch-event'],
      ['/orchard/assets/*', { cacheName: 'orchard /orchard/ 1' }],
    ])
    expect(createSiteCache(SCOPE, { ...FILES, shell: [] }).routes).toEqual([])
  })

  it('says nothing is kept where the build names no files', async () => {
    expect(await createSiteCache(SCOPE, { ...FILES, rest: [] }).keepAll()).toBe(false)
  })
})
