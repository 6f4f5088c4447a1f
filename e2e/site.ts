import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { DEFAULT_RELEASE } from '../src/api/releases'
import { findChromium } from '../tools/chromium.mjs'
import { started } from '../tools/started.mjs'
import { serveStatic } from '../tools/static-server.mjs'
import { untilOnPage } from '../tools/until.mjs'

/** The minor release that is served unless a flag names another. */
export const DEFAULT_MINOR = DEFAULT_RELEASE.replace('1.', '')

/** Resolves when other scripts' requests on the page are answered by the control plane. */
export async function ready(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await untilOnPage(page, async (path) => (await fetch(path)).ok, new URL('readyz', page.url()).pathname)
}

/**
 * Resolves when controllers have created the ConfigMap that each namespace gets after the start. Tests that count or
 * page through the ConfigMaps of `default` wait for it.
 */
export async function rootCertificateWritten(page: Page): Promise<void> {
  await untilOnPage(page, async () => {
    const answers = await Promise.all(
      ['orch', 'kube'].map((name) => fetch(`/api/v1/namespaces/default/configmaps/${name}-root-ca.crt`)),
    )
    return answers.some(({ ok }) => ok)
  })
}

/** A page of the site's origin without Orchard's scripts: its requests go through the service worker. */
export async function otherPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto('scenario.schema.json')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  return page
}

/** The renderer process of the page, the one that computes while the page does. */
export async function processOf(page: Page): Promise<number> {
  const browser = page.context().browser()
  if (!browser) throw new Error('the page has no browser')
  const session = await browser.newBrowserCDPSession()
  const times = async (): Promise<Map<number, number>> => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    return new Map(processInfo.filter(({ type }) => type === 'renderer').map(({ id, cpuTime }) => [id, cpuTime]))
  }
  const before = await times()
  await page.evaluate(() => {
    // Measure CPU time, not elapsed time: on a busy machine a process gets little CPU.
    let sum = 0
    for (let i = 0; i < 1_000_000_000; i++) sum = (sum + i) % 1_000_003
    return sum
  })
  const spent = [...(await times())].map(([id, time]) => [id, time - (before.get(id) ?? 0)] as const)
  await session.detach()
  return spent.reduce((most, one) => (one[1] > most[1] ? one : most))[0]
}

/** A server of the site that a test can stop and start. */
export interface OwnSite {
  readonly url: string
  stop(): Promise<void>
  start(): Promise<void>
}

/** A server of the built site that the test can stop. */
export async function ownSite(base = '/', folder = join(import.meta.dirname, '..', 'dist')): Promise<OwnSite> {
  let server: Server = await serveStatic(folder, { port: 0, base })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${base}`,
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
    async start() {
      server = await serveStatic(folder, { port, base })
    },
  }
}

/** A browser with a profile of its own. */
export interface OwnBrowser {
  readonly browser: Browser
  readonly page: Page
  /** Kills all processes of the browser at once, like a crash of the machine. */
  readonly kill: () => Promise<void>
}

/** A browser over the caller's profile, all of whose processes can be killed at once. */
export async function ownBrowser(profile: string, args: readonly string[]): Promise<OwnBrowser> {
  const path = findChromium()
  const portFile = join(profile, 'DevToolsActivePort')
  await rm(portFile, { force: true })
  const child: ChildProcess = spawn(
    path,
    [...args, '--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'],
    { detached: true, stdio: 'ignore' },
  )
  const ended = once(child, 'exit')
  while (!existsSync(portFile) || !(await readFile(portFile, 'utf8')).includes('\n'))
    await new Promise((resolve) => setTimeout(resolve, 20))
  const [port] = (await readFile(portFile, 'utf8')).split('\n')
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`, { timeout: 0 })
  const [context = await browser.newContext()] = browser.contexts()
  const [page = await context.newPage()] = context.pages()
  return {
    browser,
    page,
    async kill() {
      process.kill(-(child.pid ?? 0), 'SIGKILL')
      await ended
    },
  }
}

/** A server of the site for one test. */
export interface OwnServer {
  /** Where it serves the site, without a slash at the end. */
  readonly address: string
  readonly stop: () => Promise<void>
}

/**
 * The site's server as `npm start` runs it, on its own port: outside programs reach one page of a server, the first
 * that was opened.
 */
export async function ownServer(): Promise<OwnServer> {
  const script = join(import.meta.dirname, '../tools/start.mjs')
  const { found, stop } = await started([script, '--port', '0'], /Orchard is at (\S+)\//)
  return { address: found, stop }
}

/** Creates an empty folder for a browser's profile. */
export const newProfile = (): Promise<string> => mkdtemp(join(tmpdir(), 'orchard-profile-'))

/**
 * Whether a second database of the site exists; creates it if not. A browser that evicts a site's data deletes this
 * one, too.
 */
export const witnessed = (page: Page): Promise<boolean> =>
  page.evaluate(
    () =>
      new Promise<boolean>((resolve, reject) => {
        const opening = indexedDB.open('witness', 1)
        let made = false
        opening.onupgradeneeded = () => {
          made = true
          opening.result.createObjectStore('nothing')
        }
        opening.onsuccess = () => {
          opening.result.close()
          resolve(!made)
        }
        opening.onerror = () => reject(new Error('the witness did not open'))
      }),
  )
