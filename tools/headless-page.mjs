// Keeps a page of the site open in a headless browser of its own.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { CHROMIUM_FLAGS, findChromium } from './chromium.mjs'

/**
 * Opens `address` with flags for the control plane; warnings of the page are printed. Without a `profile` folder everything is lost when it
 * is closed.
 */
export async function openHeadlessPage(address, flags = [], profile = undefined) {
  const folder = profile ?? (await mkdtemp(join(tmpdir(), 'orchard-profile-')))
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: findChromium(),
    args: CHROMIUM_FLAGS,
  })
  const url = new URL(address)
  if (flags.length > 0)
    url.searchParams.set('flags', flags.map((word) => (/\s/.test(word) ? `"${word}"` : word)).join(' '))
  const [page = await context.newPage()] = context.pages()
  page.on('console', (message) => ['warning', 'error'].includes(message.type()) && console.error(message.text()))
  await page.goto(url.href)
  return {
    async close() {
      await context.close()
      if (profile === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}
