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
/** A user sees what a link holds before opening it; its control plane starts meanwhile. */
const READING_MS = 2_000

/** The time in milliseconds since the epoch at which the page first shows something; `look`, asked at each frame, answers false until then. */
const seen = async (page, look) =>
  (await page.waitForFunction(look, undefined, { ...FOREVER, polling: 'raf' })).jsonValue()

/** Milliseconds from the navigation to the contents, and from the button to the page with the verdict of the step. */
async function openLink(page, link) {
  const from = Date.now()
  await page.goto(link, { ...FOREVER, waitUntil: 'commit' })
  const contents = await seen(page, () =>
    [...document.querySelectorAll('button')].some(({ textContent }) => textContent === 'Open in a new plane')
      ? Date.now()
      : false,
  )
  await page.waitForTimeout(READING_MS)
  const clicked = await page.evaluate(() => {
    const button = [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent === 'Open in a new plane',
    )
    button?.click()
    return Date.now()
  })
  // A near miss says what is still there: the step has been checked.
  const shown = await seen(page, () =>
    document.querySelector('[aria-label=Lesson] li[aria-current=step]') &&
    [...document.querySelectorAll('a')].some(({ textContent }) => textContent === 'settings-5')
      ? Date.now()
      : false,
  )
  return { contents: contents - from, opened: shown - clicked }
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
