// How long a shared link takes to open: a lesson with twenty objects, in a browser that was never here, and in one without a network.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { importBundled } from '../bundle.mjs'
import { CHROMIUM_FLAGS, findChromium } from '../chromium.mjs'
import { serveStatic } from '../static-server.mjs'

const ROUNDS = 5
const FOREVER = { timeout: 0 }

/** Milliseconds from the navigation to the contents, and from the button to the page with the verdict of the step. */
async function openLink(page, link) {
  const from = performance.now()
  await page.goto(link, FOREVER)
  const open = page.getByRole('button', { name: 'Open in a new plane' })
  await open.waitFor(FOREVER)
  const shown = performance.now()
  await open.click(FOREVER)
  const lesson = page.getByRole('complementary', { name: 'Lesson' })
  await Promise.all([
    page.getByRole('link', { name: 'settings-5' }).waitFor(FOREVER),
    // A near miss says what is still there: the step has been checked.
    lesson.locator('li[aria-current=step]').waitFor(FOREVER),
  ])
  return { contents: shown - from, opened: performance.now() - shown }
}

const median = (rounds, key) => rounds.map((round) => round[key]).sort((a, b) => a - b)[Math.floor(rounds.length / 2)]
const summary = (rounds) => ({ contents: median(rounds, 'contents'), opened: median(rounds, 'opened') })

/** Medians in milliseconds, and the length of the link in bytes. */
export async function measureLinks(dist) {
  const { TWENTY_OBJECTS } = await importBundled('src/testing/twenty-objects.ts')
  const { packScenario } = await importBundled('src/scenarios/link-text.ts')
  const packed = await packScenario(TWENTY_OBJECTS)
  const site = await serveStatic(dist, { port: 0 })
  const home = `http://127.0.0.1:${site.address().port}/`
  const link = `${home}#/open?s=${packed}`
  const cold = []
  const offline = []
  for (let i = 0; i < ROUNDS; i++) {
    const profile = await mkdtemp(join(tmpdir(), 'orchard-links-'))
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: findChromium(),
      args: CHROMIUM_FLAGS,
    })
    const page = await context.newPage()
    cold.push(await openLink(page, link))
    await page.goto(home, FOREVER)
    await page.getByText('Ready offline').waitFor(FOREVER)
    await context.setOffline(true)
    await page.goto('about:blank')
    offline.push(await openLink(page, link))
    await context.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  site.closeAllConnections()
  site.close()
  return { bytes: link.length, cold: summary(cold), offline: summary(offline) }
}
