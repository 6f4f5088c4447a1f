// Combines the pictures of all pages into few sheets, small enough to be committed.
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('../../docs/images/pages/', import.meta.url))
/** Width of a page on its sheet, and pages per row, by screen width. */
const GRID = { 1440: { width: 320, columns: 5 }, 1024: { width: 256, columns: 6 }, 390: { width: 150, columns: 10 } }
const QUALITY = 55

const figure = ({ name, image, width, height }, to) =>
  `<figure><img src="data:image/png;base64,${image.toString('base64')}" width="${to}" height="${Math.round((height * to) / width)}">` +
  `<figcaption>${name}</figcaption></figure>`

/** Writes one sheet for each width and theme: pages-WIDTH-THEME.jpeg. */
export async function writeSheets(browser, shots) {
  await mkdir(FOLDER, { recursive: true })
  const kinds = new Map()
  for (const shot of shots) {
    const kind = `${shot.width}-${shot.scheme}`
    kinds.set(kind, [...(kinds.get(kind) ?? []), shot])
  }
  const page = await browser.newPage()
  for (const [kind, all] of kinds) {
    const { width, columns } = GRID[all[0].width]
    await page.setViewportSize({ width: columns * (width + 12) + 12, height: 800 })
    await page.setContent(
      `<style>body{margin:0;padding:12px;display:grid;grid-template-columns:repeat(${columns},${width}px);gap:12px;background:#888;` +
        `font:11px sans-serif}figure{margin:0}img{display:block}figcaption{padding-top:2px}</style>` +
        all.map((shot) => figure(shot, width)).join(''),
    )
    await page.screenshot({ path: `${FOLDER}${kind}.jpeg`, type: 'jpeg', quality: QUALITY, fullPage: true })
  }
}
