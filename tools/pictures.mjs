// npm run pictures [-- OPTIONS]: looks at every page at three widths in both themes, says what is cut off, and makes the
// pictures of docs/images/pages.
//
//   --url ADDRESS   where the site is; without it the built site is served
//   --only WORD     pages whose name has this word
//   --sizes LIST    widths in pixels: 390,1024
//   --schemes LIST  themes: dark,light
//   --out FOLDER    keeps each picture by itself, as PNG, in a folder
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright'
import { buildIfNeeded, dist } from './build.mjs'
import { importBundled } from './bundle.mjs'
import { findChromium } from './chromium.mjs'
import { layoutFaults } from './pictures/layout.mjs'
import { OBJECTS, placesOf, SCHEMES, SIZES } from './pictures/places.mjs'
import { writeSheets } from './pictures/sheets.mjs'
import { serveStatic } from './static-server.mjs'
import { untilOnPage } from './until.mjs'

const { values: options } = parseArgs({
  options: {
    url: { type: 'string' },
    only: { type: 'string', default: '' },
    sizes: { type: 'string', default: SIZES.map(({ width }) => width).join() },
    schemes: { type: 'string', default: SCHEMES.join() },
    out: { type: 'string' },
  },
})

/** The built site, served for as long as the pictures take. */
async function served() {
  await buildIfNeeded()
  const server = await serveStatic(dist, { port: 0 })
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() }
}

/** A page over a fresh cluster that has something to look at. */
async function prepared(browser, url) {
  const page = await browser.newPage()
  await page.goto(url)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await untilOnPage(page, async () => (await fetch('readyz')).ok)
  for (const [path, object] of OBJECTS) {
    const status = await page.evaluate(
      async ([to, body]) =>
        (await fetch(to.slice(1), { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status,
      [path, JSON.stringify(object)],
    )
    if (status !== 201) throw new Error(`POST ${path} answered ${status}`)
  }
  return page
}

/** Waits until nothing loads any more. */
async function settled(page) {
  await page.waitForFunction(() => document.querySelector('.o-content h1, .o-content h2') !== null)
  await page.waitForFunction(() => document.querySelector('.o-skeleton') === null).catch(() => undefined)
  await page.evaluate(() => document.fonts.ready)
  await page.waitForTimeout(400)
}

async function main() {
  const site = options.url ? { url: options.url, close: () => undefined } : await served()
  const sizes = SIZES.filter(({ width }) => options.sizes.split(',').includes(String(width)))
  const schemes = options.schemes.split(',')
  const { allRoutes } = await importBundled('src/ui/state/routes.ts')
  const places = placesOf(allRoutes()).filter(([name]) => name.includes(options.only))
  const args = ['--no-sandbox', '--disable-gpu']
  const browser = await chromium.launch({ executablePath: findChromium(), args })
  const shots = []
  let faults = 0
  try {
    const page = await prepared(browser, site.url)
    page.setDefaultTimeout(120_000)
    if (options.out) await mkdir(options.out, { recursive: true })
    for (const [name, place] of places) {
      await page.goto(`${site.url}#${place}`)
      for (const size of sizes) {
        await page.setViewportSize(size)
        for (const scheme of schemes) {
          await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
          await settled(page)
          const image = await page.screenshot({
            ...(options.out && { path: join(options.out, `${name}-${size.width}-${scheme}.png`) }),
          })
          shots.push({ name, scheme, ...size, image })
        }
        for (const fault of await page.evaluate(layoutFaults)) {
          faults++
          console.log(`${name} at ${size.width} px: ${fault}`)
        }
      }
    }
    if (!options.out) await writeSheets(browser, shots)
  } finally {
    await browser.close()
    site.close()
  }
  console.log(`${shots.length} pictures of ${places.length} pages, ${faults} faults`)
  process.exitCode = faults > 0 ? 1 : 0
}

await main()
