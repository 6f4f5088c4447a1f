// npm run pictures [-- OPTIONS]: opens every page at three widths in both themes, reports what is cut off, and writes the
// pictures of docs/images/pages.
//
//   --url ADDRESS   address of the site; by default the built site is served
//   --only WORD     only pages with this word in their name
//   --sizes LIST    widths in pixels: 390,1024
//   --schemes LIST  themes: dark,light
//   --out FOLDER    saves each picture as a separate PNG in a folder
//   --highlights    only writes the pictures of single pages that the documents show, to docs/images
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'
import { buildIfNeeded, dist } from './build.mjs'
import { importBundled } from './bundle.mjs'
import { findChromium } from './chromium.mjs'
import { preparedPage, startNodes } from './pictures/clusters.mjs'
import { takeHighlights } from './pictures/highlights.mjs'
import { layoutFaults } from './pictures/layout.mjs'
import { LIVING_PLACES, placesOf, SCHEMES, SIZES } from './pictures/places.mjs'
import { writeSheets } from './pictures/sheets.mjs'
import { serveStatic } from './static-server.mjs'
import { toolOptions } from './tool-options.mjs'

const { values: options } = toolOptions(import.meta.url, {
  options: {
    url: { type: 'string' },
    only: { type: 'string', default: '' },
    sizes: { type: 'string', default: SIZES.map(({ width }) => width).join() },
    schemes: { type: 'string', default: SCHEMES.join() },
    out: { type: 'string' },
    highlights: { type: 'boolean', default: false },
  },
})

/** Serves the built site while the pictures are taken. */
async function served() {
  await buildIfNeeded()
  const server = await serveStatic(dist, { port: 0 })
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() }
}

/** Waits until loading, transitions and syntax colouring are complete. */
async function settled(page, scheme) {
  await page.waitForFunction(() => document.querySelector('.o-content h1, .o-content h2') !== null)
  await page.waitForFunction(() => document.querySelector('.o-skeleton') === null).catch(() => undefined)
  await page.waitForFunction((theme) => document.documentElement.dataset.mantineColorScheme === theme, scheme)
  await page.evaluate(() => document.fonts.ready)
  // Once the user interacts with the page, its editors load.
  await page.mouse.move(1, 1)
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  await page.waitForTimeout(400)
  const coloured = () =>
    document.querySelector('.o-plain-editor') === null &&
    Array.from(document.querySelectorAll('.monaco-editor .view-lines')).every(
      (lines) => lines.textContent.trim() === '' || lines.querySelector('[class*="mtk"]:not(.mtk1)') !== null,
    )
  // A text without a language has one colour.
  await page.waitForFunction(coloured, undefined, { timeout: 5_000 }).catch(() => undefined)
}

/** Takes each page in each size and theme; returns the number of layout faults. */
async function take(page, places, { url, sizes, schemes, shots }) {
  let faults = 0
  for (const [name, place] of places) {
    await page.goto(`${url}#${place}`)
    for (const size of sizes) {
      await page.setViewportSize(size)
      for (const scheme of schemes) {
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
        await settled(page, scheme)
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
  return faults
}

const images = fileURLToPath(new URL('../docs/images/', import.meta.url))
const saveHighlight = (name, scheme, image) => writeFile(join(options.out ?? images, `${name}-${scheme}.png`), image)

async function main() {
  const site = options.url ? { url: options.url, close: () => undefined } : await served()
  const sizes = SIZES.filter(({ width }) => options.sizes.split(',').includes(String(width)))
  const schemes = options.schemes.split(',')
  const { allRoutes } = await importBundled('src/ui/state/routes.ts')
  const wanted = ([name]) => name.includes(options.only)
  const places = placesOf(allRoutes()).filter(wanted)
  const living = LIVING_PLACES.filter(wanted)
  const args = ['--no-sandbox', '--disable-gpu']
  const browser = await chromium.launch({ executablePath: findChromium(), args })
  const shots = []
  let faults = 0
  try {
    if (options.out) await mkdir(options.out, { recursive: true })
    const page = await preparedPage(browser, site.url)
    if (options.highlights) {
      await startNodes(page, site.url)
      return await takeHighlights(page, {
        url: site.url,
        schemes,
        only: options.only,
        rested: settled,
        save: saveHighlight,
      })
    }
    const frame = { url: site.url, sizes, schemes, shots }
    faults += await take(page, places, frame)
    if (living.length > 0) {
      await startNodes(page, site.url)
      faults += await take(page, living, frame)
    }
    if (!options.out) await writeSheets(browser, shots)
  } finally {
    await browser.close()
    site.close()
  }
  console.log(`${shots.length} pictures of ${places.length + living.length} pages, ${faults} faults`)
  process.exitCode = faults > 0 ? 1 : 0
}

await main()
