// How long a visitor waits for the site, in a browser without a debugger attached, because a debugged one does not cache compiled scripts.
// The page itself reports when it shows the list.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CHROMIUM_FLAGS, findChromium } from '../chromium.mjs'
import { serveStatic } from '../static-server.mjs'

const PAGE = '#/explore/core/v1/namespaces'
// The name of a namespace that exists from the start; split, so that the page that looks for it does not contain it.
const SIGHT = ['orch-node', '-lease']
const COLD = 3
// A browser caches a script's compiled form after its second use.
const HABITUAL = 3
const WARM = 7
/** How long a visitor stays, so that everything for the next visit is cached. */
const FIRST_STAY_MS = 8_000
const STAY_MS = 3_000
const PATIENCE_MS = 30_000

/** Receives the page's reports: the time since the navigation began, in milliseconds. */
async function listenForSights() {
  const waiting = []
  const server = createServer((request, response) => {
    response.writeHead(204, { 'access-control-allow-origin': '*' }).end()
    waiting.shift()?.(Number(new URL(request.url, 'http://x').searchParams.get('at')))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    next: () =>
      new Promise((resolve, reject) => {
        waiting.push(resolve)
        setTimeout(() => reject(new Error('the page did not show the list')), PATIENCE_MS).unref()
      }),
    close: () => server.close(),
  }
}

const watching = (url) => `<script>{
  const look = () => document.body?.textContent.includes(${JSON.stringify(SIGHT[0])} + ${JSON.stringify(SIGHT[1])})
    ? navigator.sendBeacon(${JSON.stringify(url)} + '?at=' + performance.now())
    : requestAnimationFrame(look)
  requestAnimationFrame(look)
}</script>`

/** A browser with its own profile, in which pages are opened and closed as by a user. */
async function startBrowser() {
  const profile = await mkdtemp(join(tmpdir(), 'orchard-visits-'))
  const child = spawn(
    findChromium(),
    [...CHROMIUM_FLAGS, '--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'],
    { stdio: 'ignore' },
  )
  const exited = once(child, 'exit')
  let port
  while (port === undefined) {
    await sleep(50)
    port = await readFile(join(profile, 'DevToolsActivePort'), 'utf8').then(
      (text) => text.split('\n')[0],
      () => undefined, // not written yet
    )
  }
  // Excludes the browser's own start.
  await sleep(1_500)
  const ask = (path, method) => fetch(`http://127.0.0.1:${port}/json/${path}`, { method })
  return {
    async open(url) {
      const { id } = await (await ask(`new?${encodeURIComponent(url)}`, 'PUT')).json()
      return () => ask(`close/${id}`, 'GET')
    },
    async quit() {
      child.kill('SIGTERM')
      await exited
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const median = (times) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)]

/** Milliseconds from the start of a navigation until the list is visible: for the first visit ever, and for a repeated one. */
export async function measureVisits(dist) {
  const sights = await listenForSights()
  const folder = await mkdtemp(join(tmpdir(), 'orchard-visited-'))
  await cp(dist, folder, { recursive: true })
  const index = join(folder, 'index.html')
  await writeFile(index, (await readFile(index, 'utf8')).replace('</head>', `${watching(sights.url)}</head>`))
  const site = await serveStatic(folder, { port: 0 })
  const url = `http://127.0.0.1:${site.address().port}/${PAGE}`
  const visit = async (browser, stay) => {
    const seen = sights.next()
    const close = await browser.open(url)
    const at = await seen
    await sleep(stay)
    await close()
    await sleep(500)
    return at
  }
  try {
    const cold = []
    const warm = []
    for (let i = 1; i <= COLD; i++) {
      const browser = await startBrowser()
      cold.push(await visit(browser, i < COLD ? 0 : FIRST_STAY_MS))
      if (i === COLD)
        for (let j = -HABITUAL; j < WARM; j++) {
          const at = await visit(browser, STAY_MS)
          if (j >= 0) warm.push(at)
        }
      await browser.quit()
    }
    return { cold: median(cold), warm: median(warm) }
  } finally {
    sights.close()
    site.closeAllConnections()
    site.close()
    await rm(folder, { recursive: true, force: true })
  }
}
