// npm run hostile -- --minutes N --seed S: attacks the sandbox, opens hostile links and shows hostile texts for the given time. A server
// next to it must receive nothing. Failures are shrunk and printed with the seed that reproduces them.
import { createServer } from 'node:http'
import { chromium } from 'playwright'
import { buildIfNeeded, dist } from './build.mjs'
import { CHROMIUM_FLAGS, findChromium } from './chromium.mjs'
import { links } from './hostile/links.mjs'
import { randomOf, smallest } from './hostile/random.mjs'
import { pageSandbox, threadSandbox } from './hostile/sandbox.mjs'
import { texts } from './hostile/texts.mjs'
import { serveStatic } from './static-server.mjs'
import { toolOptions } from './tool-options.mjs'

const { values: options } = toolOptions(import.meta.url, {
  options: {
    minutes: { type: 'string', default: '3' },
    seed: { type: 'string' },
    area: { type: 'string' },
  },
})
const minutes = Number(options.minutes)
const seed = Number(options.seed ?? Math.floor(Math.random() * 2 ** 31))
if (!(minutes > 0) || !Number.isInteger(seed)) {
  console.error('npm run hostile -- [--minutes N] [--seed WHOLE-NUMBER] [--area thread|page|links|texts]')
  process.exit(2)
}

/** A stranger's server: any request that reaches it has escaped. */
async function stranger() {
  const heard = []
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`)
    response.setHeader('access-control-allow-origin', '*').setHeader('access-control-allow-headers', '*').end('{}')
  })
  server.on('upgrade', (request, socket) => {
    heard.push(`UPGRADE ${request.url}`)
    socket.destroy()
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { heard, address: `http://127.0.0.1:${server.address().port}`, close: () => server.close() }
}

await buildIfNeeded()
const site = await serveStatic(dist, { port: 0 })
const outside = await stranger()
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS })
const world = { browser, stranger: outside, url: `http://127.0.0.1:${site.address().port}/`, notes: new Map() }

console.log(`seed ${seed}, ${minutes} minutes`)
const random = randomOf(seed)
// Pages take seconds to open, calls do not.
const turns = [threadSandbox, pageSandbox, threadSandbox, pageSandbox, threadSandbox, links, pageSandbox, texts]
const areas = turns.filter(({ name }) => !options.area || name === options.area)
if (areas.length === 0) throw new Error(`there is no area named ${options.area}`)
const counts = new Map(areas.map(({ name }) => [name, 0]))
let failed = 0
const end = Date.now() + minutes * 60_000

/** The problem of a case; undefined if it passes. */
async function attempt(area, parts) {
  outside.heard.length = 0
  const fault = await area.run(world, parts).catch((error) => `the attempt itself failed: ${error.message}`)
  return outside.heard.length > 0 ? `a stranger heard ${outside.heard.join(', ')}` : fault
}

try {
  for (let round = 0; Date.now() < end && failed < 5; round++) {
    const area = areas[round % areas.length]
    const parts = area.make(random, world)
    const fault = await attempt(area, parts)
    counts.set(area.name, (counts.get(area.name) ?? 0) + 1)
    if (fault === undefined) continue
    failed++
    const small = await smallest(parts, async (fewer) => (await attempt(area, fewer)) !== undefined)
    console.log(`FAILED ${area.name}, round ${round}, seed ${seed}: ${fault}`)
    console.log(`  smallest case: ${JSON.stringify(small)}`)
  }
} finally {
  for (const area of areas) await area.close?.(world)
  await browser.close()
  site.close()
  site.closeAllConnections()
  outside.close()
}
for (const [name, count] of counts) console.log(`${name}: ${count} cases`)
for (const [note, value] of world.notes) console.log(`${note}: ${value}`)
const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
console.log(`${total - failed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
