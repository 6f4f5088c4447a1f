// How long a user waits at the page's terminal: for its prompt, for the first command, and for a list of 2,000 objects. The floor is a
// command that the terminal itself answers, without a server.
import { join } from 'node:path'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { chromium } from 'playwright'
import { CHROMIUM_FLAGS, findChromium } from '../chromium.mjs'
import { serveStatic } from '../static-server.mjs'

const OBJECTS = 2_000
const AT_ONCE = 20
const RUNS = 5
const BIG_SCREEN = { width: 1440, height: 900 }

/** Injected into the page: reports when the terminal shows a text. */
function watchScreen() {
  const screen = () =>
    [...document.querySelectorAll('.o-term-pane .xterm-rows > div')]
      .map((row) => (row.textContent ?? '').replaceAll('\u00a0', ' ').trimEnd())
      .join('\n')
  let key = 0
  addEventListener('keydown', () => (key = performance.now()), true)
  Object.assign(globalThis, {
    /** Milliseconds from the last key until a line of the screen equals the text. */
    sightOf: (text) =>
      new Promise((resolve) => {
        const look = () =>
          screen().split('\n').includes(text) ? resolve(performance.now() - key) : requestAnimationFrame(look)
        look()
      }),
  })
}

const sight = (page, text) => page.evaluate((wanted) => globalThis.sightOf(wanted), text)

async function timeOf(page, line, last) {
  await page.keyboard.type('clear')
  await page.keyboard.press('Enter')
  await sight(page, 'admin $')
  await page.keyboard.type(line)
  await page.keyboard.press('Enter')
  return sight(page, last)
}

async function fill(page) {
  await page.evaluate(
    async ([count, atOnce]) => {
      const create = async (at) => {
        const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `item-${String(at).padStart(4, '0')}` } }
        const headers = { 'content-type': 'application/json' }
        const init = { method: 'POST', headers, body: JSON.stringify(body) }
        const { status } = await fetch('/api/v1/namespaces/default/configmaps', init)
        if (status !== 201) throw new Error(`a config map was answered with ${status}`)
      }
      for (let at = 0; at < count; at += atOnce)
        await Promise.all(Array.from({ length: atOnce }, (_, i) => create(at + i)))
    },
    [OBJECTS, AT_ONCE],
  )
}

const median = (times) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)]

/** Milliseconds: `prompt` after the key that opens the drawer, `first` command, `floor`, and `list` of 2,000 objects. */
export async function measureTerminal(dist) {
  const site = await serveStatic(dist, { port: 0 })
  const profile = await mkdtemp(join(tmpdir(), 'orchard-terminal-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    args: CHROMIUM_FLAGS,
    viewport: BIG_SCREEN,
  })
  try {
    const page = await context.newPage()
    await page.addInitScript(watchScreen)
    await page.goto(`http://127.0.0.1:${site.address().port}/#/explore/core/v1/namespaces`)
    await page.getByText('orch-node-lease').first().waitFor()
    await fill(page)
    await page.keyboard.press('Control+Backquote')
    const prompt = await sight(page, 'admin $')
    await page.keyboard.type('orchctl get namespace default -o name')
    await page.keyboard.press('Enter')
    const first = await sight(page, 'namespace/default')
    const last = `configmap/item-${OBJECTS - 1}`
    const [floor, list] = [[], []]
    for (let run = 0; run < RUNS; run++) {
      floor.push(await timeOf(page, 'echo seen', 'seen'))
      list.push(await timeOf(page, 'orchctl get configmaps -o name | grep item', last))
    }
    return { prompt, first, floor: median(floor), list: median(list) }
  } finally {
    await context.close()
    site.closeAllConnections()
    site.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}
